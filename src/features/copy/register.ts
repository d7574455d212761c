import type { Lists } from '../../connection/lists.ts';
import type { Session } from '../../connection/session.ts';
import { lazyHandlers } from '../../editor/lazyHandlers.ts';
import type { CommandTargets } from '../../views/commandTargets.ts';

/** Copying what rows hold. */
export function copyCommands(session: Session, targets: CommandTargets, lists: Lists) {
  return lazyHandlers(
    [
      'mintscope.copyId',
      'mintscope.copyMintAddress',
      'mintscope.copyCurl',
      'mintscope.copyMarkdown',
    ],
    async () => {
      const { copyCommands } = await import('./commands.ts');
      return copyCommands(session, targets, lists);
    },
    () => session.current?.ended,
  );
}
