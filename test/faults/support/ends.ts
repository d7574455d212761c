import { afterEach } from 'mocha';

/**
 * What a case has opened and how each of it is ended: after the case, last first, and all of it
 * even if one fails to end. To be called within `describe`.
 */
export function endAfterEach(): (end: () => Promise<unknown>) => void {
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    const errors: unknown[] = [];
    for (const end of ends.splice(0).reverse()) {
      await end().catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  });
  return (end) => {
    ends.push(end);
  };
}
