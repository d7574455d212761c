/** How long a test waits for a state. It guards against a hang only: nothing takes that long. */
export const PATIENCE_MS = 120_000;

/** The interval for polling a state that has no event. */
const BETWEEN_LOOKS_MS = 50;

/**
 * Resolves with the first answer of the probe that is neither `undefined` nor `false`.
 * @param what for the message when it never comes: "No … within 120 s".
 */
export async function eventually<Answer>(
  what: string,
  probe: () => Promise<Answer | undefined | false> | Answer | undefined | false,
): Promise<Answer> {
  const limit = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await probe();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > limit) throw new Error(`No ${what} within ${PATIENCE_MS / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
  }
}

/**
 * Resolves when a claim about what the window shows holds. The editor draws in its own time, so a
 * claim that fails is made again; one that never holds fails as its last try did.
 */
export async function settles(claim: () => Promise<void>): Promise<void> {
  const limit = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await claim();
      return;
    } catch (failure) {
      if (Date.now() > limit) throw failure;
    }
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
  }
}
