import * as vscode from 'vscode';
import type { Catalog } from '../../connection/catalog.ts';
import type { Session } from '../../connection/session.ts';
import { startLate } from '../../editor/lateStart.ts';
import type { Log } from '../../editor/log.ts';

/** Tells in texts which rows they name, once rows are painted. */
export function hovers(session: Session, catalog: Catalog, log: Log): vscode.Disposable {
  const load = async () => {
    const { RowHovers } = await import('./rowHovers.ts');
    return vscode.languages.registerHoverProvider('*', new RowHovers(session, catalog));
  };
  const isSignedIn = () => session.current !== undefined;
  return startLate(session.clock, session.onDidChange, isSignedIn, load, 'Hovers', log);
}
