import * as vscode from 'vscode';
import { scopeWords } from '../editor/connectionWords.ts';
import type { ActiveConnection, Session } from '../editor/session.ts';
import type { Handlers } from './ids.ts';

type Ids =
  | 'mintscope.signIn'
  | 'mintscope.signOut'
  | 'mintscope.switchConnection'
  | 'mintscope.exploreSampleData';

/** Signing in and out, for real and with sample data, and from one to another. */
export function sessionCommands(session: Session): Handlers<Ids> {
  return {
    'mintscope.signIn': async () => {
      await session.ready();
      const { signInFlow } = await import('../editor/flows/index.ts');
      const done = await signInFlow(session);
      if (!done) return;
      const own =
        done.scope === 'every' && session.current?.scope === 'workspace'
          ? ` This workspace keeps its own sign-in to ${session.current.address.host}.`
          : '';
      void vscode.window.showInformationMessage(
        `Signed in to ${done.address.host} in ${scopeWords(done.scope)}.${own}`,
      );
    },

    'mintscope.signOut': async () => {
      await session.ready();
      const before = session.current;
      if (!before) {
        void vscode.window.showInformationMessage('You are not signed in.');
        return;
      }
      await session.signOut();
      const everywhere = before.scope === 'every' ? ' in every workspace' : '';
      const from =
        before.scope === 'sample'
          ? 'Sample data stopped.'
          : `Signed out of ${before.address.host}${everywhere}.`;
      const others = (await session.kept()).filter(({ id }) => id !== session.current?.id).length;
      const kept = others === 1 ? '1 other sign-in is' : `${others} other sign-ins are`;
      void vscode.window.showInformationMessage(
        `${from}${nowUsing(session.current)}${others > 0 ? ` ${kept} kept for switching.` : ''}`,
      );
    },

    'mintscope.switchConnection': async () => {
      await session.ready();
      const { switchConnection } = await import('../editor/flows/index.ts');
      await switchConnection(session);
    },

    'mintscope.exploreSampleData': async () => {
      await session.exploreSampleData();
      await vscode.commands.executeCommand('mintscope.projects.focus');
    },
  };
}

/** Signing out of a workspace's own sign-in can bring the one for every workspace to the fore. */
function nowUsing(after: ActiveConnection | undefined): string {
  return after ? ` This workspace now uses your sign-in to ${after.address.host}.` : '';
}
