import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { ListState } from '../../core/lists/listState.ts';
import type { Log } from '../../editor/log.ts';
import { settings } from '../../editor/settings.ts';
import { RefreshSchedule } from './refreshSchedule.ts';

/** A list and the view that shows it, as far as refreshing by itself needs them. */
export interface KeptFresh {
  readonly list: {
    readonly state: ListState<unknown>;
    onChange(listener: () => void): () => void;
    refresh(): Promise<void>;
  };
  readonly view: {
    readonly visible: boolean;
    readonly onDidChangeVisibility: vscode.Event<unknown>;
  };
}

/**
 * Refreshes each list by itself as `mintscope.autoRefresh` says: while its view can be seen, the
 * window has the focus and nothing else is being read. It asks nobody anything, forces no service
 * that is left in peace, and stops where a token was refused until there is another.
 */
export function keepFresh(
  session: Session,
  lists: readonly KeptFresh[],
  clock: Clock,
  log: Log,
): vscode.Disposable {
  return vscode.Disposable.from(...lists.map((one) => keepOneFresh(session, one, clock, log)));
}

function keepOneFresh(
  session: Session,
  { list, view }: KeptFresh,
  clock: Clock,
  log: Log,
): vscode.Disposable {
  const schedule = new RefreshSchedule(clock, () => {
    list.refresh().catch((error: unknown) => {
      log.error(`A refresh by itself failed: ${String(error)}`);
    });
  });
  const update = () => {
    const seen = view.visible && vscode.window.state.focused;
    const signedIn = session.current !== undefined && !session.refused;
    schedule.set(settings.autoRefresh * 1000, seen && signedIn && list.state.work === undefined);
  };
  let { work, failure } = list.state;
  let startedAt = clock.now();
  const follow = () => {
    const { state } = list;
    if (state.work === work) return;
    // One page more says nothing of how old the others are.
    if (work !== undefined && work !== 'more') {
      const failed = state.failure === failure ? undefined : state.failure?.failure;
      schedule.ended(clock.now() - startedAt, failed);
    }
    ({ work, failure } = state);
    startedAt = clock.now();
    update();
  };
  // What was read before the setting was turned on is as old as it is.
  const { asOf } = list.state;
  if (asOf !== undefined) schedule.ended(0, undefined);
  update();
  return vscode.Disposable.from(
    schedule,
    new vscode.Disposable(list.onChange(follow)),
    view.onDidChangeVisibility(update),
    vscode.window.onDidChangeWindowState(update),
    vscode.workspace.onDidChangeConfiguration(update),
    session.onDidJudge(update),
    session.onDidChange(() => {
      schedule.restart();
      update();
    }),
  );
}
