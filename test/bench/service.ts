import { Child } from './child.ts';

/** A service in a process of its own. The address decides about its length and its delay. */
export interface BenchService extends Disposable {
  /** The address at which `rows` projects are listed, and responses are sent after `delayMs`. */
  address(rows: number, delayMs: number): string;
  holdAfterPage(page: number): Promise<unknown>;
}

export interface ServiceQuestion {
  readonly lastAnsweredPage?: number;
}

export async function startService(): Promise<BenchService> {
  const child = new Child('serviceProcess.ts');
  const ask = (question: ServiceQuestion) => child.ask<number>(question);
  const port = await ask({});
  return {
    address: (rows, delayMs) => `http://127.0.0.1:${port}/${rows}/${delayMs}`,
    holdAfterPage: (page) => ask({ lastAnsweredPage: page }),
    [Symbol.dispose]: () => {
      child[Symbol.dispose]();
    },
  };
}
