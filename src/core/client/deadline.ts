import type { Clock } from '../base/clock.ts';
import { ServiceError } from '../model/serviceError.ts';

/**
 * Runs `run` until `deadlineMs` milliseconds have passed or `outer` aborts. Then it aborts the
 * signal of `run` and rejects with `timeout` or `aborted` at once, even if `run` goes on.
 */
export async function withDeadline<T>(
  clock: Clock,
  deadlineMs: number,
  outer: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
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
  const cancelTimer = clock.after(deadlineMs, () => {
    stop(new ServiceError({ kind: 'timeout', afterMs: deadlineMs }));
  });
  try {
    return await Promise.race([run(inner.signal), stopped.promise]);
  } finally {
    cancelTimer();
    outer.removeEventListener('abort', onAbort);
  }
}

/**
 * Waits for a call of `resume`. Rejects with `aborted` as soon as `signal` aborts.
 * @param begin begins to follow what is waited for, and returns what ends that. It must not call
 *   `resume` before it has returned.
 */
export function pauseUntil(
  begin: (resume: () => void) => () => unknown,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new ServiceError({ kind: 'aborted' }));
      return;
    }
    const onAbort = () => {
      stop();
      reject(new ServiceError({ kind: 'aborted' }));
    };
    const stop = begin(() => {
      stop();
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
