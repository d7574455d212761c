import type { Session } from '../../connection/session.ts';
import type { JsonFiles } from '../../documents/jsonFiles.ts';
import { lazyHandlers } from '../../editor/lazyHandlers.ts';
import type { Views } from '../../views/commandTargets.ts';

/** Rows and stats as the service sent them. */
export function jsonCommands(session: Session, views: Views, files: JsonFiles) {
  return lazyHandlers(
    ['mintscope.openJson', 'mintscope.openStatsJson'],
    async () => {
      const { jsonCommands } = await import('./commands.ts');
      return jsonCommands(session, views, files);
    },
    () => session.current?.ended,
  );
}
