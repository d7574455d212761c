import * as vscode from 'vscode';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Project } from '../../core/model/model.ts';
import type { Handler, Handlers } from '../../editor/commandIds.ts';
import { withViewProgress } from '../../editor/notify.ts';
import { askFilter } from './filter.ts';
import { askGroup, askSort } from './order.ts';
import type { ProjectsArranger } from './projectsArranger.ts';

type Ids =
  | 'mintscope.filterProjects'
  | 'mintscope.clearFilter'
  | 'mintscope.projects.sort'
  | 'mintscope.projects.group';

/** What of the Projects is shown, in which order and in which groups. */
export function arrangeCommands(
  session: Session,
  projects: PagedList<Project>,
  load: () => Promise<ProjectsArranger>,
): Handlers<Ids> {
  const arrange =
    (ask: (arranger: ProjectsArranger, ended: AbortSignal) => Promise<void>): Handler =>
    () =>
      connected(session, async ({ ended }) => {
        await vscode.commands.executeCommand('mintscope.projects.focus');
        await ask(await load(), ended);
      });
  return {
    'mintscope.filterProjects': arrange(async (arranger, ended) => {
      // Which statuses there are, the rows tell.
      await withViewProgress('mintscope.projects', () => projects.open());
      await askFilter(ended, projects, arranger);
    }),
    'mintscope.clearFilter': arrange((arranger) => arranger.change({ filter: {} })),
    'mintscope.projects.sort': arrange(async (arranger, ended) => {
      const sort = await askSort(ended, arranger.kept.sort);
      if (sort) await arranger.change({ sort });
    }),
    'mintscope.projects.group': arrange(async (arranger, ended) => {
      const group = await askGroup(ended, arranger.kept.group);
      if (group) await arranger.change({ group });
    }),
  };
}
