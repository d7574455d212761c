import { ServiceError } from './failure.ts';

interface Flight<T> {
  readonly controller: AbortController;
  readonly result: Promise<T>;
  waiters: number;
}

/**
 * Lets identical requests that come at the same time share one flight. It is aborted only when the
 * last who waits for it has left.
 */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /** Rejects with `aborted` as soon as `signal` ends, whatever becomes of the flight. */
  async join(
    key: string,
    signal: AbortSignal,
    start: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (signal.aborted) throw new ServiceError({ kind: 'aborted' });
    const flight = this.#flights.get(key) ?? this.#start(key, start);
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
      // To abort one that has landed would change nothing, and make an error for nobody.
      if (flight.waiters === 0 && this.#forget(key, flight)) flight.controller.abort();
    }
  }

  /** Aborts all flights with this reason; who asks from now on gets another one. */
  endAll(reason: ServiceError): void {
    const ended = [...this.#flights.values()];
    this.#flights.clear();
    for (const { controller } of ended) controller.abort(reason);
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const result = start(controller.signal);
    const flight = { controller, result, waiters: 0 };
    this.#flights.set(key, flight);
    const landed = () => {
      this.#forget(key, flight);
    };
    result.then(landed, landed);
    return flight;
  }

  /** @returns false if it had landed already. */
  #forget(key: string, flight: Flight<T>): boolean {
    return this.#flights.get(key) === flight && this.#flights.delete(key);
  }
}
