import * as vscode from 'vscode';
import type { Outage, Recoverable } from '../../connection/serviceStatus.ts';
import type { Session } from '../../connection/session.ts';
import { LONGEST_WAIT_MS } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { isOutage } from '../../core/model/serviceError.ts';
import type { ListRow } from '../../core/model/sharedKeys.ts';
import type { Log } from '../../editor/log.ts';

const SHORTEST_WAIT_MS = 15_000;
const LONGEST_BACK_OFF_MS = 60_000;
/** How often to check whether a failed surface is visible. */
const LOOK_MS = 1000;

/**
 * Retries what could not be read during an outage.
 *
 * While the outage lasts, one visible surface at a time is tried, after 15 seconds and then after
 * growing waits of up to a minute. Such a try ignores a pause, because its time was shown. A failed
 * Retry or Refresh of the user never moves it to a later time; only the service can, with
 * Retry-After, by an hour at most. Nothing is tried while the window has no focus, or all that
 * failed is hidden.
 *
 * As soon as any request succeeds, everything that failed is read again once, also what is hidden.
 * What fails again then, for example one project whose stats the service cannot give, waits as
 * above: it is not read after each further success.
 */
export class Recovery implements vscode.Disposable {
  readonly #session: Session;
  readonly #surfaces: () => readonly Recoverable[];
  readonly #log: Log;
  readonly #subscriptions: vscode.Disposable;
  /** Surfaces that were read again after a success, until they show no failure. */
  readonly #readAgain = new Set<Recoverable>();
  #followed: Outage | undefined;
  #tries = 0;
  /** When the next try is due, in milliseconds since 1970; 0 if none is planned. */
  #dueAt = 0;
  /** The service asked for no request before this time. */
  #notBefore = 0;
  readonly #timer: Later;
  #disposed = false;

  /** @param surfaces returns those that are open now, the same objects each time. */
  constructor(session: Session, surfaces: () => readonly Recoverable[], log: Log) {
    this.#session = session;
    this.#surfaces = surfaces;
    this.#log = log;
    this.#timer = new Later(session.clock, this.#tryIfDue);
    this.#subscriptions = vscode.Disposable.from(
      session.onDidChangeStatus(() => {
        this.#follow();
      }),
      session.onDidChange(() => {
        // A change of connection already reads everything again.
        if (!session.outage) this.#stop();
      }),
      vscode.window.onDidChangeWindowState(this.#tryIfDue),
    );
    if (session.outage) this.#follow();
    // An outage began and ended before this code was loaded.
    else if (this.#failed().length > 0) this.#recover();
  }

  dispose(): void {
    this.#disposed = true;
    this.#timer.cancel();
    this.#subscriptions.dispose();
  }

  #follow(): void {
    const { outage } = this.#session;
    // Only `refused` or `retryAt` has changed.
    if (outage === this.#followed) return;
    this.#followed = outage;
    this.#proceed();
  }

  #proceed(): void {
    const { outage, refused } = this.#session;
    if (outage) this.#plan(outage);
    else if (refused) this.#stop();
    else this.#recover();
  }

  #plan({ failure }: Outage): void {
    // Updates `#readAgain`.
    this.#failed();
    const now = this.#session.clock.now();
    let waitMs = Math.min(LONGEST_BACK_OFF_MS, SHORTEST_WAIT_MS * 2 ** this.#tries);
    // No request was sent, so try as soon as the pause ends.
    if (failure.kind === 'paused') waitMs = Math.max(LOOK_MS, failure.retryAfterMs);
    else if ('retryAfterMs' in failure) this.#notBefore = now + (failure.retryAfterMs ?? 0);
    const announced = this.#session.retryAt ?? Infinity;
    const dueAt = Math.max(Math.min(announced, now + waitMs), this.#notBefore);
    this.#dueAt = Math.min(dueAt, now + LONGEST_WAIT_MS);
    this.#session.retryAt = this.#dueAt;
    this.#checkIn(this.#dueAt - now);
  }

  /** The service works: reads again what failed, except what is being read already. */
  #recover(): void {
    this.#notBefore = 0;
    const failed = this.#failed();
    const hasFailedAgain = failed.some((surface) => this.#readAgain.has(surface));
    // If a surface failed again after a success, keep the planned try.
    if (!hasFailedAgain || this.#dueAt === 0) {
      this.#session.retryAt = undefined;
      this.#dueAt = this.#session.clock.now() + SHORTEST_WAIT_MS;
      this.#checkIn(SHORTEST_WAIT_MS);
    }
    for (const surface of failed) {
      if (surface.busy || this.#readAgain.has(surface)) continue;
      this.#readAgain.add(surface);
      void this.#retry(surface);
    }
  }

  readonly #tryIfDue = (): void => {
    if (this.#dueAt === 0) return;
    const now = this.#session.clock.now();
    // The clock may have been set back.
    this.#dueAt = Math.min(this.#dueAt, now + LONGEST_WAIT_MS);
    if (this.#session.retryAt !== undefined) this.#session.retryAt = this.#dueAt;
    if (this.#dueAt > now) {
      this.#checkIn(this.#dueAt - now);
      return;
    }
    const failed = this.#failed();
    if (failed.length === 0) {
      this.#stop();
      return;
    }
    // The time of an overdue try is unknown: the window or the surfaces may be hidden.
    this.#session.retryAt = undefined;
    this.#timer.cancel();
    if (!vscode.window.state.focused) return;
    const waiting = failed.filter(({ visible, busy }) => visible && !busy);
    const next = waiting[this.#tries % waiting.length];
    if (!next) {
      this.#checkIn(LOOK_MS);
      return;
    }
    this.#tries++;
    this.#dueAt = 0;
    this.#session.probeNow();
    void this.#retry(next).then(() => {
      // No event reports a try that was canceled, or one that succeeded after the outage.
      if (this.#dueAt === 0) this.#proceed();
    });
  };

  /** The surfaces that show an outage. Removes the others from `#readAgain`. */
  #failed(): readonly Recoverable[] {
    const failed = this.#surfaces().filter((surface) => surface.failed);
    for (const one of this.#readAgain) if (!failed.includes(one)) this.#readAgain.delete(one);
    return failed;
  }

  async #retry(surface: Recoverable): Promise<void> {
    try {
      await surface.retry();
    } catch (error) {
      this.#log.error(`Trying again failed: ${String(error)}`);
    }
    // Delete it now: a panel shows the next outage from its start, as if it had failed again.
    if (!surface.failed) this.#readAgain.delete(surface);
  }

  #stop(): void {
    this.#timer.cancel();
    this.#dueAt = this.#notBefore = this.#tries = 0;
    this.#readAgain.clear();
    this.#session.retryAt = undefined;
  }

  #checkIn(ms: number): void {
    if (!this.#disposed) this.#timer.restart(ms);
  }
}

export interface ShownList {
  readonly list: Pick<PagedList<ListRow>, 'state' | 'loadMore' | 'loadAll' | 'refresh'>;
  readonly view: { readonly visible: boolean };
}

/** A list as a surface; a retry repeats the operation that failed. */
export function recoverableList({ list, view }: ShownList): Recoverable {
  return {
    get failed() {
      const { failure } = list.state;
      return failure !== undefined && isOutage(failure.failure);
    },
    get busy() {
      return list.state.work !== undefined;
    },
    get visible() {
      return view.visible;
    },
    retry() {
      const during = list.state.failure?.during;
      if (during === 'more') return list.loadMore();
      return during === 'all' ? list.loadAll() : list.refresh();
    },
  };
}
