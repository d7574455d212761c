/** Lets everything run that was ready to. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
