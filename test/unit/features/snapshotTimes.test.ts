import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { snapshotTimes } from '../../../src/features/snapshots/chooseSnapshot.ts';

/** Times of day on 21 November 2026, or the given date. */
const at = (hours: number, minutes: number, seconds = 0, ms = 0, day = 21) =>
  new Date(2026, 10, day, hours, minutes, seconds, ms).getTime();
const names = (times: readonly number[], now?: number) => {
  const snapshots = times.map((ms) => ({ at: ms }));
  return snapshots.map(snapshotTimes(snapshots, now));
};

describe('snapshotTimes', () => {
  it('adds seconds only to equal times, and milliseconds only to equal seconds', () => {
    const times = [at(14, 2), at(14, 3, 5), at(14, 3, 6), at(14, 4, 7, 1), at(14, 4, 7, 20)];
    assert.deepEqual(names(times), [
      'Nov 21, 2026, 14:02',
      'Nov 21, 2026, 14:03:05',
      'Nov 21, 2026, 14:03:06',
      'Nov 21, 2026, 14:04:07.001',
      'Nov 21, 2026, 14:04:07.020',
    ]);
  });

  it('names today and yesterday in words', () => {
    const times = [at(0, 0), at(0, 0, 0, 0, 20), at(23, 59, 0, 0, 19)];
    const words = ['today, 00:00', 'yesterday, 00:00', 'Nov 19, 2026, 23:59'];
    assert.deepEqual(names(times, at(23, 59)), words);
    assert.deepEqual(names([at(1, 0)], at(0, 30)), ['today, 01:00'], 'the clock was set back');
  });
});
