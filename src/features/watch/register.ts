import type * as vscode from 'vscode';
import { startLate } from '../../editor/lateStart.ts';
import type { Log } from '../../editor/log.ts';
import type { WatchingParts } from './watching.ts';

/** Loads watching once somebody is signed in: only then is it known what is watched. */
export function watching(parts: WatchingParts, log: Log): vscode.Disposable {
  const { session } = parts;
  const load = async () => {
    const { watchingOf } = await import('./watching.ts');
    return watchingOf(parts);
  };
  const isSignedIn = () => session.current !== undefined;
  return startLate(session.clock, session.onDidChange, isSignedIn, load, 'Watching', log);
}
