import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { ListState } from '../../core/lists/listState.ts';
import type { Failure } from '../../core/model/serviceError.ts';
import type { Log } from '../../editor/log.ts';
import { settings } from '../../editor/settings.ts';

/** A list is busy with its refreshes for a twentieth of the time at most. */
const REST_FACTOR = 20;
const LONGEST_BACK_OFF_MS = 10 * 60_000;

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
 * window has the focus and nothing else is being read. It asks nobody anything, sends
 * nothing while requests to a failing service are paused, and stops where a token was refused until
 * there is another.
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

/** When a list is due to be read again by itself. It knows neither list nor view: it is told. */
export class RefreshSchedule {
  readonly #clock: Clock;
  readonly #refresh: () => void;
  #everyMs = 0;
  #allowed = false;
  #last: { readonly endedAt: number; readonly tookMs: number; readonly waitMs: number } | undefined;
  #failures = 0;
  #callOff: (() => void) | undefined;

  /** @param refresh reads the list again; its end is told by `ended`. */
  constructor(clock: Clock, refresh: () => void) {
    this.#clock = clock;
    this.#refresh = refresh;
  }

  /**
   * @param everyMs the least time from one refresh to the next; 0 for none at all.
   * @param allowed whether the list may be read now. Nothing is made up for: what became due in
   * between is read once, at once.
   */
  set(everyMs: number, allowed: boolean): void {
    this.#everyMs = everyMs;
    this.#allowed = allowed;
    this.#plan();
  }

  /** The list was read, well or not, whoever asked for it. */
  ended(tookMs: number, failure: Failure | undefined): void {
    this.#failures = failure ? this.#failures + 1 : 0;
    const asked = failure && 'retryAfterMs' in failure ? failure.retryAfterMs : undefined;
    const waitMs = asked ?? 0;
    this.#last = { endedAt: this.#clock.now(), tookMs, waitMs };
    this.#plan();
  }

  /** Another connection: nothing of it was read yet. */
  restart(): void {
    this.#last = undefined;
    this.#failures = 0;
    this.#plan();
  }

  dispose(): void {
    this.#callOff?.();
  }

  #plan(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    if (this.#everyMs === 0 || !this.#allowed || !this.#last) return;
    const { endedAt, tookMs, waitMs } = this.#last;
    const usual = Math.max(this.#everyMs, REST_FACTOR * tookMs);
    const backedOff = Math.min(LONGEST_BACK_OFF_MS, usual * 2 ** this.#failures);
    const delay = Math.max(usual, backedOff, waitMs);
    // The clock of the machine may have been set back since.
    const left = Math.min(delay, endedAt + delay - this.#clock.now());
    this.#callOff = this.#clock.after(Math.max(0, left), () => {
      this.#callOff = undefined;
      this.#refresh();
    });
  }
}
