import type { ListName } from '../core/listWords.ts';
import type { ShownRows } from '../editor/flows/export/sources.ts';
import type { Session } from '../editor/session.ts';
import type { Handler, Handlers } from './ids.ts';
import { offerSignIn } from './offerSignIn.ts';

type Ids = 'mintscope.exportProjects' | 'mintscope.exportCollections';

/**
 * The lists as files.
 * @param closing ends when the window does, and with it what is being written.
 */
export function exportCommands(
  session: Session,
  projects: ShownRows,
  collections: ShownRows,
  closing: AbortSignal,
): Handlers<Ids> {
  const run =
    (name: ListName, shown: ShownRows): Handler =>
    async () => {
      await session.ready();
      if (!session.current) return offerSignIn(session);
      session.probeNow();
      const { exportRows } = await import('../editor/flows/index.ts');
      await exportRows(session, session.current, name, shown, closing);
    };
  return {
    'mintscope.exportProjects': run('projects', projects),
    'mintscope.exportCollections': run('collections', collections),
  };
}
