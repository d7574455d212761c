import type { Clock } from '../core/base/clock.ts';
import { ServiceError } from '../core/model/serviceError.ts';

/**
 * How urgent a demand is, the most urgent first: `user`, if the user waits for it; `visible`, for
 * what is in sight; `watched`; `list`, for the projects of a whole list.
 */
export const URGENCIES = ['user', 'visible', 'watched', 'list'] as const;

export type Urgency = (typeof URGENCIES)[number];

/** A request of a surface for the stats of a project. */
export interface Demand {
  readonly urgency: Urgency;
  /** Ends the demand. A request without any demand left is aborted. */
  readonly signal: AbortSignal;
  /**
   * How old the response may be, in milliseconds since its request. 0 means a request sent from now
   * on.
   */
  readonly maxAgeMs: number;
}

/** As many as `RequestPolicy` allows. */
export const MOST_UNDER_WAY = 4;

interface Waiting<Result> extends Demand {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** Orders the demands of one urgency: the newest first. */
  readonly turn: number;
}

interface Running<Result> {
  readonly startedAt: number;
  readonly end: AbortController;
  readonly demands: Set<Waiting<Result>>;
}

export interface DemandQueueParts<Result> {
  readonly now: Clock['now'];
  readonly request: (key: string, signal: AbortSignal) => Promise<Result>;
  /** Whether requests may be sent now. Call `pump` when this becomes true. */
  readonly mayStart: () => boolean;
  /**
   * Whether demands other than the user's stay in the queue after this error; otherwise all are
   * rejected with it.
   */
  readonly keepsDemands: (error: unknown) => boolean;
}

/**
 * The demands for stats, by the key of the project. The most urgent is requested first, and among
 * equals the newest; one request per project at a time, four in all. A response serves all demands
 * for which it is young enough.
 */
export class DemandQueue<Result> {
  readonly #parts: DemandQueueParts<Result>;
  readonly #waiting = new Map<string, Set<Waiting<Result>>>();
  readonly #running = new Map<string, Running<Result>>();
  #turns = 0;

  constructor(parts: DemandQueueParts<Result>) {
    this.#parts = parts;
  }

  /** Rejects as the request does, or with a ServiceError `aborted` if the demand is ended. */
  demand(key: string, demand: Demand): Promise<Result> {
    const { signal, maxAgeMs } = demand;
    if (signal.aborted) return Promise.reject(new ServiceError({ kind: 'aborted' }));
    return new Promise<Result>((resolve, reject) => {
      const abort = () => {
        this.#leave(key, waiting);
        reject(new ServiceError({ kind: 'aborted' }));
      };
      const settled =
        <T>(then: (value: T) => void) =>
        (value: T) => {
          signal.removeEventListener('abort', abort);
          then(value);
        };
      const turn = ++this.#turns;
      const waiting: Waiting<Result> = {
        ...{ ...demand, turn, resolve: settled(resolve), reject: settled(reject) },
      };
      signal.addEventListener('abort', abort, { once: true });
      const running = this.#running.get(key);
      const isYoung =
        running?.end.signal.aborted === false && maxAgeMs > 0 && this.#age(running) <= maxAgeMs;
      if (isYoung) running.demands.add(waiting);
      else this.#wait(key, waiting);
      // Wait for the other demands of this turn: of rows that come in sight together, the last one
      // is requested first.
      queueMicrotask(() => {
        this.pump();
      });
    });
  }

  /** Sends as many requests as are allowed. Call it when `mayStart` has become true. */
  pump(): void {
    while (this.#running.size < MOST_UNDER_WAY && this.#waiting.size > 0) {
      if (!this.#parts.mayStart()) return;
      const key = this.#next();
      if (key === undefined) return;
      void this.#run(key);
    }
  }

  /** Rejects the demands that wait: those of one urgency, or all. */
  reject(error: unknown, urgency?: Urgency): void {
    for (const [key, all] of [...this.#waiting]) {
      for (const one of all) {
        if (urgency !== undefined && one.urgency !== urgency) continue;
        this.#remove(key, one);
        one.reject(error);
      }
    }
  }

  endRequests(): void {
    for (const { end } of this.#running.values()) end.abort();
  }

  /** The key of the most urgent demand of those for which no request is under way. */
  #next(): string | undefined {
    let best: { readonly key: string; readonly rank: number; readonly turn: number } | undefined;
    for (const [key, all] of this.#waiting) {
      if (this.#running.has(key)) continue;
      for (const { urgency, turn } of all) {
        const rank = URGENCIES.indexOf(urgency);
        const isFirst = !best || rank < best.rank || (rank === best.rank && turn > best.turn);
        if (isFirst) best = { key, rank, turn };
      }
    }
    return best?.key;
  }

  async #run(key: string): Promise<void> {
    const demands = this.#waiting.get(key) ?? new Set();
    this.#waiting.delete(key);
    const end = new AbortController();
    const running: Running<Result> = { startedAt: this.#parts.now(), end, demands };
    this.#running.set(key, running);
    try {
      const result = await this.#parts.request(key, end.signal);
      this.#running.delete(key);
      for (const { resolve } of demands) resolve(result);
    } catch (error) {
      this.#running.delete(key);
      const keeps = this.#parts.keepsDemands(error);
      for (const one of demands) {
        if (keeps && one.urgency !== 'user') this.#wait(key, one);
        else one.reject(error);
      }
    }
    this.pump();
  }

  #wait(key: string, one: Waiting<Result>): void {
    const all = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, all.add(one));
  }

  #remove(key: string, one: Waiting<Result>): void {
    const all = this.#waiting.get(key);
    all?.delete(one);
    if (all?.size === 0) this.#waiting.delete(key);
  }

  #leave(key: string, one: Waiting<Result>): void {
    this.#remove(key, one);
    const running = this.#running.get(key);
    if (!running?.demands.delete(one) || running.demands.size > 0) return;
    running.end.abort();
  }

  /** If the clock was set back, the age is unknown. */
  #age({ startedAt }: Running<Result>): number {
    const age = this.#parts.now() - startedAt;
    return age < 0 ? Infinity : age;
  }
}
