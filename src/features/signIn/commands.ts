import * as l10n from '@vscode/l10n';
import { switchableSignIns, signOut } from '../../connection/connectionChanges.ts';
import type { Session } from '../../connection/session.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { showInformation } from '../../editor/notify.ts';
import { nameConnection } from './nameConnection.ts';
import { signedOutWords } from './sessionMessages.ts';
import { signIn } from './signIn.ts';
import { SignInDraft } from './signInDraft.ts';
import { exploreSampleData, forgetAll, switchConnection } from './switchConnection.ts';

/**
 * Commands to sign in and out, to switch, name and delete connections, and to show sample data.
 * @param closing aborts when the window closes or the extension host restarts.
 */
export function sessionCommands(session: Session, closing: AbortSignal) {
  const draft = new SignInDraft(session.clock);
  closing.addEventListener('abort', () => {
    draft.clear();
  });
  return {
    'mintscope.signIn': async () => {
      await session.ready();
      await signIn(session, draft);
    },

    'mintscope.signOut': async () => {
      await session.ready();
      const before = session.current;
      if (!before) {
        void showInformation(l10n.t('You are not signed in.'));
        return;
      }
      await signOut(session);
      if (before.scope !== 'sample') draft.signedOutOf = before.address.base;
      void showInformation(
        signedOutWords(before, session.current, await switchableSignIns(session)),
      );
    },

    'mintscope.switchConnection': async () => {
      await session.ready();
      await switchConnection(session, draft);
    },

    'mintscope.nameConnection': async () => {
      await session.ready();
      const { current } = session;
      if (current && current.scope !== 'sample') await nameConnection(current.address);
      else void showInformation(l10n.t('Sign in first: there is no connection to name.'));
    },

    'mintscope.forgetAllSignIns': async () => {
      await forgetAll(session, draft);
    },

    'mintscope.exploreSampleData': async () => {
      await session.ready();
      await exploreSampleData(session);
    },
  } satisfies Handlers;
}
