import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Catalog } from '../../connection/catalog.ts';
import { offerSignIn } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import { outdatedSince } from '../../core/messages/asOfMessages.ts';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import { showStatus, showWarning } from '../../editor/notify.ts';
import {
  type RowQuestion,
  type ServiceRow,
  type Targets,
  targetRows,
} from '../../views/commandTargets.ts';
import { type Copied, copyableId, copyCurl, copyLines, copyLink, copyTable } from './copyRows.ts';

const PROJECTS = ['project'] as const;
const BOTH = ['project', 'collection'] as const;

/** Commands that copy rows as text. */
export function copyCommands(session: Session, targets: Targets, catalog: Catalog) {
  const copy =
    (
      title: string,
      kinds: RowQuestion['kinds'],
      copied: (rows: readonly ServiceRow[]) => Copied | undefined,
    ): Handler =>
    async (row, selected) => {
      const rows = await targetRows(targets, row, selected, { title, kinds });
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
  return {
    'mintscope.copyId': copy(l10n.t('Copy the ID of which project?'), PROJECTS, (rows) => {
      const [one, many] = [l10n.t('ID'), l10n.t('IDs')];
      return copyLines(rows, { one, many, line: copyableId });
    }),

    'mintscope.copyMintAddress': copy(
      l10n.t('Copy the mint address of which project or collection?'),
      BOTH,
      (rows) => {
        const [one, many] = [l10n.t('mint address'), l10n.t('mint addresses')];
        return copyLines(rows, { one, many, line: ({ mintAddress }) => mintAddress });
      },
    ),

    'mintscope.copyLink': copy(l10n.t('Copy a link to which project?'), PROJECTS, (rows) => {
      const { current } = session;
      return current && copyLines(rows, copyLink(vscode.env.uriScheme, current));
    }),

    'mintscope.copyCurl': copy(
      l10n.t('Copy which project or collection as a cURL command?'),
      BOTH,
      (rows) => {
        const address = session.current?.address;
        const pageOf = ({ kind, key }: ServiceRow) => catalog[`${kind}s`].pageOf(key);
        return address && copyLines(rows, copyCurl(address, pageOf));
      },
    ),

    'mintscope.copyMarkdown': copy(
      l10n.t('Copy which project or collection as a Markdown table?'),
      BOTH,
      (rows) => {
        const lists = [...new Set(rows.map(({ kind }) => catalog[`${kind}s`]))];
        return copyTable(rows, outdatedSince(lists.map(({ state }) => state)));
      },
    ),
  } satisfies Handlers;
}
