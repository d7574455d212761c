import * as vscode from 'vscode';
import { Later } from '../core/base/later.ts';
import type { Lazy } from '../core/base/lazy.ts';
import type { Log } from '../editor/log.ts';
import type { ActiveConnection } from './activeConnection.ts';
import type { Session } from './session.ts';

/** Returns a function that returns the one `Part` of a connection. Its first call creates it. */
export function perConnection<Part>(
  create: (connection: ActiveConnection) => Part,
): (connection: ActiveConnection) => Part {
  const parts = new WeakMap<ActiveConnection, Part>();
  return (connection) => {
    const part = parts.get(connection) ?? create(connection);
    parts.set(connection, part);
    return part;
  };
}

/**
 * Calls `begin` with the connection in use, if there is one, now and after each change of it. What
 * `begin` returned before is disposed of first, and when the result of this is disposed of.
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
 * Enough time, in milliseconds, to request or paint the rows that the user waits for. Other work
 * begins after it.
 */
export const UNTIL_PAINTED_MS = 150;

/**
 * Loads a part `UNTIL_PAINTED_MS` after the window has a connection, unless it is loaded already.
 * If that fails, it is logged, and the next change of the connection tries again.
 * @returns a disposable that also disposes of the part, if it was loaded or is being loaded.
 */
export function onceSignedIn(
  session: Session,
  part: Lazy<{ dispose(): unknown }>,
  log: Log,
): vscode.Disposable {
  const loading = new Later(session.clock, () => {
    part.get().catch((error: unknown) => {
      log.error(`Mintscope is not complete: ${String(error)}`);
    });
  });
  const following = session.onDidChange(() => {
    if (session.current) loading.soon(UNTIL_PAINTED_MS);
  });
  return new vscode.Disposable(() => {
    following.dispose();
    loading.cancel();
    part.ifAsked((loaded) => loaded.dispose());
  });
}
