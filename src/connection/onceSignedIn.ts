import * as vscode from 'vscode';
import { Later } from '../core/base/later.ts';
import type { Log } from '../editor/log.ts';
import type { Session } from './session.ts';

/**
 * Until the rows that a person waits for are requested or painted, in milliseconds. What nobody
 * waits for begins after that.
 */
export const UNTIL_PAINTED_MS = 150;

/**
 * Calls `load` a moment after a sign-in is found or made. If that fails, it is logged, and the next
 * change of the connection tries again.
 */
export function onceSignedIn(
  session: Session,
  load: () => Promise<unknown>,
  log: Log,
): vscode.Disposable {
  const later = new Later(session.clock, () => {
    load().catch((error: unknown) => {
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
  });
}
