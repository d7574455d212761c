import { ServiceError } from '../model/serviceError.ts';

interface Flight<T> {
  readonly controller: AbortController;
  readonly result: Promise<T>;
  waiters: number;
}

type Start<T> = (signal: AbortSignal) => Promise<T>;

/**
 * Lets identical requests that come at the same time share one flight. It is aborted only when the
 * last who waits for it has left.
 */
export class SingleFlight<T> {
  readonly #underWay = new Set<Flight<T>>();
  /** The flight that began last for each key, while it is under way: the one to join. */
  readonly #newest = new Map<string, Flight<T>>();

  /**
   * Waits for the newest flight under way for `key`, or for one that `start` begins. Rejects with
   * `aborted` as soon as `signal` ends, whatever becomes of the flight.
   */
  join(key: string, signal: AbortSignal, start: Start<T>): Promise<T> {
    return this.#wait(key, signal, () => this.#newest.get(key) ?? this.#start(key, start));
  }

  /** As `join`, but always begins a flight: the answer is never older than the call. */
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
      // To abort one that has landed would change nothing, and make an error for nobody.
      if (flight.waiters === 0 && this.#forget(key, flight)) flight.controller.abort();
    }
  }

  /** Aborts all flights with this reason; who asks from now on gets another one. */
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
    const landed = () => {
      this.#forget(key, flight);
    };
    result.then(landed, landed);
    return flight;
  }

  /** @returns false if it had landed already. */
  #forget(key: string, flight: Flight<T>): boolean {
    if (this.#newest.get(key) === flight) this.#newest.delete(key);
    return this.#underWay.delete(flight);
  }
}
