export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Lets `count` rounds of ready work run, for work of several steps. */
export async function turns(count = 20): Promise<void> {
  for (let round = 0; round < count; round++) await turn();
}
