import type {
  Transport,
  TransportRequest,
  TransportResponse,
} from '../../src/core/client/transport.ts';
import { HeldCalls } from './heldCalls.ts';

/** One request that waits until the test responds to it. */
export interface HeldGet {
  readonly request: TransportRequest;
  readonly signal: AbortSignal;
  /** @param body sent as JSON. */
  respond(status: number, body?: unknown, headers?: TransportResponse['headers']): void;
}

/** A network whose requests wait until the test responds to them or their signal is aborted. */
export class HeldTransport extends HeldCalls<HeldGet> implements Transport {
  get(request: TransportRequest): Promise<TransportResponse> {
    return this.hold<TransportResponse>(
      ({ respond }) => ({
        request,
        signal: request.signal,
        respond: (status, body = {}, headers = {}) => {
          respond({ status, headers, body: new TextEncoder().encode(JSON.stringify(body)) });
        },
      }),
      true,
    );
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
