import type { Project } from '../../core/model/model.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { isServiceRow } from '../../core/model/rowGuard.ts';
import type { ActiveConnection, Session } from '../../connection/session.ts';
import type { LazyStatsPanels } from './lazyStatsPanels.ts';
import { connected } from '../../connection/connected.ts';
import type { Handlers } from '../../editor/commandIds.ts';
import { refOf } from '../../views/refOf.ts';

type Ids = 'mintscope.lookUpStats' | 'mintscope.openStats' | 'mintscope.openRow';

/** The ways to a project's stats. */
export function statsCommands(
  session: Session,
  projects: PagedList<Project>,
  panels: LazyStatsPanels,
): Handlers<Ids> {
  const lookUpStats = async ({ ended }: ActiveConnection) => {
    const { lookUp } = await import('./lookUp.ts');
    const found = await lookUp(projects, ended);
    if (!found) return;
    const ref = found.ref ?? (found.project && (await refOf(found.project, ended)));
    // What was chosen is of a service that the window may have left.
    if (ref && !ended.aborted) await panels.open(ref, found.project, 'picker');
  };
  const openStats = async (row: unknown) => {
    if (!isServiceRow(row) || row.kind !== 'project') return connected(session, lookUpStats);
    const ref = await refOf(row, session.current?.ended);
    if (ref) await panels.open(ref, row, 'row');
  };
  return {
    'mintscope.lookUpStats': () => connected(session, lookUpStats),
    'mintscope.openStats': openStats,
    // In no menu: rows are painted anew whenever a command of their menus is enabled or disabled,
    // and the keys that select rows disable this one.
    'mintscope.openRow': openStats,
  };
}
