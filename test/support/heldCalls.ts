import { type Failure, ServiceError } from '../../src/core/model/serviceError.ts';

/** What a failed call fails with unless the test says otherwise. */
export const OUT = { kind: 'http', status: 503 } as const satisfies Failure;

interface Ends<Answer> {
  readonly answer: (answer: Answer) => void;
  readonly fail: (failure?: Failure) => void;
}

/** Calls that wait until the test ends them. */
export class HeldCalls<Call extends { readonly signal: AbortSignal }> {
  /** Every call so far, in order. */
  readonly asked: Call[] = [];
  /** Calls that the test has not ended, called off or not. */
  readonly #open = new Set<Call>();

  /** Calls that are neither ended by the test nor called off, in order. */
  get waiting(): Call[] {
    return [...this.#open].filter(({ signal }) => !signal.aborted);
  }

  /** Calls that were called off before the test ended them, in order. */
  get calledOff(): Call[] {
    return [...this.#open].filter(({ signal }) => signal.aborted);
  }

  /**
   * Holds one call, which `make` builds from what ends it.
   * @param heedsSignal if true, the call fails as `aborted` once its signal says so.
   */
  hold<Answer>(make: (ends: Ends<Answer>) => Call, heedsSignal: boolean): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const call = make({
        answer: (answer) => {
          this.#open.delete(call);
          resolve(answer);
        },
        fail: (failure = OUT) => {
          this.#open.delete(call);
          reject(new ServiceError(failure));
        },
      });
      if (heedsSignal) {
        const abort = () => {
          reject(new ServiceError({ kind: 'aborted' }));
        };
        call.signal.addEventListener('abort', abort, { once: true });
      }
      this.#open.add(call);
      this.asked.push(call);
    });
  }
}
