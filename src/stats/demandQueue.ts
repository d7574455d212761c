import { AT_A_TIME } from '../core/client/transport.ts';
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
   * How old the response may be, in milliseconds since its request. 0 demands a new request, also
   * while one is under way.
   */
  readonly maxAgeMs: number;
}

interface Waiter<Result> {
  readonly urgency: Urgency;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface Running<Result> {
  readonly end: AbortController;
  readonly waiters: Set<Waiter<Result>>;
}

export interface DemandQueueParts<Key, Result> {
  readonly request: (key: Key, signal: AbortSignal) => Promise<Result>;
  /** Whether requests may be sent now for this urgency. Call `pump` when this has become true. */
  readonly mayStart: (urgency: Urgency) => boolean;
  /**
   * Whether the demands of a request that has failed with this error return to the queue. Those of
   * urgency `user` never do.
   */
  readonly keepsDemands: (key: Key, error: unknown) => boolean;
}

/**
 * The demands for stats, by project: the most urgent first, and of these the oldest. One request per
 * project at a time, which serves all its demands, and `AT_A_TIME` in all.
 */
export class DemandQueue<Key, Result> {
  readonly #parts: DemandQueueParts<Key, Result>;
  /** What no request serves yet: by urgency and key, the first demanded first. */
  readonly #lanes = URGENCIES.map((urgency) => ({
    urgency,
    waiting: new Map<Key, Set<Waiter<Result>>>(),
  }));
  readonly #running = new Map<Key, Running<Result>>();
  /** What to call once a signal aborts. With a listener for each, adding one would take ever longer. */
  readonly #ends = new WeakMap<AbortSignal, Set<() => void>>();

  constructor(parts: DemandQueueParts<Key, Result>) {
    this.#parts = parts;
  }

  /**
   * Resolves or rejects as the request does. Also rejects with the error given to `end`, or with
   * `aborted` once `signal` aborts.
   */
  demand(key: Key, { urgency, signal, maxAgeMs }: Demand): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const waiter = { urgency, resolve, reject };
    const abort = () => {
      this.#withdraw(key, waiter);
      reject(new ServiceError({ kind: 'aborted' }));
    };
    if (signal.aborted) {
      abort();
      return promise;
    }
    const ends = this.#endsOf(signal);
    ends.add(abort);
    const running = this.#running.get(key);
    if (running && maxAgeMs > 0 && !running.end.signal.aborted) running.waiters.add(waiter);
    else this.#enqueue(key, waiter);
    // In a microtask, so that all demands of one tick compete.
    queueMicrotask(this.pump);
    return promise.finally(() => {
      ends.delete(abort);
    });
  }

  /** Sends as many requests as are allowed. Call it when `mayStart` has become true. */
  readonly pump = (): void => {
    while (this.#running.size < AT_A_TIME) {
      const next = this.#next();
      if (next === undefined) return;
      void this.#run(next);
    }
  };

  /** Rejects all demands that wait in the queue, and aborts the requests under way. */
  end(error: ServiceError): void {
    for (const { waiting } of this.#lanes) {
      for (const waiters of waiting.values()) for (const { reject } of waiters) reject(error);
      waiting.clear();
    }
    for (const { end } of this.#running.values()) end.abort();
  }

  #next(): Key | undefined {
    for (const { urgency, waiting } of this.#lanes) {
      if (!this.#parts.mayStart(urgency)) continue;
      for (const key of waiting.keys()) if (!this.#running.has(key)) return key;
    }
    return undefined;
  }

  async #run(key: Key): Promise<void> {
    const waiters = new Set<Waiter<Result>>();
    for (const { waiting } of this.#lanes) {
      for (const waiter of waiting.get(key) ?? []) waiters.add(waiter);
      waiting.delete(key);
    }
    const end = new AbortController();
    this.#running.set(key, { end, waiters });
    try {
      const result = await this.#parts.request(key, end.signal);
      this.#running.delete(key);
      for (const { resolve } of waiters) resolve(result);
    } catch (error) {
      this.#running.delete(key);
      const keeps = this.#parts.keepsDemands(key, error);
      for (const waiter of waiters) {
        if (keeps && waiter.urgency !== 'user') this.#enqueue(key, waiter);
        else waiter.reject(error);
      }
    }
    this.pump();
  }

  #endsOf(signal: AbortSignal): Set<() => void> {
    const known = this.#ends.get(signal);
    if (known) return known;
    const ends = new Set<() => void>();
    this.#ends.set(signal, ends);
    signal.addEventListener('abort', () => {
      for (const end of ends) end();
    });
    return ends;
  }

  #enqueue(key: Key, waiter: Waiter<Result>): void {
    const lane = this.#lanes.find(({ urgency }) => urgency === waiter.urgency);
    const waiters = lane?.waiting.get(key) ?? new Set();
    waiters.add(waiter);
    lane?.waiting.set(key, waiters);
  }

  #withdraw(key: Key, waiter: Waiter<Result>): void {
    for (const { waiting } of this.#lanes) {
      const waiters = waiting.get(key);
      if (waiters?.delete(waiter) && waiters.size === 0) waiting.delete(key);
    }
    const running = this.#running.get(key);
    if (running?.waiters.delete(waiter) && running.waiters.size === 0) running.end.abort();
  }
}
