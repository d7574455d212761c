import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Catalog } from '../../connection/catalog.ts';
import { connected } from '../../connection/connected.ts';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Session } from '../../connection/session.ts';
import { asOfWords, outdatedSince } from '../../core/messages/listMessages.ts';
import { isUnseen } from '../../core/model/projectRef.ts';
import type { JsonDocuments } from '../../documents/jsonDocuments.ts';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import { formatNumber } from '../../core/base/format.ts';
import { formatTime } from '../../editor/locale.ts';
import { showStatus, showWarning } from '../../editor/notify.ts';
import { type ListName, listOf, type RowsOf } from '../../lists/index.ts';
import {
  type RowQuestion,
  type Targets,
  targetRows,
  whyUnseen,
} from '../../views/commandTargets.ts';

/** The most tabs that one call opens. */
const MOST_AT_ONCE = 10;

/** The command that opens rows as JSON, as the service sent them. */
export function jsonCommands(
  session: Session,
  targets: Targets,
  documents: JsonDocuments,
  catalog: Catalog,
) {
  /** Opens what `uriOf` gives for each row: one row as a preview, several in tabs that stay. */
  const openEach =
    <Name extends ListName>(
      question: RowQuestion<Name>,
      uriOf: (row: RowsOf[Name], connection: ActiveConnection) => Promise<vscode.Uri | undefined>,
    ): Handler =>
    (row, selected) =>
      connected(session, async (connection) => {
        const rows = await targetRows(targets, row, selected, question);
        if (rows.length > MOST_AT_ONCE) {
          void showWarning(
            l10n.t(
              '{0} rows are selected. At most {1} are opened at once; select fewer.',
              formatNumber(rows.length),
              MOST_AT_ONCE,
            ),
          );
          return;
        }
        for (const one of rows) {
          const uri = await uriOf(one, connection);
          if (connection.ended.aborted) return;
          if (uri)
            await vscode.commands.executeCommand('vscode.open', uri, {
              preview: rows.length === 1,
            });
        }
      });
  return {
    'mintscope.openJson': openEach(
      { title: l10n.t('View which project or collection as JSON?') },
      async (row, connection) => {
        if (isUnseen(row)) {
          void showWarning(whyUnseen(row));
          return undefined;
        }
        const { state } = catalog[listOf(row).name];
        const age = asOfWords(outdatedSince([state]), (at) => formatTime(at, 'short'));
        // The document has only what the service sent, so the status bar shows the age of the row.
        if (age !== '') showStatus(l10n.t('The row is {0}.', age));
        return documents.ofRow(row, connection);
      },
    ),
  } satisfies Handlers;
}
