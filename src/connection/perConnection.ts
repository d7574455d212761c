import * as vscode from 'vscode';
import { Later } from '../core/base/later.ts';
import type { Lazy } from '../core/base/lazy.ts';
import type { Log } from '../editor/log.ts';
import type { ActiveConnection } from './activeConnection.ts';
import type { Session } from './session.ts';

/** One `Part` for each connection, created by the first call. */
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
 * Calls `begin` now and after each change of the connection. What it returned before is disposed of
 * first, and at the end.
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

/** Enough milliseconds to request or paint the rows that the user waits for. */
export const UNTIL_PAINTED_MS = 150;

/**
 * Loads a part a moment after the window has a connection. A failure is logged, and the next change
 * of the connection tries again.
 * @returns a disposable that also disposes of the part.
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
