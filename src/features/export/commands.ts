import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import type { ListName } from '../../core/messages/listMessages.ts';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import { CountedProjects } from '../../views/countedProjects.ts';
import { rowInFront, type Targets } from '../../views/commandTargets.ts';
import { exportCounted } from './exportCounted.ts';
import { exportReadings } from './exportReadings.ts';
import { exportRows } from './exportRows.ts';
import type { ShownRows } from './sources.ts';

export type { ShownRows };

/**
 * Commands that export the lists and the history of stats to files.
 * @param closing aborts when the window closes, and cancels running exports.
 */
export function exportCommands(
  session: Session,
  projects: ShownRows,
  collections: ShownRows,
  { inFront }: Pick<Targets, 'inFront'>,
  closing: AbortSignal,
) {
  const run =
    (name: ListName, shown: ShownRows): Handler =>
    () =>
      connected(session, async (connection) => {
        session.probeNow();
        await exportRows(connection, name, shown, closing);
      });
  return {
    'mintscope.exportProjects': (counted) =>
      counted instanceof CountedProjects
        ? connected(session, (connection) => exportCounted(connection, counted, closing))
        : run('projects', projects)(),
    'mintscope.exportReadings': () =>
      connected(session, async (connection) => {
        await exportReadings(connection, rowInFront(inFront), projects.list.state.rows, closing);
      }),
    'mintscope.exportCollections': run('collections', collections),
  } satisfies Handlers;
}
