import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import { startLate } from '../../editor/lateStart.ts';
import type { Log } from '../../editor/log.ts';
import { settings } from '../../editor/settings.ts';
import type { KeptFresh } from './keepFresh.ts';

/** Loads the automatic refresh when the setting turns it on; by default it is off. */
export function autoRefresh(
  session: Session,
  lists: readonly KeptFresh[],
  log: Log,
): vscode.Disposable {
  const load = async () => {
    const { keepFresh } = await import('./keepFresh.ts');
    return keepFresh(session, lists, log);
  };
  const isOn = () => settings.autoRefresh > 0;
  const event = vscode.workspace.onDidChangeConfiguration;
  return startLate(session.clock, event, isOn, load, 'mintscope.autoRefresh', log);
}
