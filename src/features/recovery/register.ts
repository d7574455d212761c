import type * as vscode from 'vscode';
import type { Recoverable } from '../../connection/recoverable.ts';
import type { Session } from '../../connection/session.ts';
import { startLate } from '../../editor/lateStart.ts';
import type { Log } from '../../editor/log.ts';
import type { ShownList } from './recovery.ts';

/**
 * Loads the recovery at the first outage.
 * @param others returns what may show an outage besides the lists.
 */
export function recovery(
  session: Session,
  lists: readonly ShownList[],
  others: () => readonly Recoverable[],
  log: Log,
): vscode.Disposable {
  const load = async () => {
    const began = session.outage;
    const { Recovery, recoverableList } = await import('./recovery.ts');
    const views = lists.map(recoverableList);
    return new Recovery(session, () => [...views, ...others()], log, began);
  };
  const isDown = () => session.outage !== undefined;
  return startLate(session.clock, session.onDidChangeStatus, isDown, load, 'Recovery', log);
}
