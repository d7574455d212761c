import * as vscode from 'vscode';
import { Later } from '../core/base/later.ts';
import type { Lazy } from '../core/base/lazy.ts';
import type { Log } from '../editor/log.ts';
import type { ActiveConnection } from './activeConnection.ts';
import type { Session } from './session.ts';

/** Returns a function that gives the one object of a connection. The first call creates it. */
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

/**
 * How long it takes until the rows that the user waits for are requested or painted, in
 * milliseconds. Other work begins after that.
 */
export const UNTIL_PAINTED_MS = 150;

/**
 * Loads a part a moment after a sign-in is found or made, unless it is loaded already. If that
 * fails, it is logged, and the next change of the connection tries again.
 * @returns a disposable that also disposes of the part, if it was loaded or is being loaded.
 */
export function onceSignedIn(
  session: Session,
  part: Lazy<{ dispose(): unknown }>,
  log: Log,
): vscode.Disposable {
  const later = new Later(session.clock, () => {
    part.get().catch((error: unknown) => {
      log.error(`Mintscope is not complete: ${String(error)}`);
    });
  });
  const start = () => {
    if (session.current) later.soon(UNTIL_PAINTED_MS);
    else later.cancel();
  };
  const following = session.onDidChange(start);
  start();
  return new vscode.Disposable(() => {
    following.dispose();
    later.cancel();
    part.ifAsked((loaded) => loaded.dispose());
  });
}
