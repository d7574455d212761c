import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { statsOf } from '../../connection/statsCache.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { Reading } from '../../core/stats/reading.ts';
import { forEachCount } from '../../core/model/counts.ts';
import { type Failure, isServiceError } from '../../core/model/serviceError.ts';
import { type Pause, PollPlan } from '../../core/watch/pollPlan.ts';
import { hasLeft } from '../../core/stats/share.ts';
import { hasMoved, keyOf, type Watched } from '../../core/watch/watchList.ts';

/** What the requests for watched projects are made of. */
export interface RequestParts {
  readonly connection: ActiveConnection;
  readonly clock: Clock;
  /** Whether this window may ask the service now. */
  readonly mayAsk: () => boolean;
  /** Called with what the service says; `gone` if it does not know the project. */
  readonly onAnswer: (key: string, answer: Reading | 'gone') => void;
  /** Called when a request has failed. */
  readonly onFailure: () => void;
}

/** Asks the service for watched projects, when it is their turn (`PollPlan`). */
export class ProjectRequests {
  /** Why projects could not be read last, by key. */
  readonly failures = new Map<string, Failure>();
  readonly #parts: RequestParts;
  readonly #plan: PollPlan;
  readonly #ended = new AbortController();
  #watched: readonly Watched[] = [];
  #next: (() => void) | undefined;

  constructor(parts: RequestParts) {
    this.#parts = parts;
    this.#plan = new PollPlan(parts.clock.now);
  }

  /** The wait that the service has asked for, if it is not over. */
  get pause(): Pause | undefined {
    return this.#plan.pause;
  }

  /** Asks for these from now on. @param pause what the service has asked another window for. */
  follow(watched: readonly Watched[], pause: Pause | undefined): void {
    const keys = new Set(watched.map(keyOf));
    for (const key of this.#watched.map(keyOf)) {
      if (keys.has(key)) continue;
      this.#plan.forget(key);
      this.failures.delete(key);
    }
    if (pause) this.#plan.heed(pause);
    this.#watched = watched;
    this.#schedule();
  }

  /** See `PollPlan.hurry`. */
  hurry(): void {
    this.#plan.hurry();
  }

  dispose(): void {
    this.#ended.abort();
    this.#next?.();
  }

  /** Sets the one timer of all requests. */
  #schedule(): void {
    this.#next?.();
    this.#next = undefined;
    if (!this.#parts.mayAsk() || this.#ended.signal.aborted) return;
    // What is over waits for its message only.
    const open = this.#watched.filter(({ news }) => news === undefined || news === 'stalled');
    const next = this.#plan.next(open.map((one) => ({ key: keyOf(one), readAt: one.last?.at })));
    const one = next && open.find((each) => keyOf(each) === next.key);
    if (!one) return;
    this.#next = this.#parts.clock.after(next.inMs, () => void this.#ask(one));
  }

  async #ask({ ref, last }: Watched): Promise<void> {
    const { connection, mayAsk, onAnswer, onFailure } = this.#parts;
    // The focus, or the lease, may have gone to another window.
    if (!mayAsk()) return;
    const key = keyOf({ ref });
    this.#plan.begin(key);
    this.#schedule();
    const { signal } = this.#ended;
    try {
      const either = AbortSignal.any([signal, connection.ended]);
      const { stats, asOf } = await statsOf(connection).get(ref, either);
      this.#plan.end(key, hasMoved(last, stats) ? 'moved' : hasLeft(stats) ? 'still' : 'idle');
      if (signal.aborted) return;
      // The cache tells nothing of stats that are too large to be held.
      onAnswer(key, { at: asOf, ...forEachCount((name) => stats[name]) });
      this.failures.delete(key);
    } catch (error) {
      const failure: Failure = isServiceError(error) ? error.failure : { kind: 'internal' };
      this.#plan.end(key, failure);
      if (signal.aborted || !this.#watched.some((one) => keyOf(one) === key)) return;
      if (failure.kind === 'notFound') onAnswer(key, 'gone');
      else this.failures.set(key, failure);
      onFailure();
    }
    this.#schedule();
  }
}
