import * as vscode from 'vscode';
import { Lazy } from '../core/base/lazy.ts';
import type { Log } from './log.ts';

/**
 * Starts a part as soon as `wants` is true, checked now and at each event. If it cannot be loaded,
 * that is logged, and the next such event tries again.
 * @param what the name of the part in the log, for example `mintscope.autoRefresh`.
 */
export function startLate(
  event: vscode.Event<unknown>,
  wants: () => boolean,
  load: () => Promise<vscode.Disposable>,
  what: string,
  log: Log,
): vscode.Disposable {
  const running = new Lazy(load);
  const start = () => {
    if (!wants()) return;
    running.get().catch((error: unknown) => {
      log.error(`${what} does not work: ${String(error)}`);
    });
  };
  const following = event(start);
  start();
  return new vscode.Disposable(() => {
    following.dispose();
    running.ifAsked((part) => {
      part.dispose();
    });
  });
}
