import type * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Project } from '../../core/model/model.ts';
import { startLate } from '../../editor/lateStart.ts';
import type { Log } from '../../editor/log.ts';
import type { ListView } from '../../views/listView.ts';

/** Finds what needs attention once somebody is signed in and rows are painted. */
export function attention(
  session: Session,
  projects: PagedList<Project>,
  view: ListView,
  log: Log,
): vscode.Disposable {
  const load = async () => {
    const { AttentionView } = await import('./attentionView.ts');
    const { attentionOf } = await import('./attention.ts');
    return new AttentionView(session, attentionOf(session, projects), () => {
      view.place.showAgain();
    });
  };
  const isSignedIn = () => session.current !== undefined;
  return startLate(session.clock, session.onDidChange, isSignedIn, load, 'Attention', log);
}
