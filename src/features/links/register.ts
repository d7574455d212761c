import type { Session } from '../../connection/session.ts';
import { lazyHandlers } from '../../editor/lazyHandlers.ts';
import type { Views } from '../../views/commandTargets.ts';

/** Leaving for what a row points to. */
export function linkCommands(session: Session, views: Views) {
  return lazyHandlers(
    [
      'mintscope.openImage',
      'mintscope.openAnimation',
      'mintscope.openMetadata',
      'mintscope.openInExplorer',
    ],
    async () => {
      const { linkCommands } = await import('./commands.ts');
      return linkCommands(views);
    },
    () => session.current?.ended,
  );
}
