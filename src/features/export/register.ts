import type { Session } from '../../connection/session.ts';
import { lazyHandlers } from '../../editor/lazyHandlers.ts';
import type { ShownRows } from './sources.ts';

/** The lists as files. */
export function exportCommands(
  session: Session,
  projects: ShownRows,
  collections: ShownRows,
  closing: AbortSignal,
) {
  return lazyHandlers(['mintscope.exportProjects', 'mintscope.exportCollections'], async () => {
    const { exportCommands } = await import('./commands.ts');
    return exportCommands(session, projects, collections, closing);
  });
}
