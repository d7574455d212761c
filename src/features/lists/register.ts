import type { Session } from '../../connection/session.ts';
import type { Collection, Project } from '../../core/model/model.ts';
import { lazyHandlers } from '../../editor/lazyHandlers.ts';
import type { ShownList } from '../../views/listView.ts';

/** Moving through the two lists, and being done with what is new in them. */
export function listCommands(
  session: Session,
  projects: ShownList<Project>,
  collections: ShownList<Collection>,
) {
  return lazyHandlers(
    [
      'mintscope.projects.refresh',
      'mintscope.projects.loadMore',
      'mintscope.projects.loadAll',
      'mintscope.projects.stopLoading',
      'mintscope.collections.refresh',
      'mintscope.collections.loadMore',
      'mintscope.collections.loadAll',
      'mintscope.collections.stopLoading',
      'mintscope.markAllSeen',
    ],
    async () => {
      const { listCommands } = await import('./commands.ts');
      return listCommands(session, projects, collections);
    },
  );
}
