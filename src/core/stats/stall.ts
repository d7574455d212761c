import type { LastReading, Reading } from './reading.ts';
import { given, leftOf } from './share.ts';

/** A shorter time is reported only if it reaches `mostMs`: rows in sight are read once a minute. */
const LEAST_MS = 5 * 60_000;
/** After this many times its usual rest a mint counts as not moving, after twice that as stalled. */
const RESTS = 2;

/** A mint that should move and has not for `forMs`, long enough to need attention. */
export interface Stalled {
  readonly kind: 'stalled';
  readonly forMs: number;
}

/** `notMoving` comes before: there is no estimate, but it needs no attention yet. */
export type Stall = Stalled | { readonly kind: 'notMoving'; readonly forMs: number };

/** With what follows from earlier readings. @param before the newest one before this. */
export function afterLast(before: LastReading | undefined, reading: Reading): LastReading {
  const { at, confirmed } = reading;
  if (before && before.confirmed === confirmed) {
    return { ...reading, movedAt: before.movedAt, restMs: before.restMs };
  }
  const hasRisen = given(confirmed) > given(before?.confirmed);
  const restMs =
    before && hasRisen ? Math.max(at - before.movedAt, (before.restMs ?? 0) / 2) : before?.restMs;
  return { ...reading, movedAt: at, restMs };
}

/** After how long without a confirmed NFT a mint with this usual rest counts as each kind, in milliseconds. */
export function stallLimits(restMs: number | undefined, mostMs: number) {
  const stillMs = Math.min(mostMs, Math.max(LEAST_MS, RESTS * (restMs ?? 0)));
  return { stillMs, stalledMs: restMs === undefined ? mostMs : Math.min(mostMs, 2 * stillMs) };
}

/**
 * How long a mint has not moved, if it should have: NFTs are left, and not all wait to begin or it has
 * moved before. Otherwise `undefined`. The limit follows the mint's own pace.
 * @param mostMs the highest limit of both kinds, in milliseconds (`mintscope.stallMinutes`).
 */
export function stallOf(last: LastReading, mostMs: number): Stall | undefined {
  const { at, movedAt, restMs } = last;
  const left = leftOf(last) ?? 0;
  // False for a count that is not given.
  const waits = given(last.pending) + (last.other ?? 0) >= left && restMs === undefined;
  if (waits || !(given(last.confirmed) >= 0 && left > 0)) return undefined;
  const { stillMs, stalledMs } = stallLimits(restMs, mostMs);
  const forMs = at - movedAt;
  if (forMs < stillMs) return undefined;
  return { kind: forMs >= stalledMs ? 'stalled' : 'notMoving', forMs };
}
