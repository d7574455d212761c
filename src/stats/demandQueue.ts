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

interface Waiting<Answer> extends Demand {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  /** Orders the demands of one urgency: the newest first. */
  readonly turn: number;
}

interface Running<Answer> {
  readonly startedAt: number;
  readonly end: AbortController;
  readonly demands: Set<Waiting<Answer>>;
}

export interface DemandQueueParts<Answer> {
  readonly now: Clock['now'];
  readonly request: (key: string, signal: AbortSignal) => Promise<Answer>;
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
 * equals the newest; one request per project at a time, four in all. A response answers all demands
 * for which it is young enough.
 */
export class DemandQueue<Answer> {
  readonly #parts: DemandQueueParts<Answer>;
  readonly #waiting = new Map<string, Set<Waiting<Answer>>>();
  readonly #running = new Map<string, Running<Answer>>();
  #turns = 0;

  constructor(parts: DemandQueueParts<Answer>) {
    this.#parts = parts;
  }

  /** Rejects as the request does, or with a ServiceError `aborted` if the demand is ended. */
  demand(key: string, demand: Demand): Promise<Answer> {
    const { signal, maxAgeMs } = demand;
    if (signal.aborted) return Promise.reject(new ServiceError({ kind: 'aborted' }));
    return new Promise<Answer>((resolve, reject) => {
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
      const waiting: Waiting<Answer> = {
        ...{ ...demand, turn, resolve: settled(resolve), reject: settled(reject) },
      };
      signal.addEventListener('abort', abort, { once: true });
      const running = this.#running.get(key);
      const isYoung =
        running?.end.signal.aborted === false && maxAgeMs > 0 && this.#age(running) <= maxAgeMs;
      if (isYoung) running.demands.add(waiting);
      else this.#wait(key, waiting);
      // Of rows that come in sight in the same turn, the last one is requested first.
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
    const running: Running<Answer> = { startedAt: this.#parts.now(), end, demands };
    this.#running.set(key, running);
    try {
      const answer = await this.#parts.request(key, end.signal);
      this.#running.delete(key);
      for (const { resolve } of demands) resolve(answer);
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

  #wait(key: string, one: Waiting<Answer>): void {
    const all = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, all.add(one));
  }

  #remove(key: string, one: Waiting<Answer>): void {
    const all = this.#waiting.get(key);
    all?.delete(one);
    if (all?.size === 0) this.#waiting.delete(key);
  }

  #leave(key: string, one: Waiting<Answer>): void {
    this.#remove(key, one);
    const running = this.#running.get(key);
    if (!running?.demands.delete(one) || running.demands.size > 0) return;
    running.end.abort();
  }

  /** If the clock was set back, the age is unknown. */
  #age({ startedAt }: Running<Answer>): number {
    const age = this.#parts.now() - startedAt;
    return age < 0 ? Infinity : age;
  }
}
