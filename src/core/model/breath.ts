import { SLICE_MS, type Slices } from '../base/slices.ts';
import { ServiceError } from './serviceError.ts';

/**
 * Runs work that comes in short steps, and yields to other work after each slice of `SLICE_MS`.
 * @throws ServiceError `aborted` if `signal` aborts meanwhile, and whatever the work throws.
 */
export async function inSlices<T>(
  steps: Generator<void, T>,
  { now, pause }: Slices,
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
