import type { Session } from '../../connection/session.ts';
import type { Handlers } from '../../editor/commandIds.ts';
import { showInformation } from '../../editor/notify.ts';

type Ids =
  | 'mintscope.signIn'
  | 'mintscope.signOut'
  | 'mintscope.switchConnection'
  | 'mintscope.forgetAllSignIns'
  | 'mintscope.exploreSampleData';

/** Signing in and out, for real and with sample data, and from one to another. */
export function sessionCommands(session: Session): Handlers<Ids> {
  return {
    'mintscope.signIn': async () => {
      await session.ready();
      const { signIn } = await import('./signIn.ts');
      await signIn(session);
    },

    'mintscope.signOut': async () => {
      await session.ready();
      const before = session.current;
      if (!before) {
        void showInformation('You are not signed in.');
        return;
      }
      await session.signOut();
      const { signedOutWords } = await import('./sessionMessages.ts');
      void showInformation(await signedOutWords(before, session));
    },

    'mintscope.switchConnection': async () => {
      await session.ready();
      const { switchConnection } = await import('./switchConnection.ts');
      await switchConnection(session);
    },

    'mintscope.forgetAllSignIns': async () => {
      const { forgetAll } = await import('./switchConnection.ts');
      await forgetAll(session);
    },

    'mintscope.exploreSampleData': async () => {
      await session.ready();
      const { exploreSampleData } = await import('./exploreSampleData.ts');
      await exploreSampleData(session);
    },
  };
}
