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
