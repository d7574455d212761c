import type { Project } from '../core/domain.ts';
import type { PagedList } from '../core/pagedList.ts';
import type { Session } from '../editor/session.ts';
import type { LazyStatsPanels } from '../editor/lazyStatsPanels.ts';
import type { Handlers } from './ids.ts';
import { offerSignIn } from './offerSignIn.ts';
import { refOf } from './refOf.ts';

type Ids = 'mintscope.lookUpStats' | 'mintscope.openStats';

/** The ways to a project's stats. */
export function statsCommands(
  session: Session,
  projects: PagedList<Project>,
  panels: LazyStatsPanels,
): Handlers<Ids> {
  const lookUpStats = async () => {
    await session.ready();
    if (!session.current) return offerSignIn(session);
    const { lookUp } = await import('../editor/flows/index.ts');
    const found = await lookUp(projects);
    if (!found) return;
    const ref = found.ref ?? (found.project && (await refOf(found.project)));
    if (ref) await panels.open(ref, found.project);
  };
  return {
    'mintscope.lookUpStats': lookUpStats,

    'mintscope.openStats': async (row) => {
      if (!isProject(row)) return lookUpStats();
      const ref = await refOf(row);
      if (ref) await panels.open(ref, row, true);
    },
  };
}

/** Other extensions may call the command with anything. */
function isProject(row: unknown): row is Project {
  return typeof row === 'object' && row !== null && 'kind' in row && row.kind === 'project';
}
