import { afterEach } from 'mocha';

/**
 * Collects what a case has opened and disposes of it after the case, last first, also if one fails.
 * Call it within `describe`.
 */
export function endAfterEach(): (end: () => unknown) => void {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    const errors: unknown[] = [];
    for (const end of ends.splice(0).reverse()) {
      try {
        await end();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  });
  return (end) => {
    ends.push(end);
  };
}
