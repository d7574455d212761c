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

/** Demands that no request serves yet, by the key of their project, the first demanded first. */
type Lane<Result> = Map<string, Set<PendingDemand<Result>>>;

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
 * the oldest is. One request per project at a time, `AT_A_TIME` in all. A request serves the demands
 * of its project that wait when it starts, and later ones for which it is young enough. Adding and
 * taking a demand take the same time however many there are.
 */
export class DemandQueue<Result> {
  readonly #parts: DemandQueueParts<Result>;
  readonly #lanes: Readonly<Record<Urgency, Lane<Result>>> = {
    user: new Map(),
    visible: new Map(),
    watched: new Map(),
    list: new Map(),
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
      // In a microtask, so that all demands of one tick compete.
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
    for (const lane of Object.values(this.#lanes)) {
      for (const demands of lane.values()) for (const { reject } of demands) reject(error);
      lane.clear();
    }
  }

  /** Aborts the requests under way. `keepsDemands` decides about their demands. */
  endRequests(): void {
    for (const { end } of this.#running.values()) end.abort();
  }

  /** The key of the most urgent project that waits and may start. */
  #next(): string | undefined {
    for (const urgency of URGENCIES) {
      if (!this.#parts.mayStart(urgency)) continue;
      for (const key of this.#lanes[urgency].keys()) if (!this.#running.has(key)) return key;
    }
    return undefined;
  }

  async #run(key: string): Promise<void> {
    const demands = new Set<PendingDemand<Result>>();
    for (const lane of Object.values(this.#lanes)) {
      for (const demand of lane.get(key) ?? []) demands.add(demand);
      lane.delete(key);
    }
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
    const lane = this.#lanes[demand.urgency];
    const demands = lane.get(key) ?? new Set();
    demands.add(demand);
    lane.set(key, demands);
  }

  #withdraw(key: string, demand: PendingDemand<Result>): void {
    const lane = this.#lanes[demand.urgency];
    const waiting = lane.get(key);
    if (waiting?.delete(demand) && waiting.size === 0) lane.delete(key);
    const running = this.#running.get(key);
    if (running?.demands.delete(demand) && running.demands.size === 0) running.end.abort();
  }
}
