import assert from 'node:assert/strict';
import {
  estimateWords,
  motionWords,
  paceParts,
} from '../../../src/core/messages/forecastMessages.ts';
import type { NoEstimate } from '../../../src/core/stats/progress.ts';
import { inLocale } from '../../support/inLocale.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const now = 0;

describe('Messages of a forecast', () => {
  inLocale('en-US', 'UTC');

  const ranges: readonly (readonly [number, number, string])[] = [
    [10_000, 0.9 * MINUTE, 'less than a minute'],
    [10_000, MINUTE, 'up to 1 min'],
    [2.7 * MINUTE, 4.2 * MINUTE, '2–5 min'],
    [5 * MINUTE, 5 * MINUTE, 'about 5 min'],
    [59 * MINUTE, 101 * MINUTE, '55–110 min'],
    [52 * MINUTE, 119 * MINUTE, '50 min to 2 h'],
    [40 * HOUR, 3.1 * DAY, '40 h to 4 d'],
    [1100 * DAY, 1299.5 * DAY, '1,100–1,300 d'],
  ];
  it('a forecast reads as a range in suitable units, also in the status bar', () => {
    for (const [low, high, words] of ranges) {
      const forecast = { perMinute: 1, low, likely: low, high };
      assert.equal(estimateWords(forecast, now), words);
      assert.deepEqual(paceParts(forecast, now), [`done in ${words}`, '1 a minute']);
    }
  });

  it('the time that has passed is taken off, down to nothing', () => {
    const forecast = { low: 10 * MINUTE, likely: 20 * MINUTE, high: 30 * MINUTE };
    const words = [4, 11, 31].map((minutes) => estimateWords(forecast, minutes * MINUTE));
    assert.deepEqual(words, ['6–30 min', 'up to 20 min', 'less than a minute']);
  });

  it('shows when all will be done, and of how many that is known', () => {
    const done = { low: 23.4 * MINUTE, likely: 30 * MINUTE, high: 38 * MINUTE };
    const said = (moving: number, known: number, why?: NoEstimate, affected = moving - known) =>
      motionWords({ moving, known, why, affected, doneAt: known > 0 ? done : undefined }, now);
    const uneven = { reason: 'uneven' } as const;
    assert.equal(said(0, 0), '');
    assert.equal(said(3, 3), '20–40 min');
    assert.equal(said(3, 2, uneven), '2 of 3 with an estimate: done in 20–40 min');
    assert.equal(said(2, 0, uneven), 'too uneven to say');
    assert.equal(said(3, 0, uneven, 2), '2 of 3: too uneven to say');
  });
});

describe('Messages of a pace', () => {
  inLocale('en-US', 'UTC');

  const early = 'too early to say: needs 5 increases';

  const paces: readonly (readonly [perMinute: number, words: string])[] = [
    [1234, '1,200 a minute'],
    [74.6, '75 a minute'],
    [1.26, '1.3 a minute'],
    [1 / 60, '1 an hour'],
    [1 / 60 / 24, '1 a day'],
    [0.1 / 60 / 24, 'less than 1 a day'],
  ];
  it('a pace reads as a rounded number for a suitable time', () => {
    for (const [perMinute, words] of paces) {
      assert.deepEqual(paceParts({ perMinute, reason: 'early' }, now), [early, words]);
    }
  });

  const none: readonly (readonly [NoEstimate, string])[] = [
    [{ reason: 'done' }, ''],
    [{ reason: 'failed' }, ''],
    [{ reason: 'early' }, early],
    [{ reason: 'uncounted' }, 'no estimate: counts are missing'],
    [{ reason: 'unbegun' }, 'nothing confirmed yet'],
    [{ reason: 'still', since: 9 * MINUTE }, 'no progress for 1 min'],
    [{ reason: 'unread', since: -20.9 * MINUTE }, 'not read for 20 min'],
    [{ reason: 'unread', since: -3.9 * DAY }, 'not read for 3 d 21 h'],
    [{ reason: 'uneven' }, 'too uneven to say'],
  ];
  it('shows why there is no estimate in its place', () => {
    for (const [why, words] of none) {
      assert.equal(estimateWords(why, now), words);
      assert.deepEqual(paceParts(why, now), words === '' ? [] : [words], why.reason);
    }
  });
});
