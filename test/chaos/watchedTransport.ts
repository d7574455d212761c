import type {
  Transport,
  TransportRequest,
  TransportResponse,
} from '../../src/core/client/transport.ts';
import { SignalWatch } from './signalWatch.ts';

/** A transport that counts the requests at a time, and the listeners that they leave. */
export class WatchedTransport implements Transport {
  /** The most requests at a time, without canceled ones. */
  most = 0;
  readonly signals = new SignalWatch();
  readonly #inner: Transport;
  readonly #running = new Set<AbortSignal>();

  constructor(inner: Transport) {
    this.#inner = inner;
  }

  async get(request: TransportRequest): Promise<TransportResponse> {
    const { signal } = request;
    this.#running.add(signal);
    const wanted = [...this.#running].filter(({ aborted }) => !aborted);
    this.most = Math.max(this.most, wanted.length);
    try {
      return await this.#inner.get(request);
    } finally {
      this.#running.delete(signal);
      this.signals.ended(signal);
    }
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
