import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A service in a process of its own. */
export interface BenchService extends Disposable {
  /** The address at which `rows` projects are listed, and responses are sent after `delayMs`. */
  address(rows: number, delayMs: number): string;
}

export async function startService(): Promise<BenchService> {
  const child = fork(join(import.meta.dirname, 'serviceProcess.ts'));
  const [port] = (await once(child, 'message')) as [number];
  return {
    address: (rows, delayMs) => `http://127.0.0.1:${port}/${rows}/${delayMs}`,
    [Symbol.dispose]: () => {
      child.kill();
    },
  };
}
