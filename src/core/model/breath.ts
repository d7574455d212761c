import { ServiceError } from './serviceError.ts';

/** What long work needs so that it does not block. */
export interface Breath {
  /** In milliseconds. */
  readonly now: () => number;
  /** Yields to other work. */
  readonly pause: () => Promise<void>;
}

/** Milliseconds of work before it yields: half a frame. */
export const SLICE_MS = 8;

/**
 * Runs work that comes in short steps, and yields to other work after each slice of `SLICE_MS`.
 * @throws ServiceError `aborted` if `signal` aborts meanwhile, and whatever the work throws.
 */
export async function inSlices<T>(
  steps: Generator<void, T>,
  { now, pause }: Breath,
  signal?: AbortSignal,
): Promise<T> {
  let began = now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (now() - began < SLICE_MS) continue;
    await pause();
    if (signal?.aborted) throw new ServiceError({ kind: 'aborted' });
    began = now();
  }
}
