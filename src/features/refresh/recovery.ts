import * as vscode from 'vscode';
import type { Outage } from '../../connection/serviceStatus.ts';
import type { Session } from '../../connection/session.ts';
import { LONGEST_WAIT_MS } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import type { Log } from '../../editor/log.ts';
import { hasFocus, onDidChangeFocus } from '../../editor/windowFocus.ts';

/** A view, a panel or documents that may show an outage. */
export interface Recoverable {
  /** Whether it shows an outage, also while it reads again. */
  readonly failed: boolean;
  readonly busy: boolean;
  readonly visible: boolean;
  /** Reads again what failed. Resolves when that has ended; for documents, when it has begun. */
  retry(): Promise<unknown>;
}

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
 * What fails again then, for example one project whose stats the service cannot give, waits 15
 * seconds at least: it is not read after each further success.
 */
export class Recovery implements vscode.Disposable {
  readonly #session: Session;
  readonly #surfaces: () => readonly Recoverable[];
  readonly #log: Log;
  readonly #subscriptions: vscode.Disposable;
  /** When surfaces that failed again were last read because of a success, by `Clock.uptime`. */
  readonly #readAgainAt = new WeakMap<Recoverable, number>();
  #followed: Outage | undefined;
  #tries = 0;
  /** When the next try is due, by `Clock.uptime`; `undefined` if none is planned. */
  #dueAt: number | undefined;
  /** The service asked for no request before this time, by `Clock.uptime`. */
  #notBefore = 0;
  readonly #timer: Later;
  #isDisposed = false;

  /** @param surfaces returns those that are open now, the same objects each time. */
  constructor(session: Session, surfaces: () => readonly Recoverable[], log: Log) {
    this.#session = session;
    this.#surfaces = surfaces;
    this.#log = log;
    this.#timer = new Later(session.clock, this.#tryIfDue);
    this.#subscriptions = vscode.Disposable.from(
      session.onDidChangeStatus(() => {
        // If it is the same, only `refused` or `retryAt` has changed.
        if (session.outage === this.#followed) return;
        this.#followed = session.outage;
        this.#proceed();
      }),
      session.onDidChange(() => {
        // A change of connection already reads everything again.
        if (!session.outage) this.#stop();
      }),
      onDidChangeFocus(this.#tryIfDue),
    );
    this.#followed = session.outage;
    // Without an outage, one may have begun and ended before this code was loaded.
    if (session.outage || this.#failed.length > 0) this.#proceed();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer.cancel();
    this.#subscriptions.dispose();
  }

  #proceed(): void {
    const { outage, refused } = this.#session;
    if (outage) this.#plan(outage);
    else if (refused) this.#stop();
    else this.#recover();
  }

  #plan({ failure }: Outage): void {
    const { clock, retryAt } = this.#session;
    const now = clock.uptime();
    let waitMs = Math.min(LONGEST_BACK_OFF_MS, SHORTEST_WAIT_MS * 2 ** this.#tries);
    // No request was sent, so try as soon as the pause ends.
    if (failure.kind === 'paused') waitMs = Math.max(LOOK_MS, failure.retryAfterMs);
    else if ('retryAfterMs' in failure) this.#notBefore = now + (failure.retryAfterMs ?? 0);
    const announced = retryAt === undefined ? Infinity : (this.#dueAt ?? Infinity);
    const dueAt = Math.max(Math.min(announced, now + waitMs), this.#notBefore);
    this.#planIn(Math.min(dueAt - now, LONGEST_WAIT_MS));
    this.#session.retryAt = clock.now() + (this.#dueAt ?? now) - now;
  }

  /** The service works: reads again what failed, except what is being read already. */
  #recover(): void {
    const now = this.#session.clock.uptime();
    this.#notBefore = 0;
    this.#session.retryAt = undefined;
    this.#planIn(SHORTEST_WAIT_MS);
    for (const surface of this.#failed) {
      const restedMs = now - (this.#readAgainAt.get(surface) ?? -Infinity);
      if (surface.busy || restedMs < SHORTEST_WAIT_MS) continue;
      this.#readAgainAt.set(surface, now);
      void this.#retry(surface);
    }
  }

  readonly #tryIfDue = (): void => {
    const { clock } = this.#session;
    if (this.#dueAt === undefined || this.#dueAt > clock.uptime()) return;
    const failed = this.#failed;
    if (failed.length === 0) {
      this.#stop();
      return;
    }
    // The time of an overdue try is unknown: the window or the surfaces may be hidden.
    this.#session.retryAt = undefined;
    if (!hasFocus()) return;
    const waiting = failed.filter(({ visible, busy }) => visible && !busy);
    const next = waiting[this.#tries % waiting.length];
    if (!next) {
      this.#timer.restart(LOOK_MS);
      return;
    }
    this.#tries++;
    this.#dueAt = undefined;
    this.#session.probeNow();
    void this.#retry(next).then(() => {
      // No event reports a try that was canceled, or one that succeeded after the outage.
      if (this.#dueAt === undefined && !this.#isDisposed) this.#proceed();
    });
  };

  get #failed(): readonly Recoverable[] {
    return this.#surfaces().filter((surface) => surface.failed);
  }

  async #retry(surface: Recoverable): Promise<void> {
    try {
      await surface.retry();
    } catch (error) {
      this.#log.error(`Trying again failed: ${String(error)}`);
    }
    // It works, so it is read at once after the next outage too.
    if (!surface.failed) this.#readAgainAt.delete(surface);
  }

  #stop(): void {
    this.#timer.cancel();
    this.#dueAt = undefined;
    this.#notBefore = this.#tries = 0;
    this.#session.retryAt = undefined;
  }

  #planIn(ms: number): void {
    this.#dueAt = this.#session.clock.uptime() + ms;
    this.#timer.restart(ms);
  }
}
