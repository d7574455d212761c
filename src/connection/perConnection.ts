import * as vscode from 'vscode';
import type { ActiveConnection } from './activeConnection.ts';
import type { Session } from './session.ts';

/** Returns what gives the one object that belongs to a connection. It is created at the first call. */
export function perConnection<Part>(
  create: (connection: ActiveConnection) => Part,
): (connection: ActiveConnection) => Part {
  const all = new WeakMap<ActiveConnection, Part>();
  return (connection) => {
    const found = all.get(connection) ?? create(connection);
    all.set(connection, found);
    return found;
  };
}

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
