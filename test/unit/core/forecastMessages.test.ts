import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { NoPace } from '../../../src/core/stats/progress.ts';
import {
  doneInWords,
  motionSentence,
  paceSentences,
} from '../../../src/core/messages/forecastMessages.ts';

const time = String;
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const format = (count: number) => count.toLocaleString('en-US');
const said = (low: number, high: number) =>
  paceSentences(
    { perMinute: 1, basis: 10 * MINUTE, low, likely: (low + high) / 2, high },
    format,
    time,
  );

describe('Messages of a forecast', () => {
  const ranges: readonly (readonly [number, number, string])[] = [
    [10_000, 0.9 * MINUTE, 'less than a minute'],
    [10_000, MINUTE, 'up to 1 min'],
    [2.7 * MINUTE, 4.2 * MINUTE, 'about 2–5 min'],
    [5 * MINUTE, 5 * MINUTE, 'about 5 min'],
    [59 * MINUTE, 101 * MINUTE, 'about 55–110 min'],
    [52 * MINUTE, 119 * MINUTE, 'about 50 min to 2 h'],
    [40 * HOUR, 3.1 * DAY, 'about 40 h to 4 days'],
    [1100 * DAY, 1299.5 * DAY, 'about 1,100–1,300 days'],
  ];
  for (const [low, high, words] of ranges) {
    it(`a forecast reads, also in the status bar: ${words}`, () => {
      assert.equal(doneInWords({ low, likely: low, high }, format), words);
      assert.equal(said(low, high), `Pace in the last 10 min: 1 a minute. Done in ${words}.`);
    });
  }

  it('shows the pace but no time if the pace is too uneven', () => {
    assert.equal(
      paceSentences({ perMinute: 1, basis: 10 * MINUTE, uneven: true }, format, time),
      'Pace in the last 10 min: 1 a minute. Too uneven to tell when it will be done.',
    );
  });

  it('shows when all will be done, and of how many that is known', () => {
    const doneIn = { low: 25 * MINUTE, likely: 30 * MINUTE, high: 40 * MINUTE };
    const said = (moving: number, known: number, uncounted = 0) =>
      motionSentence({ moving, uncounted, known, doneIn: known > 0 ? doneIn : undefined }, format);
    assert.equal(said(0, 0), '');
    assert.equal(said(0, 0, 1), 'There is no estimate yet of when minting will be done.');
    assert.match(said(1, 1, 1), /min\. Of 1 more, only the status says that it is minting\.$/);
    assert.match(
      said(2, 1, 3),
      /others\. Of 3 more, only the status says that they are minting\.$/,
    );
    assert.equal(said(3, 3), 'All that is minting will be done in about 25–40 min.');
    assert.match(said(3, 2), /^2 of 3 that are minting will be done in about 25–40 min;/);
    assert.equal(said(2, 0), 'There is no estimate yet of when minting will be done.');
  });

  it('shows on request at what time all will be done, between the bounds', () => {
    const said = (low: number, high: number) =>
      motionSentence(
        { moving: 1, uncounted: 0, known: 1, doneIn: { low, likely: low, high } },
        format,
        (ms) => `${Math.floor(ms / MINUTE)}`,
      );
    assert.match(said(23.4 * MINUTE, 41 * MINUTE), /in about 20–45 min \(20–45\)\.$/);
    assert.match(said(3 * HOUR, 3 * HOUR), /in about 3 h \(180\)\.$/);
    assert.match(said(1, 2), /in less than a minute \(0–1\)\.$/);
  });

  it('words never claim more than the forecast does', () => {
    const lengths = { min: MINUTE, h: HOUR, days: DAY };
    fc.assert(
      fc.property(fc.nat(10 * DAY), fc.nat(10 * DAY), (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const words = said(low, high).replace(/^Pace .* Done in (.*)\.$/, '$1');
        const found =
          /^(?:about|up to) (?:(\d+)(?: (min|h|days))?(?:–| to ))?(\d+) (min|h|days)$/.exec(words);
        if (!found) {
          assert.ok(words === 'less than a minute' && high < MINUTE, words);
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

describe('Messages of a pace', () => {
  const paces: readonly (readonly [perMinute: number, basis: number, words: string])[] = [
    [1234, 80_000, 'in the last minute: 1,200 a minute'],
    [74.6, 119 * MINUTE, 'in the last 119 min: 75 a minute'],
    [1.26, 2 * HOUR, 'in the last 2 h: 1.3 a minute'],
    [1 / 60, 2 * DAY, 'in the last 48 h: 1 an hour'],
    [1 / 60 / 24, 2.6 * DAY, 'in the last 3 days: 1 a day'],
    [0.1 / 60 / 24, 2.6 * DAY, 'in the last 3 days: less than 1 a day'],
  ];
  for (const [perMinute, basis, words] of paces) {
    it(`a pace reads: ${words}`, () => {
      assert.equal(paceSentences({ perMinute, basis }, format, time), `Pace ${words}.`);
    });
  }

  const none: readonly (readonly [NoPace, string])[] = [
    [{ reason: 'done' }, ''],
    [{ reason: 'early' }, 'No pace yet.'],
    [{ reason: 'still', since: 1_200, begun: true }, 'Nothing confirmed since 1200.'],
    [{ reason: 'still', since: 1_200, begun: false }, 'Nothing confirmed yet.'],
    [{ reason: 'unread', forMs: 15.9 * MINUTE }, 'Not read in the last 15 min.'],
    [{ reason: 'unread', forMs: 3.9 * DAY }, 'Not read in the last 3 days.'],
  ];
  for (const [why, words] of none) {
    it(`shows why there is no pace: ${why.reason}, ${words}`, () => {
      assert.equal(paceSentences(why, format, time), words);
    });
  }
});
