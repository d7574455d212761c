import * as vscode from 'vscode';
import type { ActiveConnection } from './activeConnection.ts';
import type { Session } from './session.ts';

/**
 * Calls `begin` with the connection in use, now and after each change of it. What `begin` returned
 * before is disposed of first.
 */
export function followConnection(
  session: Pick<Session, 'current' | 'onDidChange'>,
  begin: (current: ActiveConnection | undefined) => readonly vscode.Disposable[],
): vscode.Disposable {
  let following: readonly vscode.Disposable[] = [];
  const end = () => {
    for (const one of following) one.dispose();
    following = [];
  };
  const follow = () => {
    end();
    following = begin(session.current);
  };
  follow();
  return vscode.Disposable.from(session.onDidChange(follow), { dispose: end });
}
