import type { Session } from '../../connection/session.ts';
import type { JsonFiles } from '../../documents/jsonFiles.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { clearKeptData } from './clearKeptData.ts';

/** The command that deletes what is kept on this machine. */
export function keptDataCommands(session: Session, files: JsonFiles) {
  return {
    'mintscope.clearKeptData': async () => {
      await session.ready();
      await clearKeptData(session, (await files.documents()).snapshots);
    },
  } satisfies Handlers;
}
