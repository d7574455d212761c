import * as vscode from 'vscode';
import type { Catalog } from '../../connection/catalog.ts';
import { offerSignIn } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import { showStatus, showWarning } from '../../editor/notify.ts';
import {
  offerToChoose,
  type ServiceRow,
  targetRows,
  type Views,
} from '../../views/commandTargets.ts';
import { type Copied, type Copy, copyableId, copyCurl, copyLines, copyTable } from './copyRows.ts';

/** Commands that copy rows as text. */
export function copyCommands(session: Session, views: Views, catalog: Catalog) {
  const copy =
    (copied: (rows: readonly ServiceRow[]) => Copied | undefined): Handler =>
    async (row, selected) => {
      const rows = targetRows(views, row, selected);
      if (rows.length === 0) return offerToChoose('a row');
      const done = copied(rows);
      if (!done) return offerSignIn(session);
      if (done.text === '') {
        void showWarning(done.words);
        return;
      }
      await vscode.env.clipboard.writeText(done.text);
      showStatus(done.words);
    };
  const copyEach = (what: Copy) => copy((rows) => copyLines(rows, what));
  return {
    'mintscope.copyId': copyEach({
      one: 'ID',
      many: 'IDs',
      line: copyableId,
    }),

    'mintscope.copyMintAddress': copyEach({
      one: 'mint address',
      many: 'mint addresses',
      line: ({ mintAddress }) => mintAddress,
    }),

    'mintscope.copyCurl': copy((rows) => {
      const address = session.current?.address;
      const pageOf = ({ kind, key }: ServiceRow) => catalog[`${kind}s`].pageOf(key);
      return address && copyLines(rows, copyCurl(address, pageOf));
    }),

    'mintscope.copyMarkdown': copy(copyTable),
  } satisfies Handlers;
}
