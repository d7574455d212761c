import type { Catalog } from '../../connection/catalog.ts';
import type { Session } from '../../connection/session.ts';
import type { Project, ProjectRef } from '../../core/model/model.ts';
import { lazyHandlers } from '../../editor/lazyHandlers.ts';
import type { Views } from '../../views/commandTargets.ts';

/** Finding a row of either list, loaded or not. */
export function findCommands(
  session: Session,
  openStats: (ref: ProjectRef, project: Project) => Promise<void>,
  catalog: Catalog,
  views: Views,
) {
  return lazyHandlers(['mintscope.find'], async () => {
    const { findCommands } = await import('./commands.ts');
    return findCommands(session, openStats, catalog, views);
  });
}
