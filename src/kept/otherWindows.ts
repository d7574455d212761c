import type { Clock } from '../core/base/clock.ts';
import { Later } from '../core/base/later.ts';

const CHECK_MS = 1000;

/**
 * Polls whether other windows have written to a database, while there are listeners.
 * @param version returns a different value once another window has written.
 */
export function otherWindows(clock: Clock, version: () => unknown) {
  const listeners = new Set<() => void>();
  let lastVersion: unknown;
  const nextCheck = new Later(clock, () => {
    if (listeners.size > 0) nextCheck.soon(CHECK_MS);
    const before = lastVersion;
    lastVersion = version();
    if (lastVersion === before) return;
    for (const listener of listeners) listener();
  });
  return {
    /**
     * Calls `listener` within a second after another window has written, until the returned function
     * is called.
     */
    onWritten: (listener: () => void): (() => void) => {
      listeners.add(listener);
      lastVersion ??= version();
      nextCheck.soon(CHECK_MS);
      return () => {
        listeners.delete(listener);
      };
    },
    dispose: (): void => {
      listeners.clear();
      nextCheck.cancel();
    },
  };
}
