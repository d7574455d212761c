import * as vscode from 'vscode';
import type { Project } from '../../core/model/model.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { ProjectsArranger } from './projectsArranger.ts';
import type { LazyArranger } from './lazyArranger.ts';
import { withViewProgress } from '../../editor/notify.ts';
import type { Session } from '../../connection/session.ts';
import { connected } from '../../connection/connected.ts';
import type { Handler, Handlers } from '../../editor/commandIds.ts';

type Ids =
  | 'mintscope.filterProjects'
  | 'mintscope.clearFilter'
  | 'mintscope.projects.sort'
  | 'mintscope.projects.group';

/** What of the Projects is shown, in which order and in which groups. */
export function arrangeCommands(
  session: Session,
  projects: PagedList<Project>,
  lazily: LazyArranger,
): Handlers<Ids> {
  const arrange =
    (ask: (arranger: ProjectsArranger, ended: AbortSignal) => Promise<void>): Handler =>
    () =>
      connected(session, async ({ ended }) => {
        await vscode.commands.executeCommand('mintscope.projects.focus');
        await ask(await lazily.load(), ended);
      });
  return {
    'mintscope.filterProjects': arrange(async (arranger, ended) => {
      const { askFilter } = await import('./filter.ts');
      // Which statuses there are, the rows tell.
      await withViewProgress('mintscope.projects', () => projects.open());
      await askFilter(ended, projects, arranger);
    }),
    'mintscope.clearFilter': arrange((arranger) => arranger.change({ filter: {} })),
    'mintscope.projects.sort': arrange(async (arranger, ended) => {
      const { askSort } = await import('./order.ts');
      const sort = await askSort(ended, arranger.kept.sort);
      if (sort) await arranger.change({ sort });
    }),
    'mintscope.projects.group': arrange(async (arranger, ended) => {
      const { askGroup } = await import('./order.ts');
      const group = await askGroup(ended, arranger.kept.group);
      if (group) await arranger.change({ group });
    }),
  };
}
