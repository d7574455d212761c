import * as vscode from 'vscode';
import type { Project } from '../core/domain.ts';
import type { PagedList } from '../core/pagedList.ts';
import type { ProjectsArranger } from '../editor/flows/index.ts';
import type { LazyArranger } from '../editor/lazyArranger.ts';
import type { Session } from '../editor/session.ts';
import type { Handler, Handlers } from './ids.ts';
import { offerSignIn } from './offerSignIn.ts';

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
    (ask: (arranger: ProjectsArranger) => Promise<void>): Handler =>
    async () => {
      await session.ready();
      if (!session.current) return offerSignIn(session);
      await vscode.commands.executeCommand('mintscope.projects.focus');
      await ask(await lazily.load());
    };
  return {
    'mintscope.filterProjects': arrange(async (arranger) => {
      const { askFilter } = await import('../editor/flows/index.ts');
      // Which statuses there are, the rows tell.
      const location = { viewId: 'mintscope.projects' };
      await vscode.window.withProgress({ location }, () => projects.open());
      await askFilter(session, projects, arranger);
    }),
    'mintscope.clearFilter': arrange((arranger) => arranger.change({ filter: {} })),
    'mintscope.projects.sort': arrange(async (arranger) => {
      const { askSort } = await import('../editor/flows/index.ts');
      const sort = await askSort(session, arranger.kept.sort);
      if (sort) await arranger.change({ sort });
    }),
    'mintscope.projects.group': arrange(async (arranger) => {
      const { askGroup } = await import('../editor/flows/index.ts');
      const group = await askGroup(session, arranger.kept.group);
      if (group) await arranger.change({ group });
    }),
  };
}
