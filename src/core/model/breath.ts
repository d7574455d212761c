import { ServiceError } from './serviceError.ts';

/** What long work needs of its surroundings so as not to hold them up. */
export interface Breath {
  /** In milliseconds. */
  readonly now: () => number;
  /** Lets everything else have its turn. */
  readonly pause: () => Promise<void>;
}

/** Half of what would delay a frame, so that some is left for whoever else is waiting. */
export const SLICE_MS = 8;

/**
 * Takes work to its end that comes in short steps, and lets others have their turn whenever a slice
 * of time is used up.
 * @throws ServiceError `aborted` if `signal` ends meanwhile, and whatever the work throws.
 */
export async function inSlices<T>(
  steps: Generator<void, T>,
  { now, pause }: Breath,
  signal: AbortSignal,
): Promise<T> {
  let began = now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (now() - began < SLICE_MS) continue;
    await pause();
    if (signal.aborted) throw new ServiceError({ kind: 'aborted' });
    began = now();
  }
}
