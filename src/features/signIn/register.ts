import type { Session } from '../../connection/session.ts';
import { lazyHandlers } from '../../editor/lazyHandlers.ts';

/** Signing in and out, for real and with sample data, and from one to another. */
export function sessionCommands(session: Session) {
  return lazyHandlers(
    [
      'mintscope.signIn',
      'mintscope.signOut',
      'mintscope.switchConnection',
      'mintscope.forgetAllSignIns',
      'mintscope.exploreSampleData',
    ],
    async () => {
      const { sessionCommands } = await import('./commands.ts');
      return sessionCommands(session);
    },
  );
}
