import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import { type Clock, LONGEST_WAIT_MS } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Failure } from '../../core/model/serviceError.ts';
import type { ListRow } from '../../core/model/sharedKeys.ts';
import type { Log } from '../../editor/log.ts';
import { settings } from '../../editor/settings.ts';

/** The wait is at least this many times the duration of the last load, up to an hour. */
const REST_FACTOR = 20;
/** Each failure in a row doubles the wait, up to this. */
const LONGEST_BACK_OFF_MS = 10 * 60_000;

export interface RefreshedList {
  readonly list: Pick<PagedList<ListRow>, 'state' | 'onChange' | 'refresh'>;
  readonly view: {
    readonly visible: boolean;
    readonly onDidChangeVisibility: vscode.Event<unknown>;
  };
}

/**
 * Refreshes each list every `mintscope.autoRefresh` seconds, while its view is visible, the window
 * has the focus, the list is not being read and the token is not refused. Failures show no message.
 * During a pause for a failing service no request is sent.
 */
export function keepFresh(
  session: Session,
  lists: readonly RefreshedList[],
  log: Log,
): vscode.Disposable {
  return vscode.Disposable.from(...lists.map((one) => keepOneFresh(session, one, log)));
}

function keepOneFresh(
  session: Session,
  { list, view }: RefreshedList,
  log: Log,
): vscode.Disposable {
  const { clock } = session;
  const schedule = new RefreshSchedule(clock, () => {
    list.refresh().catch((error: unknown) => {
      log.error(`An automatic refresh failed: ${String(error)}`);
    });
  });
  const update = () => {
    const isSeen = view.visible && vscode.window.state.focused;
    const signedIn = session.current !== undefined && !session.refused;
    schedule.set(settings.autoRefresh * 1000, isSeen && signedIn && list.state.work === undefined);
  };
  let { work, failure } = list.state;
  let startedAt = clock.now();
  const follow = () => {
    const { state } = list;
    if (state.work === work) return;
    // Loading more does not make the other pages newer.
    if (work !== undefined && work !== 'more') {
      const failed = state.failure === failure ? undefined : state.failure?.failure;
      schedule.ended(clock.now() - startedAt, failed);
    }
    ({ work, failure } = state);
    startedAt = clock.now();
    update();
  };
  // For rows that are loaded already: how long that took is unknown, and the wait begins now.
  if (list.state.asOf !== undefined) schedule.ended(0, undefined);
  update();
  return vscode.Disposable.from(
    schedule,
    new vscode.Disposable(list.onChange(follow)),
    view.onDidChangeVisibility(update),
    vscode.window.onDidChangeWindowState(update),
    vscode.workspace.onDidChangeConfiguration(update),
    session.onDidChangeStatus(update),
    session.onDidChange(() => {
      schedule.reset();
      update();
    }),
  );
}

/** Decides when a list is refreshed automatically, without access to the list or its view. */
export class RefreshSchedule {
  readonly #clock: Clock;
  readonly #refreshing: Later;
  #everyMs = 0;
  #allowed = false;
  #last: { readonly endedAt: number; readonly tookMs: number; readonly waitMs: number } | undefined;
  #failures = 0;

  /** @param refresh starts a load of the list; call `ended` when it has ended. */
  constructor(clock: Clock, refresh: () => void) {
    this.#clock = clock;
    this.#refreshing = new Later(clock, refresh);
  }

  /**
   * @param everyMs the least time from the end of a load to the next refresh; 0 for no refresh.
   * @param allowed whether the list may be read now. If a refresh became due while it was false,
   * it is made as soon as it is true.
   */
  set(everyMs: number, allowed: boolean): void {
    this.#everyMs = everyMs;
    this.#allowed = allowed;
    this.#plan();
  }

  /** Call it after each load but that of one more page, also if it failed or the user began it. */
  ended(tookMs: number, failure: Failure | undefined): void {
    this.#failures = failure ? this.#failures + 1 : 0;
    const waitMs = failure && 'retryAfterMs' in failure ? (failure.retryAfterMs ?? 0) : 0;
    this.#last = { endedAt: this.#clock.now(), tookMs, waitMs };
    this.#plan();
  }

  /** Forgets the loads so far: nothing is refreshed until the next call of `ended`. */
  reset(): void {
    this.#last = undefined;
    this.#failures = 0;
    this.#plan();
  }

  dispose(): void {
    this.#refreshing.cancel();
  }

  #plan(): void {
    this.#refreshing.cancel();
    if (this.#everyMs === 0 || !this.#allowed || !this.#last) return;
    const { endedAt, tookMs, waitMs } = this.#last;
    const usual = Math.max(this.#everyMs, REST_FACTOR * tookMs);
    const backedOff = Math.min(LONGEST_BACK_OFF_MS, usual * 2 ** this.#failures);
    const rest = Math.min(LONGEST_WAIT_MS, Math.max(usual, backedOff, waitMs));
    const delay = Math.max(this.#everyMs, rest);
    // The clock of the machine may have been set back since.
    const remaining = Math.min(delay, endedAt + delay - this.#clock.now());
    this.#refreshing.soon(remaining);
  }
}
