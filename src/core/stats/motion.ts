import type { DoneAt } from './forecast.ts';
import type { NoEstimate } from './progress.ts';

/** All mints that are under way, taken together. */
export interface Motion {
  readonly moving: number;
  /** How many have a forecast. */
  readonly known: number;
  /** The latest of their bounds; `undefined` without any. */
  readonly doneAt: DoneAt | undefined;
  /** Why the others have none; `undefined` if not all for the same reason. */
  readonly why: NoEstimate | undefined;
}

export function motionOf(all: readonly (DoneAt | NoEstimate)[]): Motion {
  const known = all.filter((one) => 'low' in one);
  const unknown = all.filter((one) => 'reason' in one);
  const [why] = unknown;
  const isShared = unknown.every(
    ({ reason, since }) => reason === why?.reason && since === why.since,
  );
  const latest = (bound: keyof DoneAt) =>
    known.reduce((most, one) => Math.max(most, one[bound]), 0);
  const doneAt = { low: latest('low'), likely: latest('likely'), high: latest('high') };
  return {
    moving: all.length,
    known: known.length,
    doneAt: known.length > 0 ? doneAt : undefined,
    why: isShared ? why : undefined,
  };
}
