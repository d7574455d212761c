/** How long a test waits for a state. It only guards against a hang: nothing takes that long. */
export const PATIENCE_MS = 120_000;

const BETWEEN_TRIES_MS = 50;

/**
 * How long the first try may wait. Each later try may wait twice as long as the one before, so that
 * a missed try is repeated soon and a slow machine gets enough time.
 */
const FIRST_TRY_MS = 1000;

/**
 * Resolves with the first result of `probe` that is neither `undefined` nor `false`.
 * @param what for the message if there is none: "No … within 120 s".
 * @param probe is given how long it may wait, in milliseconds.
 */
export async function eventually<Result>(
  what: string,
  probe: (patience: number) => Promise<Result | undefined | false> | Result | undefined | false,
): Promise<Result> {
  const limit = Date.now() + PATIENCE_MS;
  for (let patience = FIRST_TRY_MS; ; patience *= 2) {
    const result = await probe(patience);
    if (result !== undefined && result !== false) return result;
    if (Date.now() > limit) throw new Error(`No ${what} within ${PATIENCE_MS / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS));
  }
}

/**
 * Repeats assertions about what a window shows until they pass, because the editor draws later than
 * a command returns. If they never pass, rejects with the last failure.
 * @param assertions are given how long they may wait, in milliseconds.
 */
export async function settles(
  assertions: (patience: number) => Promise<void> | void,
): Promise<void> {
  const limit = Date.now() + PATIENCE_MS;
  for (let patience = FIRST_TRY_MS; ; patience *= 2) {
    try {
      await assertions(patience);
      return;
    } catch (failure) {
      if (Date.now() > limit) throw failure;
    }
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS));
  }
}
