import type { Transport, TransportRequest, TransportResponse } from './transport.ts';

interface Loaded {
  readonly transport: Promise<Transport>;
  requests: number;
}

/** A transport that is loaded by its first request, and again after `renew`. */
export class LazyTransport implements Transport {
  readonly #make: () => Promise<Transport>;
  #loaded: Loaded | undefined;
  /** From before `renew`, with requests under way. */
  readonly #outdated = new Set<Loaded>();

  constructor(make: () => Promise<Transport>) {
    this.#make = make;
  }

  /** Loads ahead of the first request, which hears of it if that fails. */
  prepare(): void {
    this.#load().transport.catch(() => undefined);
  }

  async get(request: TransportRequest): Promise<TransportResponse> {
    const loaded = this.#load();
    loaded.requests++;
    try {
      const transport = await loaded.transport.catch((error: unknown) => {
        // The next request tries again.
        if (this.#loaded === loaded) this.#loaded = undefined;
        throw error;
      });
      return await transport.get(request);
    } finally {
      loaded.requests--;
      if (loaded.requests === 0 && this.#outdated.delete(loaded)) void close(loaded);
    }
  }

  /**
   * Loads anew for the next request, with settings as they are then. Those under way go on; the
   * connections behind them close with the last one.
   */
  renew(): void {
    const loaded = this.#loaded;
    this.#loaded = undefined;
    if (!loaded) return;
    if (loaded.requests > 0) this.#outdated.add(loaded);
    else void close(loaded);
  }

  async close(): Promise<void> {
    const all = [...this.#outdated, ...(this.#loaded ? [this.#loaded] : [])];
    this.#outdated.clear();
    this.#loaded = undefined;
    await Promise.all(all.map(close));
  }

  #load(): Loaded {
    return (this.#loaded ??= { transport: this.#make(), requests: 0 });
  }
}

/** Never rejects: what could not be loaded has nothing to close. */
async function close({ transport }: Loaded): Promise<void> {
  await transport.then((one) => one.close()).catch(() => undefined);
}
