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
  /** By lower-case name. A header sent twice has its first value, or all joined by commas. */
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

interface CountedTransport {
  readonly transport: Transport;
  openRequests: number;
}

/** Creates its transport at the first request, and a new one after `renew`. */
export class RenewableTransport implements Transport {
  readonly #make: () => Transport;
  #current: CountedTransport | undefined;
  /** Transports from before `renew` that still have requests. */
  readonly #outdated = new Set<CountedTransport>();

  constructor(make: () => Transport) {
    this.#make = make;
  }

  async get(request: TransportRequest): Promise<TransportResponse> {
    const used = (this.#current ??= { transport: this.#make(), openRequests: 0 });
    used.openRequests++;
    try {
      return await used.transport.get(request);
    } finally {
      used.openRequests--;
      if (used.openRequests === 0 && this.#outdated.delete(used)) void close(used);
    }
  }

  /**
   * The next request gets a new transport, with the settings at that time. Open requests continue;
   * their connections close after the last one.
   */
  renew(): void {
    const outdated = this.#current;
    this.#current = undefined;
    if (!outdated) return;
    if (outdated.openRequests > 0) this.#outdated.add(outdated);
    else void close(outdated);
  }

  async close(): Promise<void> {
    const transports = [...this.#outdated, ...(this.#current ? [this.#current] : [])];
    this.#outdated.clear();
    this.#current = undefined;
    await Promise.all(transports.map(close));
  }
}

/** Never rejects, because a connection that does not close can be ignored. */
async function close({ transport }: CountedTransport): Promise<void> {
  await transport.close().catch(() => undefined);
}
