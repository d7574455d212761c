import * as vscode from 'vscode';
import type { Lists } from '../../connection/lists.ts';
import { offerSignIn } from '../../connection/offerSignIn.ts';
import type { Session } from '../../connection/session.ts';
import type { Handler, Handlers } from '../../editor/commandIds.ts';
import { showStatus, showWarning } from '../../editor/notify.ts';
import { type CommandTargets, offerToChoose, type ServiceRow } from '../../views/commandTargets.ts';
import {
  COPY_IDS,
  COPY_MINT_ADDRESSES,
  type Copied,
  copyCurl,
  copyLines,
  copyTable,
} from './copyRows.ts';

/** Copying what rows hold, a line for each. */
export function copyCommands(session: Session, targets: CommandTargets, lists: Lists) {
  const copy =
    (copied: (rows: readonly ServiceRow[]) => Copied | undefined): Handler =>
    async (row, selected) => {
      const rows = targets.of(row, selected);
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
  return {
    'mintscope.copyId': copy((rows) => copyLines(rows, COPY_IDS)),

    'mintscope.copyMintAddress': copy((rows) => copyLines(rows, COPY_MINT_ADDRESSES)),

    'mintscope.copyCurl': copy((rows) => {
      const address = session.current?.address;
      const pageOf = ({ kind, key }: ServiceRow) => lists[`${kind}s`].pageOf(key);
      return address && copyLines(rows, copyCurl(address, pageOf));
    }),

    'mintscope.copyMarkdown': copy(copyTable),
  } satisfies Partial<Handlers>;
}
