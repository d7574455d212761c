import type { Catalog } from '../../connection/catalog.ts';
import type { Session } from '../../connection/session.ts';
import { lazyHandlers } from '../../editor/lazyHandlers.ts';
import type { Views } from '../../views/commandTargets.ts';

/** Moving through the two lists, and being done with what is new in them. */
export function listCommands(session: Session, catalog: Catalog, views: Views) {
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
      return listCommands(session, catalog, views);
    },
  );
}
