import type { Clock } from '../base/clock.ts';
import { ServiceError } from '../model/serviceError.ts';

/**
 * Runs something with a total deadline, which covers connecting, headers and the whole body, so
 * that a slow body ends too. Rejects with `aborted` or `timeout` at once, even if `run` ignores its
 * signal.
 * @param afterMs the duration that the failure names, if the wait began earlier.
 */
export async function withDeadline<T>(
  clock: Clock,
  deadlineMs: number,
  outer: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
  afterMs = deadlineMs,
): Promise<T> {
  if (outer.aborted) throw new ServiceError({ kind: 'aborted' });
  const inner = new AbortController();
  const stopped = Promise.withResolvers<never>();
  const stop = (error: ServiceError) => {
    stopped.reject(error);
    inner.abort(error);
  };
  const onAbort = () => {
    stop(new ServiceError({ kind: 'aborted' }));
  };
  outer.addEventListener('abort', onAbort);
  const callOff = clock.after(deadlineMs, () => {
    stop(new ServiceError({ kind: 'timeout', afterMs }));
  });
  try {
    return await Promise.race([run(inner.signal), stopped.promise]);
  } finally {
    callOff();
    outer.removeEventListener('abort', onAbort);
  }
}

/** Waits; rejects with `aborted` as soon as `signal` aborts, and then leaves no timer behind. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new ServiceError({ kind: 'aborted' }));
      return;
    }
    const giveUp = () => {
      callOff();
      reject(new ServiceError({ kind: 'aborted' }));
    };
    const callOff = clock.after(ms, () => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    });
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
