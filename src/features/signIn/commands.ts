import * as l10n from '@vscode/l10n';
import type { Session } from '../../connection/session.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { showInformation } from '../../editor/notify.ts';
import { settings } from '../../editor/settings.ts';
import { signedOutWords } from './sessionMessages.ts';
import { signIn } from './signIn.ts';
import { exploreSampleData, switchConnection } from './switchConnection.ts';

export function sessionCommands(session: Session) {
  /** Offered by the next sign-in. */
  let signedOutOf = '';
  return {
    'mintscope.signIn': async () => {
      await session.ready();
      await signIn(session, signedOutOf || settings.baseUrl);
    },

    'mintscope.signOut': async () => {
      await session.ready();
      const before = session.current;
      if (!before) {
        void showInformation(l10n.t('You are not signed in.'));
        return;
      }
      await session.signOut();
      if (before.scope !== 'sample') signedOutOf = before.address.base;
      // If the storage fails, the views say so.
      const stored = await session.signIns.list().catch(() => []);
      void showInformation(signedOutWords(before, session.current, stored));
    },

    'mintscope.switchConnection': async () => {
      await session.ready();
      await switchConnection(session);
    },

    'mintscope.exploreSampleData': async () => {
      await session.ready();
      await exploreSampleData(session);
    },
  } satisfies Handlers;
}
