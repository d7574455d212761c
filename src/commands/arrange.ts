import * as vscode from 'vscode';
import type { Project } from '../core/domain.ts';
import type { PagedList } from '../core/pagedList.ts';
import type { Arrangement } from '../editor/arrangement.ts';
import type { ProjectsArrangement } from '../editor/flows/index.ts';
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
  arrangement: Arrangement,
): Handlers<Ids> {
  const arrange =
    (ask: (arranged: ProjectsArrangement) => Promise<void>): Handler =>
    async () => {
      await session.ready();
      if (!session.current) return offerSignIn(session);
      await vscode.commands.executeCommand('mintscope.projects.focus');
      await ask(await arrangement.load());
    };
  return {
    'mintscope.filterProjects': arrange(async (arranged) => {
      const { askFilter } = await import('../editor/flows/index.ts');
      // Which statuses there are, the rows tell.
      const location = { viewId: 'mintscope.projects' };
      await vscode.window.withProgress({ location }, () => projects.open());
      await askFilter(session, projects, arranged);
    }),
    'mintscope.clearFilter': arrange((arranged) => arranged.change({ filter: {} })),
    'mintscope.projects.sort': arrange(async (arranged) => {
      const { askSort } = await import('../editor/flows/index.ts');
      const sort = await askSort(session, arranged.kept.sort);
      if (sort) await arranged.change({ sort });
    }),
    'mintscope.projects.group': arrange(async (arranged) => {
      const { askGroup } = await import('../editor/flows/index.ts');
      const group = await askGroup(session, arranged.kept.group);
      if (group) await arranged.change({ group });
    }),
  };
}
