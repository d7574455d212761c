import { Child } from './child.ts';

/** What the service process says about itself. Times are in milliseconds since 1970. */
export interface ServiceAnswer {
  readonly port: number;
  readonly lastRequestAt: number;
  /** When the last request was canceled. */
  readonly lastDropAt: number;
  /** The number of requests under way. */
  readonly underWay: number;
}

/** A service in a process of its own. The address decides about its length and its delay. */
export interface BenchService extends Disposable {
  /** The address at which `rows` projects are listed, and responses are sent after `delayMs`. */
  address(rows: number, delayMs: number): string;
  seen(): Promise<ServiceAnswer>;
  /** Holds back the responses to requests for later pages than this. */
  holdAfterPage(page: number): Promise<unknown>;
}

export interface ServiceQuestion {
  readonly lastAnsweredPage?: number;
}

export async function startService(): Promise<BenchService> {
  const child = new Child('serviceProcess.ts');
  const ask = (question: ServiceQuestion) => child.ask<ServiceAnswer>(question);
  const { port } = await ask({});
  return {
    address: (rows, delayMs) => `http://127.0.0.1:${port}/${rows}/${delayMs}`,
    seen: () => ask({}),
    holdAfterPage: (page) => ask({ lastAnsweredPage: page }),
    [Symbol.dispose]: () => {
      child[Symbol.dispose]();
    },
  };
}
