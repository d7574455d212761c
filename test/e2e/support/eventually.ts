/** How long a test waits for a state. It guards against a hang only: nothing takes that long. */
export const PATIENCE_MS = 120_000;

/** The interval for polling a state that has no event. */
const BETWEEN_LOOKS_MS = 50;

/**
 * How long the first look may wait for what it has to do or see. Each later look may wait twice as
 * long as the one before: what is missed is tried again soon, and a slow machine gets its time.
 */
const FIRST_LOOK_MS = 1000;

/**
 * Resolves with the first answer of the probe that is neither `undefined` nor `false`.
 * @param what for the message when it never comes: "No … within 120 s".
 * @param probe gets how long it may wait, in milliseconds.
 */
export async function eventually<Answer>(
  what: string,
  probe: (patience: number) => Promise<Answer | undefined | false> | Answer | undefined | false,
): Promise<Answer> {
  const limit = Date.now() + PATIENCE_MS;
  for (let patience = FIRST_LOOK_MS; ; patience *= 2) {
    const answer = await probe(patience);
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > limit) throw new Error(`No ${what} within ${PATIENCE_MS / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
  }
}

/**
 * Resolves when a claim about what the window shows holds. The editor draws in its own time, so a
 * claim that fails is made again; one that never holds fails as its last try did. The claim gets how
 * long it may wait, in milliseconds.
 */
export async function settles(claim: (patience: number) => Promise<void>): Promise<void> {
  const limit = Date.now() + PATIENCE_MS;
  for (let patience = FIRST_LOOK_MS; ; patience *= 2) {
    try {
      await claim(patience);
      return;
    } catch (failure) {
      if (Date.now() > limit) throw failure;
    }
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
  }
}
