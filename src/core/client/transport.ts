/** One GET with its limits. The known service interface has no other method. */
export interface TransportRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the request at any point: while connecting, waiting for headers, or reading the body. */
  readonly signal: AbortSignal;
  /** Largest body accepted, in bytes after decompression. */
  readonly maxBodyBytes: number;
}

export interface TransportResponse {
  readonly status: number;
  /**
   * By lower-case name. Of a header that was sent twice, the first value or all joined by commas.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** Already decompressed. */
  readonly body: Uint8Array;
}

/**
 * Sends one request and returns its response: no retries, no redirects, no check of the status.
 * Rejects with a `ServiceError` of kind `network`, `aborted` or `decode` (`tooLarge`, `encoding`).
 */
export interface Transport {
  get(request: TransportRequest): Promise<TransportResponse>;
  close(): Promise<void>;
}

interface Made {
  readonly transport: Transport;
  requests: number;
}

/** Creates its transport at the first request, and a new one after `renew`. */
export class RenewableTransport implements Transport {
  readonly #make: () => Transport;
  #made: Made | undefined;
  /** Transports from before `renew` that still have requests. */
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
   * The next request gets a new transport, with the settings at that time. Open requests continue;
   * their connections close after the last one.
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

/** Never rejects, because a connection that does not close can be ignored. */
async function close({ transport }: Made): Promise<void> {
  await transport.close().catch(() => undefined);
}
