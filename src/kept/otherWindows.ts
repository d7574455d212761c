import type { Clock } from '../core/base/clock.ts';
import { Later } from '../core/base/later.ts';

/** The time between two checks whether another window has written. */
const LOOK_MS = 1000;

/**
 * Checks whether other windows have written to a database, while there are listeners.
 * @param version returns another value once another window has written.
 */
export function otherWindows(clock: Clock, version: () => unknown) {
  const listeners = new Set<() => void>();
  let seen: unknown;
  const looking = new Later(clock, () => {
    if (listeners.size > 0) looking.soon(LOOK_MS);
    const before = seen;
    seen = version();
    if (seen === before) return;
    for (const listener of listeners) listener();
  });
  return {
    /**
     * Calls `listener` within a second after another window has written, until the returned function
     * is called.
     */
    onWritten: (listener: () => void): (() => void) => {
      listeners.add(listener);
      seen ??= version();
      looking.soon(LOOK_MS);
      return () => {
        listeners.delete(listener);
      };
    },
    dispose: (): void => {
      listeners.clear();
      looking.cancel();
    },
  };
}
