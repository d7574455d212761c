import type { Clock } from '../core/base/clock.ts';
import { ServiceError } from '../core/model/serviceError.ts';

/**
 * How urgent a demand is, the most urgent first: `user`, if the user waits for it; `visible`, for
 * what is in sight; `watched`; `list`, for the projects of a whole list.
 */
export const URGENCIES = ['user', 'visible', 'watched', 'list'] as const;

export type Urgency = (typeof URGENCIES)[number];

/** A surface's need for the stats of a project. */
export interface Demand {
  readonly urgency: Urgency;
  /** Ends the demand. A request that no other demand needs is then aborted. */
  readonly signal: AbortSignal;
  /**
   * How old the response may be, in milliseconds since its request. 0 demands a new request.
   */
  readonly maxAgeMs: number;
}

/** As many as `RequestPolicy` allows. */
export const MOST_UNDER_WAY = 4;

interface PendingDemand<Result> extends Demand {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** Grows with each demand: of equally urgent ones, the newest is requested first. */
  readonly turn: number;
}

interface Running<Result> {
  readonly startedAt: number;
  readonly end: AbortController;
  readonly demands: Set<PendingDemand<Result>>;
}

export interface DemandQueueParts<Result> {
  readonly now: Clock['now'];
  readonly request: (key: string, signal: AbortSignal) => Promise<Result>;
  /** Whether requests may be sent now. Call `pump` when this has become true. */
  readonly mayStart: () => boolean;
  /**
   * Whether the demands of a request that has failed with this error return to the queue. Otherwise
   * they are rejected with it. Demands of urgency `user` are always rejected.
   */
  readonly keepsDemands: (error: unknown) => boolean;
}

/**
 * The demands for stats, by the key of the project. The most urgent is requested first, and among
 * equals the newest; one request per project at a time, four in all. A request serves the demands
 * of its project that wait when it starts, and later ones for which it is young enough.
 */
export class DemandQueue<Result> {
  readonly #parts: DemandQueueParts<Result>;
  readonly #waiting = new Map<string, Set<PendingDemand<Result>>>();
  readonly #running = new Map<string, Running<Result>>();
  #turns = 0;

  constructor(parts: DemandQueueParts<Result>) {
    this.#parts = parts;
  }

  /**
   * Resolves or rejects as the request does. Also rejects with the error given to `reject`, or with
   * `aborted` once `signal` aborts.
   */
  demand(key: string, demand: Demand): Promise<Result> {
    const { signal, maxAgeMs } = demand;
    if (signal.aborted) return Promise.reject(new ServiceError({ kind: 'aborted' }));
    return new Promise<Result>((resolve, reject) => {
      const abort = () => {
        this.#withdraw(key, pending);
        reject(new ServiceError({ kind: 'aborted' }));
      };
      const withCleanup =
        <T>(settle: (value: T) => void) =>
        (value: T) => {
          signal.removeEventListener('abort', abort);
          settle(value);
        };
      const turn = ++this.#turns;
      const pending: PendingDemand<Result> = {
        ...{ ...demand, turn, resolve: withCleanup(resolve), reject: withCleanup(reject) },
      };
      signal.addEventListener('abort', abort, { once: true });
      const running = this.#running.get(key);
      const isYoung =
        running?.end.signal.aborted === false && maxAgeMs > 0 && this.#age(running) <= maxAgeMs;
      if (isYoung) running.demands.add(pending);
      else this.#enqueue(key, pending);
      // In a microtask, so that all demands of one tick compete: of rows that come into sight
      // together, the last one is requested first.
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

  /** Rejects the demands that wait in the queue: those of one urgency, or all. */
  reject(error: unknown, urgency?: Urgency): void {
    for (const [key, demands] of [...this.#waiting]) {
      for (const demand of demands) {
        if (urgency !== undefined && demand.urgency !== urgency) continue;
        this.#remove(key, demand);
        demand.reject(error);
      }
    }
  }

  /** Aborts the requests under way. `keepsDemands` decides about their demands. */
  endRequests(): void {
    for (const { end } of this.#running.values()) end.abort();
  }

  /** The key of the most urgent demand of those for which no request is under way. */
  #next(): string | undefined {
    let best: { readonly key: string; readonly rank: number; readonly turn: number } | undefined;
    for (const [key, demands] of this.#waiting) {
      if (this.#running.has(key)) continue;
      for (const { urgency, turn } of demands) {
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
      for (const demand of demands) {
        if (keeps && demand.urgency !== 'user') this.#enqueue(key, demand);
        else demand.reject(error);
      }
    }
    this.pump();
  }

  #enqueue(key: string, demand: PendingDemand<Result>): void {
    const demands = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, demands.add(demand));
  }

  #remove(key: string, demand: PendingDemand<Result>): void {
    const demands = this.#waiting.get(key);
    demands?.delete(demand);
    if (demands?.size === 0) this.#waiting.delete(key);
  }

  #withdraw(key: string, demand: PendingDemand<Result>): void {
    this.#remove(key, demand);
    const running = this.#running.get(key);
    if (!running?.demands.delete(demand) || running.demands.size > 0) return;
    running.end.abort();
  }

  /** Milliseconds since the request; `Infinity` if the clock was set back since. */
  #age({ startedAt }: Running<Result>): number {
    const age = this.#parts.now() - startedAt;
    return age < 0 ? Infinity : age;
  }
}
