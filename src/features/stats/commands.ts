import { connected } from '../../connection/connected.ts';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { isServiceRow, type Project } from '../../core/model/model.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { projectRefOf } from '../../views/projectRefOf.ts';
import { lookUp } from './lookUp.ts';
import type { OpenStats } from './statsTabs.ts';

/** Commands that open a project's stats. */
export function statsCommands(session: Session, projects: PagedList<Project>, open: OpenStats) {
  const lookUpStats = async ({ ended }: ActiveConnection) => {
    const found = await lookUp(projects, ended);
    if (!found) return;
    const ref = found.ref ?? (found.project && (await projectRefOf(found.project, ended)));
    // The connection may have changed since the choice.
    if (ref && !ended.aborted) await open(ref, found.project, 'picker');
  };
  const openStats = async (row: unknown) => {
    if (!isServiceRow(row) || row.kind !== 'project') return connected(session, lookUpStats);
    const ref = await projectRefOf(row, session.current?.ended);
    if (ref) await open(ref, row, 'row');
  };
  return {
    'mintscope.lookUpStats': () => connected(session, lookUpStats),
    'mintscope.openStats': openStats,
  } satisfies Handlers;
}
