/**
 * Returns a function that registers work for the end of a case. It runs after the case, last first,
 * also if some of it fails. Call it within `describe`.
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

/** Returns a function that closes its argument after the case. Call it within `describe`. */
export function closeAfterEach() {
  const atEnd = endAfterEach();
  return <T extends { close(): unknown }>(one: T): T => {
    atEnd(() => one.close());
    return one;
  };
}
