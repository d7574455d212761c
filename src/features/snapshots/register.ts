import type { Session } from '../../connection/session.ts';
import type { JsonFiles } from '../../documents/jsonFiles.ts';
import { lazyHandlers } from '../../editor/lazyHandlers.ts';
import type { Views } from '../../views/commandTargets.ts';

/** A project as it was at one time, beside how it was at another. */
export function snapshotCommands(session: Session, views: Views, files: JsonFiles) {
  return lazyHandlers(
    ['mintscope.saveSnapshot', 'mintscope.compareSnapshot'],
    async () => {
      const { snapshotCommands } = await import('./commands.ts');
      return snapshotCommands(session, views, files);
    },
    () => session.current?.ended,
  );
}
