import * as vscode from 'vscode';
import type { Lazy } from '../core/base/lazy.ts';
import { Later } from '../core/base/later.ts';
import type { Log } from '../editor/log.ts';
import type { Session } from './session.ts';

/**
 * Until the rows that the user waits for are requested or painted, in milliseconds. What nobody
 * waits for begins after that.
 */
export const UNTIL_PAINTED_MS = 150;

/**
 * Loads a part a moment after a sign-in is found or made, unless it is loaded already. If that fails,
 * it is logged, and the next change of the connection tries again.
 * @returns what also disposes of the part, if it was loaded or is being loaded.
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
