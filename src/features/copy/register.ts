import type { Catalog } from '../../connection/catalog.ts';
import type { Session } from '../../connection/session.ts';
import { lazyHandlers } from '../../editor/lazyHandlers.ts';
import type { Views } from '../../views/commandTargets.ts';

/** Copying what rows hold. */
export function copyCommands(session: Session, views: Views, catalog: Catalog) {
  return lazyHandlers(
    [
      'mintscope.copyId',
      'mintscope.copyMintAddress',
      'mintscope.copyCurl',
      'mintscope.copyMarkdown',
    ],
    async () => {
      const { copyCommands } = await import('./commands.ts');
      return copyCommands(session, views, catalog);
    },
    () => session.current?.ended,
  );
}
