import * as vscode from 'vscode';
import type { ActiveConnection, Session } from '../editor/session.ts';
import type { Handlers } from './ids.ts';

type Ids = 'mintscope.signIn' | 'mintscope.signOut' | 'mintscope.exploreSampleData';

/** Signing in and out, for real and with sample data. */
export function sessionCommands(session: Session): Handlers<Ids> {
  return {
    'mintscope.signIn': async () => {
      await session.ready();
      const { signInFlow } = await import('../editor/flows/index.ts');
      const done = await signInFlow(session);
      if (!done) return;
      const where = done.scope === 'workspace' ? 'this workspace' : 'every workspace';
      const own =
        done.scope === 'every' && session.current?.scope === 'workspace'
          ? ` This workspace keeps its own sign-in to ${session.current.address.host}.`
          : '';
      void vscode.window.showInformationMessage(
        `Signed in to ${done.address.host} in ${where}.${own}`,
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
      const now = nowUsing(session.current);
      void vscode.window.showInformationMessage(from + now);
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
