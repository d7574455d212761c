import { connected } from '../../connection/connected.ts';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { isServiceRow, type Project } from '../../core/model/model.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { type Targets, targetRow } from '../../views/commandTargets.ts';
import { projectRefOf } from '../../views/projectRefOf.ts';
import { lookUp } from './lookUp.ts';
import type { statsPanels } from './register.ts';

/** Commands that open a project's stats. */
export function statsCommands(
  session: Session,
  projects: PagedList<Project>,
  { open, loaded }: Pick<ReturnType<typeof statsPanels>, 'open' | 'loaded'>,
  targets: Targets,
) {
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
  const refreshStats = async (row: unknown, selected: unknown) => {
    if (!isServiceRow(row) && loaded()?.refreshInFront()) return;
    const question = { title: 'Refresh the stats of which project?', kinds: ['project'] } as const;
    const project = await targetRow(targets, row, selected, question);
    // Opening stats requests them anew.
    if (project) await openStats(project);
  };
  return {
    'mintscope.refreshStats': refreshStats,
    'mintscope.lookUpStats': () => connected(session, lookUpStats),
    'mintscope.openStats': openStats,
    // The click on a row. The editor runs it also when Shift with an arrow key leaves one row
    // selected. So the keybindings of those keys set the context key `mintscope.selecting`, which
    // disables it. It is in no menu of the rows: the editor repaints all rows when a command of
    // their menus is disabled.
    'mintscope.openRow': openStats,
  } satisfies Handlers;
}
