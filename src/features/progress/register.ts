import type * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Project } from '../../core/model/model.ts';
import { startLate } from '../../editor/lateStart.ts';
import type { Log } from '../../editor/log.ts';

/** Shows in the rows how far the projects are, once rows are painted. */
export function progress(
  session: Session,
  projects: PagedList<Project>,
  log: Log,
): vscode.Disposable {
  const load = async () => {
    const { showProgress } = await import('./progressDecorations.ts');
    return showProgress(session, projects);
  };
  const isSignedIn = () => session.current !== undefined;
  return startLate(session.clock, session.onDidChange, isSignedIn, load, 'Progress', log);
}
