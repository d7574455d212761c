import * as vscode from 'vscode';
import { connected } from '../../connection/connected.ts';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Session } from '../../connection/session.ts';
import type { JsonDocuments } from '../../documents/jsonDocuments.ts';
import type { JsonFiles } from '../../documents/jsonFiles.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { formatNumber } from '../../editor/locale.ts';
import { showWarning } from '../../editor/notify.ts';
import { offerToChoose, targetRows, type Views } from '../../views/commandTargets.ts';
import { projectRefOf } from '../../views/projectRefOf.ts';

/** The most tabs opened at once. */
const MOST_AT_ONCE = 10;

/** Commands that open rows and stats as JSON, as the service sent them. */
export function jsonCommands(session: Session, views: Views, files: JsonFiles) {
  /** Opens one document for each row, in tabs that stay if there are several. */
  const openEach = <Row>(
    rows: readonly Row[],
    uriOf: (
      row: Row,
      connection: ActiveConnection,
      documents: JsonDocuments,
    ) => Promise<vscode.Uri | undefined>,
  ) =>
    connected(session, async (connection) => {
      if (rows.length > MOST_AT_ONCE) {
        void showWarning(
          `${formatNumber(rows.length)} rows are selected. At most ${MOST_AT_ONCE} are opened at once; select fewer.`,
        );
        return;
      }
      // Load this after `connected`: if the connection ends during the load, that is noticed below.
      const documents = await files.documents();
      for (const row of rows) {
        const uri = await uriOf(row, connection, documents);
        if (connection.ended.aborted) return;
        if (uri)
          await vscode.commands.executeCommand('vscode.open', uri, { preview: rows.length === 1 });
      }
    });
  return {
    'mintscope.openJson': async (row, selected) => {
      const rows = targetRows(views, row, selected);
      if (rows.length === 0) return offerToChoose('a row');
      return openEach(rows, (one, connection, documents) => documents.ofRow(one, connection));
    },

    'mintscope.openStatsJson': async (row, selected) => {
      const projects = targetRows(views, row, selected).filter((one) => one.kind === 'project');
      if (projects.length === 0) return offerToChoose('a project');
      session.probeNow();
      return openEach(projects, async (project, connection, documents) => {
        const ref = await projectRefOf(project, connection.ended);
        return ref && documents.ofStats(ref, project, connection);
      });
    },
  } satisfies Handlers;
}
