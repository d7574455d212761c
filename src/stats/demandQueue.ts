import type { Clock } from '../core/base/clock.ts';
import { AT_A_TIME } from '../core/client/concurrencyLimiter.ts';
import { ServiceError } from '../core/model/serviceError.ts';

/**
 * How urgent a demand is, the most urgent first: `user`, if the user waits for it; `visible`, for
 * what is in sight; `watched`; `list`, for the projects of a whole list.
 */
const URGENCIES = ['user', 'visible', 'watched', 'list'] as const;

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

interface PendingDemand<Result> extends Demand {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  readonly abort: () => void;
}

/** The demands of one project that no request serves yet. */
interface Waiting<Result> {
  readonly key: string;
  readonly demands: Set<PendingDemand<Result>>;
}

interface Running<Result> {
  /** By `Clock.uptime`. */
  readonly startedAt: number;
  readonly end: AbortController;
  readonly demands: Set<PendingDemand<Result>>;
}

export interface DemandQueueParts<Result> {
  readonly uptime: Clock['uptime'];
  readonly request: (key: string, signal: AbortSignal) => Promise<Result>;
  /** Whether requests may be sent now for this urgency. Call `pump` when this has become true. */
  readonly mayStart: (urgency: Urgency) => boolean;
  /**
   * Whether the demands of a request that has failed with this error return to the queue. Otherwise
   * they are rejected with it. Demands of urgency `user` are always rejected.
   */
  readonly keepsDemands: (error: unknown) => boolean;
}

/**
 * The demands for stats, by the key of the project. The most urgent is requested first; among equals
 * the newest is, because of rows scrolled past, the last ones are still in sight. Those of a whole
 * list are requested in their order. One request per project at a time, `AT_A_TIME` in all. A request
 * serves the demands of its project that wait when it starts, and later ones for which it is young
 * enough.
 * Adding and taking a demand take constant time, however many there are.
 */
export class DemandQueue<Result> {
  readonly #parts: DemandQueueParts<Result>;
  readonly #waiting = new Map<string, Waiting<Result>>();
  /**
   * What waits for each urgency. An entry whose demands are served or withdrawn, or which moves to
   * another lane, stays until it is taken and is then skipped.
   */
  readonly #lanes: Readonly<Record<Urgency, Lane<Waiting<Result>>>> = {
    user: new Lane('newest'),
    visible: new Lane('newest'),
    watched: new Lane('newest'),
    list: new Lane('oldest'),
  };
  readonly #running = new Map<string, Running<Result>>();
  /** The demands of each signal: a listener for each demand would take time that grows with them. */
  readonly #bySignal = new WeakMap<AbortSignal, Set<PendingDemand<Result>>>();

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
      const ofSignal = this.#ofSignal(signal);
      const pending: PendingDemand<Result> = {
        ...demand,
        resolve: (result) => {
          ofSignal.delete(pending);
          resolve(result);
        },
        reject: (error) => {
          ofSignal.delete(pending);
          reject(error instanceof Error ? error : new Error(String(error)));
        },
        abort: () => {
          this.#withdraw(key, pending);
          reject(new ServiceError({ kind: 'aborted' }));
        },
      };
      ofSignal.add(pending);
      const running = this.#running.get(key);
      const age = running && this.#parts.uptime() - running.startedAt;
      const isYoung = age !== undefined && maxAgeMs > 0 && age <= maxAgeMs;
      if (running && isYoung && !running.end.signal.aborted) running.demands.add(pending);
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
    while (this.#running.size < AT_A_TIME) {
      const next = this.#next();
      if (!next) return;
      void this.#run(next);
    }
  }

  /** Rejects all demands that wait in the queue. */
  reject(error: unknown): void {
    for (const { demands } of this.#waiting.values()) {
      for (const { reject } of demands) reject(error);
    }
    this.#waiting.clear();
  }

  /** Aborts the requests under way. `keepsDemands` decides about their demands. */
  endRequests(): void {
    for (const { end } of this.#running.values()) end.abort();
  }

  /** The most urgent of what waits and may start. */
  #next(): Waiting<Result> | undefined {
    for (const urgency of URGENCIES) {
      if (!this.#parts.mayStart(urgency)) continue;
      const lane = this.#lanes[urgency];
      for (let one = lane.take(); one; one = lane.take()) {
        const isWaiting = this.#waiting.get(one.key) === one && !this.#running.has(one.key);
        if (isWaiting && [...one.demands].some((each) => each.urgency === urgency)) return one;
      }
    }
    return undefined;
  }

  async #run({ key, demands }: Waiting<Result>): Promise<void> {
    this.#waiting.delete(key);
    const end = new AbortController();
    this.#running.set(key, { startedAt: this.#parts.uptime(), end, demands });
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
    // Those that came meanwhile, and could not use the result.
    const later = this.#waiting.get(key);
    if (later) this.#line(later);
    this.pump();
  }

  #ofSignal(signal: AbortSignal): Set<PendingDemand<Result>> {
    const known = this.#bySignal.get(signal);
    if (known) return known;
    const demands = new Set<PendingDemand<Result>>();
    this.#bySignal.set(signal, demands);
    const abortAll = () => {
      for (const { abort } of demands) abort();
      demands.clear();
    };
    signal.addEventListener('abort', abortAll, { once: true });
    return demands;
  }

  #enqueue(key: string, demand: PendingDemand<Result>): void {
    const waiting = this.#waiting.get(key) ?? { key, demands: new Set() };
    waiting.demands.add(demand);
    this.#waiting.set(key, waiting);
    this.#lanes[demand.urgency].add(waiting);
  }

  /** Puts an entry into the lanes of its demands. */
  #line(waiting: Waiting<Result>): void {
    for (const { urgency } of waiting.demands) this.#lanes[urgency].add(waiting);
  }

  #withdraw(key: string, demand: PendingDemand<Result>): void {
    const waiting = this.#waiting.get(key);
    waiting?.demands.delete(demand);
    if (waiting?.demands.size === 0) this.#waiting.delete(key);
    const running = this.#running.get(key);
    if (!running?.demands.delete(demand) || running.demands.size > 0) return;
    running.end.abort();
  }
}

/** A list that gives the newest or the oldest of its items first, in constant time. */
class Lane<Item> {
  readonly #first: 'newest' | 'oldest';
  #items: Item[] = [];
  /** How many items at the start were taken already. */
  #taken = 0;

  constructor(first: 'newest' | 'oldest') {
    this.#first = first;
  }

  add(item: Item): void {
    this.#items.push(item);
  }

  take(): Item | undefined {
    if (this.#first === 'newest') return this.#items.pop();
    const item = this.#items[this.#taken];
    if (item !== undefined) this.#taken++;
    if (this.#taken === this.#items.length || this.#taken > 1000) {
      this.#items = this.#items.slice(this.#taken);
      this.#taken = 0;
    }
    return item;
  }
}
