import { setTimeout as sleep } from 'node:timers/promises';

/** Bytes in use once all garbage is collected: objects, and buffers outside the heap. */
export function heapAfterGc(): number {
  const { gc } = globalThis;
  if (!gc) throw new Error('This process needs --expose-gc.');
  // The second collection frees what the first has finalized.
  gc();
  gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** As `heapAfterGc`, but first waits for sockets, timers and finalized objects to be freed. */
export async function heapAtRest(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    heapAfterGc();
    await sleep(50);
  }
  return heapAfterGc();
}
