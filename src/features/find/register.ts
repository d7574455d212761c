import type { Session } from '../../connection/session.ts';
import type { Collection, Project, ProjectRef } from '../../core/model/model.ts';
import { lazyHandlers } from '../../editor/lazyHandlers.ts';
import type { ShownList } from '../../views/listView.ts';

/** Finding a row of either list, loaded or not. */
export function findCommands(
  session: Session,
  openStats: (ref: ProjectRef, project: Project) => Promise<void>,
  projects: ShownList<Project>,
  collections: ShownList<Collection>,
) {
  return lazyHandlers(['mintscope.find'], async () => {
    const { findCommands } = await import('./commands.ts');
    return findCommands(session, openStats, projects, collections);
  });
}
