import type { History, LastReading, Reading } from './reading.ts';
import { given, leftOf } from './share.ts';

/** Nothing confirmed for less than this is never reported: rows in sight are read once a minute. */
const LEAST_MS = 5 * 60_000;
/** A mint does not move after so many times its usual rest, and has stalled after twice that. */
const RESTS = 2;

/** How long a mint does not move although it should. */
export interface Stall {
  /** `notMoving` before it counts as stalled. */
  readonly kind: 'stalled' | 'notMoving';
  readonly forMs: number;
}

/** A reading with what the readings before it tell. Each is the newest one of its project. */
export function afterLast(before: LastReading | undefined, reading: Reading): LastReading {
  const { at, confirmed } = reading;
  // Not later than the reading, also if the clock was set back.
  if (before && before.confirmed === confirmed) {
    return { ...reading, movedAt: Math.min(before.movedAt, at), restMs: before.restMs };
  }
  const hasRisen = given(confirmed) > given(before?.confirmed);
  const restMs =
    before && hasRisen
      ? Math.max(0, at - before.movedAt, (before.restMs ?? 0) / 2)
      : before?.restMs;
  return { ...reading, movedAt: at, restMs };
}

/** The newest reading of a history, with what those before it tell; `undefined` if it is empty. */
export function lastOf(history: History): LastReading | undefined {
  return history.reduce<LastReading | undefined>(afterLast, undefined);
}

/**
 * Why a mint counts as not moving: NFTs are left, none was confirmed for a while, and that was to be
 * expected, because not all of them are pending or it has moved before. How long it may last is up
 * to the mint's own pace, and at most `mostMs`.
 */
export function stallOf(last: LastReading, mostMs: number): Stall | undefined {
  const { at, movedAt, restMs } = last;
  const left = leftOf(last) ?? 0;
  // False for a count that is not given.
  const waits = given(last.pending) >= left && restMs === undefined;
  if (waits || !(given(last.confirmed) >= 0 && left > 0)) return undefined;
  const stillMs = Math.min(mostMs, Math.max(LEAST_MS, RESTS * (restMs ?? 0)));
  const stalledMs = restMs === undefined ? mostMs : Math.min(mostMs, 2 * stillMs);
  const forMs = at - movedAt;
  if (forMs < stillMs) return undefined;
  return { kind: forMs >= stalledMs ? 'stalled' : 'notMoving', forMs };
}
