import { ServiceError } from '../../src/core/failure.ts';
import type { Transport, TransportRequest, TransportResponse } from '../../src/core/transport.ts';

/** One request that waits until the test answers it. */
export interface HeldGet {
  readonly request: TransportRequest;
  /** With a status, and a body as JSON. */
  answer(status: number, body?: unknown, headers?: TransportResponse['headers']): void;
}

/** A network in which requests wait until the test answers them, or end by their signal. */
export class HeldTransport implements Transport {
  /** Every request so far, in order. */
  readonly asked: HeldGet[] = [];
  readonly #answered = new Set<HeldGet>();

  /** Requests that were neither answered nor called off. */
  get waiting(): HeldGet[] {
    return this.asked.filter((get) => !get.request.signal.aborted && !this.#answered.has(get));
  }

  get(request: TransportRequest): Promise<TransportResponse> {
    return new Promise((resolve, reject) => {
      const get: HeldGet = {
        request,
        answer: (status, body = {}, headers = {}) => {
          this.#answered.add(get);
          resolve({ status, headers, body: new TextEncoder().encode(JSON.stringify(body)) });
        },
      };
      const end = () => {
        reject(new ServiceError({ kind: 'aborted' }));
      };
      request.signal.addEventListener('abort', end, { once: true });
      this.asked.push(get);
    });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
