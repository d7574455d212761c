import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import type { Clock } from '../../core/base/clock.ts';
import { Lazy } from '../../core/base/lazy.ts';
import type { Log } from '../../editor/log.ts';
import { settings } from '../../editor/settings.ts';
import type { KeptFresh } from './keepFresh.ts';

/** Loads the automatic refresh when the setting turns it on; by default it is off. */
export function autoRefresh(
  session: Session,
  lists: readonly KeptFresh[],
  clock: Clock,
  log: Log,
): vscode.Disposable {
  const running = new Lazy(async () => {
    const { keepFresh } = await import('./keepFresh.ts');
    return keepFresh(session, lists, clock, log);
  });
  const start = () => {
    if (settings.autoRefresh === 0) return;
    running.get().catch((error: unknown) => {
      // It is tried again after the next change of a setting.
      log.error(`mintscope.autoRefresh does not work: ${String(error)}`);
    });
  };
  const following = vscode.workspace.onDidChangeConfiguration(start);
  start();
  return new vscode.Disposable(() => {
    following.dispose();
    running.ifAsked((kept) => {
      kept.dispose();
    });
  });
}
