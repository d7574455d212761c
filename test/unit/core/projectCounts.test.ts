import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Reading } from '../../../src/core/stats/reading.ts';
import { lastOf as lastReading } from '../../../src/core/stats/stall.ts';
import { coverageWords } from '../../../src/core/messages/coverageMessages.ts';
import { workWords } from '../../../src/core/messages/portfolioMessages.ts';
import { isYoung, wasComplete } from '../../../src/features/portfolio/portfolioRows.ts';

const MINUTE = 60_000;
const format = (count: number) => count.toLocaleString('en');

/** A reading at a minute, with this many of a hundred confirmed. */
const reading = (minute: number, confirmed: number, pending = 100 - confirmed): Reading => ({
  at: minute * MINUTE,
  ...{ total: 100, confirmed, processing: 0, pending },
});

const lastOf = (...readings: readonly Reading[]) => lastReading(readings)!;

describe('Counts in the portfolio', () => {
  const at = 60 * MINUTE;

  it('counts are young for as long as they may be old', () => {
    const last = lastOf(reading(60, 10));
    assert.ok(isYoung(last, at, 5 * MINUTE) && isYoung(last, at + 5 * MINUTE - 1, 5 * MINUTE));
    assert.ok(!isYoung(last, at + 5 * MINUTE, 5 * MINUTE));
    assert.ok(isYoung(last, at - MINUTE, 5 * MINUTE));
    assert.ok(!isYoung(last, at - MINUTE - 1, 5 * MINUTE), 'far ahead of the clock');
  });

  it('counts are complete if nothing was left at the last two readings', () => {
    assert.ok(wasComplete(lastOf(reading(0, 100), reading(5, 100))));
    assert.ok(wasComplete(lastOf(reading(0, 90, 0), reading(5, 90, 0))), 'ten have failed');
    assert.ok(!wasComplete(lastOf(reading(5, 100))), 'read once');
    assert.ok(!wasComplete(lastOf(reading(0, 99), reading(5, 100))), 'it was moving');
    assert.ok(!wasComplete(lastOf(reading(0, 0, 0), reading(5, 0, 0))), 'it may not have begun');
    assert.ok(!wasComplete(undefined), 'never read');
  });
});

describe('Coverage of the portfolio', () => {
  const time = (at: number) => `time ${at}`;
  const whole = { listed: 1204, total: 1204, withStats: 310, failed: 0, oldest: 0 };
  const say = (change: Partial<Parameters<typeof coverageWords>[0]>, now = 4 * MINUTE) =>
    coverageWords({ ...whole, ...change }, now, format, time);

  it('shows how many projects have stats, and how old the oldest are', () => {
    assert.equal(say({}), 'stats of 310 of 1,204 projects, oldest 4 min ago');
    assert.match(say({ oldest: MINUTE }, 0), /, oldest just now$/);
    assert.match(say({ oldest: 60_001 }, 0), /, oldest from time 60001, ahead of the clock$/);
    assert.equal(say({ withStats: 0, oldest: undefined }), 'stats of 0 of 1,204 projects');
    assert.equal(
      say({ listed: 1, total: 1, withStats: 1 }),
      'stats of 1 of 1 project, oldest 4 min ago',
    );
  });

  it('shows what is missing, and until when the service asks to wait', () => {
    assert.equal(
      say({ listed: 800, failed: 3, without: 2, shared: 4, waitUntil: 5 }),
      'stats of 310 of 1,204 projects, oldest 4 min ago; 3 could not be read; 2 without stats; ' +
        '4 left out, as they share an ID; 800 of 1,204 projects are listed; waiting until time 5, as the service asks',
    );
  });

  it('shows how far reading is in what may have changed, and in what was complete', () => {
    const says = (changing: readonly [number, number], complete: readonly [number, number]) => {
      const count = ([done, of]: readonly [number, number]) => ({ done, of });
      return workWords({ changing: count(changing), complete: count(complete) }, format);
    };
    assert.equal(says([120, 3204], [0, 0]), 'reading 120 of 3,204');
    assert.equal(
      says([120, 320], [0, 2884]),
      'reading 120 of 320 that may have changed, then 2,884 that are complete',
    );
    assert.equal(
      says([320, 320], [400, 2884]),
      '320 of 320 that may have changed are read; reading 400 of 2,884 that are complete',
    );
    assert.equal(says([0, 0], [400, 2884]), 'reading 400 of 2,884 that are complete');
  });
});
