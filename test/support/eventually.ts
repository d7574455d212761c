import assert from 'node:assert/strict';

/** Guards against a hang only: 20,000 projects take 8 s on a quiet machine, the rest milliseconds. */
const PATIENCE_MS = 110_000;

/** Waits until `read` returns what is expected. Fails after a while with what it returns instead. */
export async function eventually<T>(read: () => T, expected: T): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    try {
      assert.deepEqual(read(), expected);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  assert.deepEqual(read(), expected);
}
