import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/base/clock.ts';
import {
  AGED_MS,
  ageWords,
  agoOrTime,
  agoWords,
  durationWords,
  rangeWords,
  waitDuration,
} from '../../../src/core/messages/timeMessages.ts';
import { OLD_MS } from '../../../src/core/stats/reading.ts';
import { inLocale } from '../../support/inLocale.ts';

describe('How old counts are', () => {
  it('is written in seconds at first, and as a time from an hour on', () => {
    const at = Date.UTC(2026, 2, 3, 14, 2, 11);
    assert.deepEqual(
      [-5000, 0, 3000, 59_999, 60_000, HOUR_MS - 1, HOUR_MS].map((ms) => agoOrTime(at, at + ms)),
      ['just now', 'just now', '3 s ago', '59 s ago', '1 min ago', '59 min ago', '14:02:11'],
    );
  });

  it('is written from two or ten minutes on, in one unit, and not if the clock was set back', () => {
    const now = 1_800_000_000_000;
    const say = (minutes: number, fromMs = OLD_MS) => ageWords(now - minutes * 60_000, now, fromMs);
    assert.deepEqual(
      [1.9, 2, 59.9].map((one) => say(one, AGED_MS)),
      ['', '2 min ago', '59 min ago'],
    );
    assert.deepEqual(
      [9.9, 14, 119, 3_000].map((one) => say(one)),
      [...['', '14 min ago'], ...['1 h ago', '2 d ago']],
    );
    assert.equal(say(-60, AGED_MS), '');
    assert.deepEqual(
      [0.9, -5, 1, 90].map((minutes) => agoWords(now - minutes * MINUTE_MS, now)),
      ['just now', 'just now', '1 min ago', '1 h ago'],
    );
  });
});

describe('Durations', () => {
  inLocale('en-US', 'UTC');

  it('are written in two units, and a wait is never too short', () => {
    const lasted = (minutes: number) => durationWords(minutes * MINUTE_MS);
    assert.equal([0.5, 65, 120, 3000].map(lasted).join(), ',1 h 5 min,2 h,2 d 2 h');
    assert.deepEqual([0, 1001, 119_001, 121_000, 24 * HOUR_MS].map(waitDuration), [
      '1 s',
      '2 s',
      '2 min',
      '3 min',
      '1 d',
    ]);
  });

  it('a range never claims more than is known', () => {
    assert.equal(rangeWords(2 * DAY_MS, 2 * DAY_MS), 'about 48 h');
    const lengths = { min: MINUTE_MS, h: HOUR_MS, d: DAY_MS };
    fc.assert(
      fc.property(fc.nat(10 * DAY_MS), fc.nat(10 * DAY_MS), (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const words = rangeWords(low, high);
        const found = /^(?:about |up to |(\d+)(?: (min|h|d))?(?:–| to ))(\d+) (min|h|d)$/.exec(
          words,
        );
        if (!found) {
          assert.ok(words === 'less than a minute' && high < MINUTE_MS, words);
          return;
        }
        const [, from, fromUnit, to, unit] = found;
        const length = (name: string | undefined) => lengths[name as keyof typeof lengths];
        assert.ok(Number(to) * length(unit) >= high, `${words}, ${high}`);
        const least = words.startsWith('up to') ? 0 : Number(from ?? to) * length(fromUnit ?? unit);
        assert.ok(least <= low, `${words}, ${low}`);
      }),
      { numRuns: 2000 },
    );
  });
});
