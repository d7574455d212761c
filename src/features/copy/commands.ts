import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Catalog } from '../../connection/catalog.ts';
import { offerSignIn } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import { outdatedSince } from '../../core/messages/listMessages.ts';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import { showStatus, showWarning } from '../../editor/notify.ts';
import {
  type RowQuestion,
  type ServiceRow,
  type Targets,
  targetRows,
} from '../../views/commandTargets.ts';
import {
  type Copied,
  type Copy,
  copyableId,
  copyCurl,
  copyLines,
  copyLink,
  copyTable,
} from './copyRows.ts';

/** Commands that copy rows as text. */
export function copyCommands(session: Session, targets: Targets, catalog: Catalog) {
  const copy =
    (question: RowQuestion, copied: (rows: readonly ServiceRow[]) => Copied | undefined): Handler =>
    async (row, selected) => {
      const rows = await targetRows(targets, row, selected, question);
      if (rows.length === 0) return;
      const done = copied(rows);
      if (!done) return offerSignIn(session);
      if (done.text === '') {
        void showWarning(done.words);
        return;
      }
      await vscode.env.clipboard.writeText(done.text);
      showStatus(done.words);
    };
  const copyEach = (question: RowQuestion, what: Copy) =>
    copy(question, (rows) => copyLines(rows, what));
  const which = (title: string): RowQuestion => ({ title, kinds: ['project', 'collection'] });
  const copyId = { title: l10n.t('Copy the ID of which project?'), kinds: ['project'] } as const;
  return {
    'mintscope.copyId': copyEach(copyId, {
      one: l10n.t('ID'),
      many: l10n.t('IDs'),
      line: copyableId,
    }),

    'mintscope.copyMintAddress': copyEach(
      which(l10n.t('Copy the mint address of which project or collection?')),
      {
        one: l10n.t('mint address'),
        many: l10n.t('mint addresses'),
        line: ({ mintAddress }) => mintAddress,
      },
    ),

    'mintscope.copyLink': copy(
      { title: l10n.t('Copy a link to which project?'), kinds: ['project'] },
      (rows) => {
        const { current } = session;
        return current && copyLines(rows, copyLink(vscode.env.uriScheme, current));
      },
    ),

    'mintscope.copyCurl': copy(
      which(l10n.t('Copy which project or collection as a cURL command?')),
      (rows) => {
        const address = session.current?.address;
        const pageOf = ({ kind, key }: ServiceRow) => catalog[`${kind}s`].pageOf(key);
        return address && copyLines(rows, copyCurl(address, pageOf));
      },
    ),

    'mintscope.copyMarkdown': copy(
      which(l10n.t('Copy which project or collection as a Markdown table?')),
      (rows) => {
        const lists = [...new Set(rows.map(({ kind }) => catalog[`${kind}s`]))];
        return copyTable(rows, outdatedSince(lists.map(({ state }) => state)));
      },
    ),
  } satisfies Handlers;
}
