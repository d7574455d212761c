import { ServiceError } from '../model/serviceError.ts';

interface Flight<T> {
  readonly controller: AbortController;
  readonly result: Promise<T>;
  waiters: number;
}

type Start<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Shares one request among identical calls at the same time. It is aborted when its last caller
 * cancels.
 */
export class SingleFlight<T> {
  readonly #underWay = new Set<Flight<T>>();
  /** The newest open request for each key. */
  readonly #newest = new Map<string, Flight<T>>();

  /**
   * Shares the newest open request for `key`, or starts one with `start`. Rejects with `aborted` as
   * soon as `signal` aborts, even if the request goes on for other callers.
   */
  join(key: string, signal: AbortSignal, start: Start<T>): Promise<T> {
    return this.#wait(key, signal, () => this.#newest.get(key) ?? this.#start(key, start));
  }

  /** As `join`, but always starts a request, so that the answer is never older than the call. */
  begin(key: string, signal: AbortSignal, start: Start<T>): Promise<T> {
    return this.#wait(key, signal, () => this.#start(key, start));
  }

  async #wait(key: string, signal: AbortSignal, board: () => Flight<T>): Promise<T> {
    if (signal.aborted) throw new ServiceError({ kind: 'aborted' });
    const flight = board();
    flight.waiters++;
    const left = Promise.withResolvers<never>();
    const leave = () => {
      left.reject(new ServiceError({ kind: 'aborted' }));
    };
    signal.addEventListener('abort', leave);
    try {
      return await Promise.race([flight.result, left.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
      flight.waiters--;
      // Do not abort a request that has ended: that would only create an error.
      if (flight.waiters === 0 && this.#forget(key, flight)) flight.controller.abort();
    }
  }

  /** Aborts all open requests with this reason. Later calls start new ones. */
  endAll(reason: ServiceError): void {
    const ended = [...this.#underWay];
    this.#underWay.clear();
    this.#newest.clear();
    for (const { controller } of ended) controller.abort(reason);
  }

  #start(key: string, start: Start<T>): Flight<T> {
    const controller = new AbortController();
    const result = start(controller.signal);
    const flight = { controller, result, waiters: 0 };
    this.#underWay.add(flight);
    this.#newest.set(key, flight);
    const settled = () => {
      this.#forget(key, flight);
    };
    result.then(settled, settled);
    return flight;
  }

  /** @returns false if it had already ended. */
  #forget(key: string, flight: Flight<T>): boolean {
    if (this.#newest.get(key) === flight) this.#newest.delete(key);
    return this.#underWay.delete(flight);
  }
}
