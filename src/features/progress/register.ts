import type * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Project } from '../../core/model/model.ts';
import type { ListView } from '../../views/listView.ts';
import { startLate } from '../../editor/lateStart.ts';
import type { Log } from '../../editor/log.ts';

/** Shows in the rows how far the projects are, once rows are painted. */
export function progress(
  session: Session,
  projects: PagedList<Project>,
  view: ListView,
  log: Log,
): vscode.Disposable {
  const load = async () => {
    const { RowProgress } = await import('./rowProgress.ts');
    const { RowsInSight } = await import('./rowsInSight.ts');
    const painting = new RowProgress(session, view);
    const reading = new RowsInSight(session, projects, view.marks);
    return {
      dispose: () => {
        painting.dispose();
        reading.dispose();
      },
    };
  };
  const isSignedIn = () => session.current !== undefined;
  return startLate(session.clock, session.onDidChange, isSignedIn, load, 'Progress', log);
}
