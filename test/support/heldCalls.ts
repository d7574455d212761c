import { type Failure, ServiceError } from '../../src/core/model/serviceError.ts';

/** What a failed call fails with unless the test says otherwise. */
export const OUT = { kind: 'http', status: 503 } as const satisfies Failure;

export interface Ends<Result> {
  readonly respond: (response: Result) => void;
  readonly fail: (failure?: Failure) => void;
}

/** Calls to a service that wait until the test ends them. */
export class HeldCalls<Call extends { readonly signal: AbortSignal }> {
  readonly requests: Call[] = [];
  /** Calls that the test has not ended, canceled or not. */
  readonly #open = new Set<Call>();

  /** Calls that were neither ended by the test nor canceled, in order. */
  get waiting(): Call[] {
    return [...this.#open].filter(({ signal }) => !signal.aborted);
  }

  /** Calls that were canceled before the test ended them, in order. */
  get canceled(): Call[] {
    return [...this.#open].filter(({ signal }) => signal.aborted);
  }

  /**
   * Holds one call.
   * @param make creates it from the functions that end it.
   * @param respectsSignal if true, the call fails as `aborted` when its signal is aborted.
   */
  hold<Result>(make: (ends: Ends<Result>) => Call, respectsSignal: boolean): Promise<Result> {
    return new Promise((resolve, reject) => {
      const call = make({
        respond: (response) => {
          this.#open.delete(call);
          resolve(response);
        },
        fail: (failure = OUT) => {
          this.#open.delete(call);
          reject(new ServiceError(failure));
        },
      });
      if (respectsSignal) {
        const abort = () => {
          reject(new ServiceError({ kind: 'aborted' }));
        };
        call.signal.addEventListener('abort', abort, { once: true });
      }
      this.#open.add(call);
      this.requests.push(call);
    });
  }
}
