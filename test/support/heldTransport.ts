import type {
  Transport,
  TransportRequest,
  TransportResponse,
} from '../../src/core/client/transport.ts';
import { HeldCalls } from './heldCalls.ts';

/** One request that waits until the test answers it. */
export interface HeldGet {
  readonly request: TransportRequest;
  readonly signal: AbortSignal;
  /** With a status, and a body as JSON. */
  answer(status: number, body?: unknown, headers?: TransportResponse['headers']): void;
}

/** A network in which requests wait until the test answers them, or end by their signal. */
export class HeldTransport extends HeldCalls<HeldGet> implements Transport {
  get(request: TransportRequest): Promise<TransportResponse> {
    return this.hold<TransportResponse>(
      ({ answer }) => ({
        request,
        signal: request.signal,
        answer: (status, body = {}, headers = {}) => {
          answer({ status, headers, body: new TextEncoder().encode(JSON.stringify(body)) });
        },
      }),
      true,
    );
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
