import { Child } from './child.ts';

/** What the service process has seen. Times are in milliseconds since 1970. */
export interface Seen {
  readonly requests: number;
  readonly lastRequestAt: number;
  /** When the last request was given up by who asked. */
  readonly lastDropAt: number;
  readonly underWay: number;
}

/** A service in a process of its own, for as many kinds of service as there are addresses. */
export interface BenchService extends Disposable {
  /** Where `rows` projects are listed, each answer `delayMs` after its request. */
  address(rows: number, delayMs: number): string;
  seen(): Promise<Seen>;
  /** Leaves requests for later pages without an answer, until it is told otherwise. */
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
