/** One GET, with a bound on everything. The service interface known has no other method. */
export interface TransportRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the request at any point: before connecting, between headers, within the body. */
  readonly signal: AbortSignal;
  /** Largest body accepted, in bytes after decompression. */
  readonly maxBodyBytes: number;
}

export interface TransportResponse {
  readonly status: number;
  /** By lower-case name; the first where a header came twice. */
  readonly headers: Readonly<Record<string, string>>;
  /** Already decompressed. */
  readonly body: Uint8Array;
}

/**
 * Sends bytes and receives bytes: no retries, no redirects, no opinion on status codes.
 * Rejects with a `ServiceError` of kind `network`, `aborted` or `decode` (`tooLarge`, `encoding`).
 */
export interface Transport {
  get(request: TransportRequest): Promise<TransportResponse>;
  /** Ends open connections at once. */
  close(): Promise<void>;
}

interface Made {
  readonly transport: Transport;
  requests: number;
}

/** A transport that is made for its first request, and anew after `renew`. */
export class RenewableTransport implements Transport {
  readonly #make: () => Transport;
  #made: Made | undefined;
  /** From before `renew`, with requests under way. */
  readonly #outdated = new Set<Made>();

  constructor(make: () => Transport) {
    this.#make = make;
  }

  async get(request: TransportRequest): Promise<TransportResponse> {
    const made = (this.#made ??= { transport: this.#make(), requests: 0 });
    made.requests++;
    try {
      return await made.transport.get(request);
    } finally {
      made.requests--;
      if (made.requests === 0 && this.#outdated.delete(made)) void close(made);
    }
  }

  /**
   * Makes another one for the next request, with settings as they are then. Those under way go on;
   * the connections behind them close with the last one.
   */
  renew(): void {
    const made = this.#made;
    this.#made = undefined;
    if (!made) return;
    if (made.requests > 0) this.#outdated.add(made);
    else void close(made);
  }

  async close(): Promise<void> {
    const all = [...this.#outdated, ...(this.#made ? [this.#made] : [])];
    this.#outdated.clear();
    this.#made = undefined;
    await Promise.all(all.map(close));
  }
}

/** Never rejects: nobody can do anything about a connection that does not close. */
async function close({ transport }: Made): Promise<void> {
  await transport.close().catch(() => undefined);
}
