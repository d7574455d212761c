import * as vscode from 'vscode';
import type { Clock } from '../core/base/clock.ts';
import { Later } from '../core/base/later.ts';
import { Lazy } from '../core/base/lazy.ts';
import type { Log } from './log.ts';

/**
 * Rows that the user waits for are requested or painted within this time. Other parts start after
 * it.
 */
export const UNTIL_PAINTED_MS = 150;

/**
 * Starts a part a moment after `wants` is true, checked now and at each event. If the code cannot
 * be loaded, that is logged, and the next event tries again.
 * @param what the name of the part in the log, for example `mintscope.autoRefresh`.
 */
export function startLate(
  clock: Clock,
  event: vscode.Event<unknown>,
  wants: () => boolean,
  load: () => Promise<vscode.Disposable>,
  what: string,
  log: Log,
): vscode.Disposable {
  const running = new Lazy(load);
  const later = new Later(clock, () => {
    if (!wants()) return;
    running.get().catch((error: unknown) => {
      log.error(`${what} does not work: ${String(error)}`);
    });
  });
  const start = () => {
    if (wants()) later.soon(UNTIL_PAINTED_MS);
  };
  const following = event(start);
  start();
  return new vscode.Disposable(() => {
    following.dispose();
    later.cancel();
    running.ifAsked((part) => {
      part.dispose();
    });
  });
}
