import * as l10n from '@vscode/l10n';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { concernedOf } from '../../connection/concernedRows.ts';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import { capitalized } from '../../core/base/displayText.ts';
import type { ReadPage } from '../../core/lists/readAhead.ts';
import { projectRef } from '../../core/model/model.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { formatNumber } from '../../core/base/format.ts';
import { forAllLists, type ListName, LISTS, type ServiceRow } from '../../lists/index.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { CountedProjects } from '../../views/countedProjects.ts';
import { rowInFront, type Targets } from '../../views/commandTargets.ts';
import { type Export, exportFile } from './exportFile.ts';
import { askFormat, askPlan } from './questions.ts';
import { exportReadings } from './readings.ts';
import { exportSources, type ShownRows } from './sources.ts';
import { progressOf, requestStats, statsOf } from './stats.ts';
import { inBatches } from './writeRows.ts';

export type { ShownRows };

/** The first rows of a list: more than are visible at once. */
const MOST_EXAMINED = 100;

/**
 * Commands that export the lists and the history of stats to files.
 * @param closing aborts when the window closes, and cancels running exports.
 */
export function exportCommands(
  session: Session,
  shown: Readonly<Record<ListName, ShownRows>>,
  { inFront }: Pick<Targets, 'inFront'>,
  closing: AbortSignal,
) {
  const on = (name: ListName): Handlers => {
    return {
      /** @param counted `CountedProjects` to export; anything else exports rows of the view. */
      [`mintscope.export${capitalized(name)}`]: (counted) =>
        connected(session, async (connection) => {
          if (counted instanceof CountedProjects) {
            await exportCounted(connection, counted, closing);
            return;
          }
          session.probeNow();
          await exportRows(connection, name, shown[name], closing);
        }),
    };
  };
  return {
    ...forAllLists(on),
    'mintscope.exportReadings': () =>
      connected(session, async (connection) => {
        const { rows } = shown.projects.list.state;
        await exportReadings(connection, rowInFront(inFront), rows, closing);
      }),
  } satisfies Handlers;
}

/** Prompts for the rows, the stats and the format, then calls `exportFile`. */
async function exportRows(
  connection: ActiveConnection,
  name: ListName,
  shown: ShownRows,
  closing: AbortSignal,
): Promise<void> {
  const { client, ended } = connection;
  const read: ReadPage<ServiceRow> = (request, signal) =>
    client.page<ServiceRow>(LISTS[name], request, signal);
  const sources = exportSources(name, shown, read, concernedOf(connection));
  const plan = await askPlan(name, sources, hasKnownCounts(connection, shown), ended);
  if (!plan) return;
  const { source, hasStats, format } = plan;
  const walk = source.start();
  const left = { without: 0, unread: 0 };
  const rows: Export['rows'] = (signal, report) => {
    const pages = walk.pages(signal);
    return hasStats ? requestStats(connection, pages, left, signal, report) : pages;
  };
  const { wrote } = source;
  await exportFile(
    connection,
    { name, format, hasStats, rows, counts: walk, left, wrote },
    closing,
  );
}

/** Whether the counts of any of the first rows are known. */
function hasKnownCounts(connection: ActiveConnection, { list }: ShownRows): boolean {
  const reader = readerOf(connection);
  return list.state.rows.slice(0, MOST_EXAMINED).some((row) => {
    const ref = projectRef(row);
    return ref !== undefined && reader.last(ref) !== undefined;
  });
}

/**
 * Exports projects with the counts that are passed. No request is sent, so the file has the numbers
 * that the user has seen. Does nothing if another account is in use.
 */
async function exportCounted(
  connection: ActiveConnection,
  { account, rows }: CountedProjects,
  closing: AbortSignal,
): Promise<void> {
  if (account !== connection.account || rows.length === 0) return;
  const format = await askFormat('projects', connection.ended);
  if (!format) return;
  const fileRows = rows.map(({ project, last }) => ({
    source: project.source,
    ...(last && { stats: statsOf(last), progress: progressOf(project, last, connection) }),
  }));
  const wanted: Export = {
    name: 'projects',
    format,
    hasStats: true,
    rows: () => inBatches(fileRows),
    counts: { total: rows.length },
    left: { without: rows.filter(({ last }) => !last).length, unread: 0 },
    wrote: (written, _, file) =>
      written === 1
        ? l10n.t('Exported 1 project with its counts to {0}.', file)
        : l10n.t('Exported {0} projects with their counts to {1}.', formatNumber(written), file),
  };
  await exportFile(connection, wanted, closing);
}
