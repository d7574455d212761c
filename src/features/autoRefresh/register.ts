import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import type { Clock } from '../../core/base/clock.ts';
import { startLate } from '../../editor/lateStart.ts';
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
  const load = async () => {
    const { keepFresh } = await import('./keepFresh.ts');
    return keepFresh(session, lists, clock, log);
  };
  const isOn = () => settings.autoRefresh > 0;
  return startLate(
    vscode.workspace.onDidChangeConfiguration,
    isOn,
    load,
    'mintscope.autoRefresh',
    log,
  );
}
