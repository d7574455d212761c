import type { Session } from '../../connection/session.ts';
import type { Snapshots } from '../../documents/snapshots.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { clearKeptData } from './clearKeptData.ts';

/** The command that deletes what is kept on this machine. */
export function keptDataCommands(session: Session, snapshots: Snapshots) {
  return {
    'mintscope.clearKeptData': async () => {
      await session.ready();
      await clearKeptData(session, snapshots);
    },
  } satisfies Handlers;
}
