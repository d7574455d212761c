/**
 * Unhandled rejections during `run`. Mocha ignores them; the editor reports them as errors of the
 * extension.
 */
export async function unhandledDuring(run: () => Promise<void>): Promise<unknown[]> {
  const seen: unknown[] = [];
  const note = (reason: unknown) => seen.push(reason);
  process.on('unhandledRejection', note);
  try {
    await run();
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off('unhandledRejection', note);
  }
  return seen;
}
