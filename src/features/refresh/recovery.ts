import * as vscode from 'vscode';
import type { Outage } from '../../connection/serviceStatus.ts';
import type { Session } from '../../connection/session.ts';
import { LONGEST_WAIT_MS } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import type { Log } from '../../editor/log.ts';
import { hasFocus } from '../../editor/windowFocus.ts';

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
/** How often to check whether a failed surface is seen. */
const LOOK_MS = 1000;

/**
 * Retries what could not be read during an outage.
 *
 * While the outage lasts, one visible surface at a time is tried, after 15 seconds and then after
 * growing waits of up to a minute, or when the service asks for it, within an hour. Such a try ignores
 * a pause, because its time was shown. Nothing is tried while the window has no focus, or all that
 * failed is hidden.
 *
 * As soon as any request succeeds, everything that failed is read again once, also what is hidden. What
 * fails again then, for example one project whose stats the service cannot give, is not read after
 * each further success: 15 seconds lie between.
 */
export class Recovery implements vscode.Disposable {
  readonly #session: Session;
  readonly #surfaces: () => readonly Recoverable[];
  readonly #log: Log;
  readonly #subscriptions: vscode.Disposable;
  /** When all that failed was last read because of a success, by `Clock.uptime`. */
  #readAgainAt = -Infinity;
  #followed: Outage | undefined;
  #tries = 0;
  readonly #timer: Later;

  constructor(session: Session, surfaces: () => readonly Recoverable[], log: Log) {
    this.#session = session;
    this.#surfaces = surfaces;
    this.#log = log;
    this.#timer = new Later(session.clock, this.#try);
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
    );
    this.#followed = session.outage;
    // Without an outage, one may have begun and ended before this code was loaded.
    if (session.outage || this.#failed.length > 0) this.#proceed();
  }

  dispose(): void {
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
    const askedMs = 'retryAfterMs' in failure ? (failure.retryAfterMs ?? 0) : 0;
    // While requests are paused, none was sent, so try as soon as the pause ends.
    const leastMs = failure.kind === 'paused' ? LOOK_MS : this.#backOffMs;
    const waitMs = Math.min(Math.max(leastMs, askedMs), LONGEST_WAIT_MS);
    this.#timer.restart(waitMs);
    this.#session.retryAt = this.#session.clock.now() + waitMs;
  }

  /** The service works. */
  #recover(): void {
    const now = this.#session.clock.uptime();
    this.#session.retryAt = undefined;
    this.#timer.restart(SHORTEST_WAIT_MS);
    if (now - this.#readAgainAt < SHORTEST_WAIT_MS) return;
    this.#readAgainAt = now;
    for (const surface of this.#failed) if (!surface.busy) void this.#retry(surface);
  }

  readonly #try = (): void => {
    const failed = this.#failed;
    if (failed.length === 0) {
      this.#stop();
      return;
    }
    // The time of an overdue try is unknown: the window or the surfaces may be hidden.
    this.#session.retryAt = undefined;
    const isSeen = hasFocus();
    const waiting = failed.filter(({ visible, busy }) => isSeen && visible && !busy);
    const next = waiting[this.#tries % waiting.length];
    if (!next) {
      this.#timer.restart(LOOK_MS);
      return;
    }
    this.#tries++;
    // No event reports a try that is canceled, or one that succeeds after the outage.
    this.#timer.restart(this.#backOffMs);
    this.#session.probeNow();
    void this.#retry(next);
  };

  get #backOffMs(): number {
    return Math.min(LONGEST_BACK_OFF_MS, SHORTEST_WAIT_MS * 2 ** this.#tries);
  }

  get #failed(): readonly Recoverable[] {
    return this.#surfaces().filter((surface) => surface.failed);
  }

  async #retry(surface: Recoverable): Promise<void> {
    try {
      await surface.retry();
    } catch (error) {
      this.#log.error(`Trying again failed: ${String(error)}`);
    }
  }

  #stop(): void {
    this.#timer.cancel();
    this.#tries = 0;
    this.#readAgainAt = -Infinity;
    this.#session.retryAt = undefined;
  }
}
