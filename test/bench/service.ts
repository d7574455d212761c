import { Child } from './child.ts';

/** The requests that the service process has received. Times are in milliseconds since 1970. */
export interface Seen {
  readonly requests: number;
  readonly lastRequestAt: number;
  /** When the last request was canceled. */
  readonly lastDropAt: number;
  readonly underWay: number;
}

/** A service in a process of its own. The address decides about its length and its delay. */
export interface BenchService extends Disposable {
  /** The address at which `rows` projects are listed, and responses are sent after `delayMs`. */
  address(rows: number, delayMs: number): string;
  seen(): Promise<Seen>;
  /** Holds back the responses to requests for later pages than this; for none if `undefined`. */
  holdAfterPage(page: number | undefined): Promise<void>;
}

export type ServiceQuestion =
  { readonly what: 'port' | 'seen' } | { readonly what: 'hold'; readonly page: number | undefined };

export async function startService(): Promise<BenchService> {
  const child = Child.start('serviceProcess.ts');
  const port = await child.ask<number>({ what: 'port' });
  return {
    address: (rows, delayMs) => `http://127.0.0.1:${port}/${rows}/${delayMs}`,
    seen: () => child.ask<Seen>({ what: 'seen' }),
    holdAfterPage: (page) => child.ask({ what: 'hold', page }),
    [Symbol.dispose]: () => {
      child[Symbol.dispose]();
    },
  };
}
