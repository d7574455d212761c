import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { LastReading, Reading } from '../../../src/core/stats/reading.ts';
import { movedAtOf } from '../../../src/core/stats/stall.ts';
import { coverageWords } from '../../../src/core/messages/coverageMessages.ts';
import { concernWords, workWords } from '../../../src/core/messages/portfolioMessages.ts';
import { forEachCount } from '../../../src/core/model/counts.ts';
import {
  type ConcernedProject,
  concernsOf,
  isYoung,
  wasComplete,
} from '../../../src/core/portfolio/projectCounts.ts';
import { CONCERNS } from '../../../src/protocol/portfolio.ts';

const MINUTE = 60_000;
const STALL = 15 * MINUTE;
const format = (count: number) => count.toLocaleString('en');

/** A reading at a minute, with so many confirmed of a hundred. */
const reading = (minute: number, confirmed: number, pending = 100 - confirmed): Reading => ({
  at: minute * MINUTE,
  ...{ total: 100, confirmed, processing: 0, pending },
});

/** The last of these readings. */
function lastOf(...readings: readonly [Reading, ...Reading[]]): LastReading {
  return { ...readings.at(-1)!, movedAt: movedAtOf(readings)! };
}

/** A reading with these counts and no others. */
const counting = (counts: Partial<Reading>): LastReading =>
  lastOf({ at: 0, ...forEachCount(() => undefined), ...counts });

/** What is said of a project. */
function words(
  known: LastReading | undefined,
  others: Partial<ConcernedProject> = {},
  stallMs = STALL,
) {
  const project = { known, status: 'processing', hasRef: true, failed: false, ...others };
  const concerns = concernsOf(project, stallMs);
  return [concerns.map(({ kind }) => kind), concernWords(concerns, format)];
}

describe('the counts of a project in the portfolio', () => {
  const at = 60 * MINUTE;

  it('are young for as long as they may be old', () => {
    const last = lastOf(reading(60, 10));
    assert.ok(isYoung(last, at, 5 * MINUTE) && isYoung(last, at + 5 * MINUTE - 1, 5 * MINUTE));
    assert.ok(!isYoung(last, at + 5 * MINUTE, 5 * MINUTE));
  });

  it('are not young if their time is ahead of the clock by more than a minute', () => {
    const last = lastOf(reading(60, 10));
    assert.ok(
      isYoung(last, 59 * MINUTE, 5 * MINUTE) && !isYoung(last, 59 * MINUTE - 1, 5 * MINUTE),
    );
  });

  it('hardly change if nothing was left at the last two readings', () => {
    assert.ok(wasComplete(lastOf(reading(0, 100), reading(5, 100))));
    assert.ok(wasComplete(lastOf(reading(0, 90, 0), reading(5, 90, 0))), 'ten have failed');
    assert.ok(!wasComplete(lastOf(reading(5, 100))), 'read once');
    assert.ok(!wasComplete(lastOf(reading(0, 99), reading(5, 100))), 'it was moving');
    assert.ok(!wasComplete(lastOf(reading(0, 99), reading(5, 99))));
    assert.ok(!wasComplete(lastOf(reading(0, 0, 0), reading(5, 0, 0))), 'it may not have begun');
    assert.ok(!wasComplete(undefined), 'never read');
  });
});

describe('a project of the portfolio needs attention', () => {
  it('if its status or another count says that minting has failed', () => {
    assert.deepEqual(words(undefined, { status: 'Failed' }), [['failed'], 'status failed']);
    const further = [{ name: 'failed', count: 2 }];
    const known = counting({ total: 10, confirmed: 8, processing: 0, pending: 0, further });
    assert.deepEqual(words(known), [['failed'], '2 failed']);
  });

  it('if it has stalled as watched projects do: some are left, and none was confirmed for so long', () => {
    const known = lastOf(reading(0, 10), reading(42, 10));
    assert.deepEqual(words(known), [['stalled'], 'stalled, nothing confirmed for 42 min']);
    assert.deepEqual(words(lastOf(reading(0, 100), reading(42, 100))), [[], '']);
  });

  it('if nothing was confirmed for five minutes, which is not moving until it is stalled', () => {
    const still = (minutes: number) => lastOf(reading(0, 10), reading(minutes, 10));
    assert.deepEqual(words(still(4)), [[], '']);
    assert.deepEqual(words(still(5)), [['notMoving'], 'nothing confirmed for 5 min']);
    assert.deepEqual(words(still(14))[0], ['notMoving']);
    assert.deepEqual(words(still(15))[0], ['stalled']);
    assert.deepEqual(words(still(15), {}, 60 * MINUTE)[0], ['notMoving']);
    assert.deepEqual(words(lastOf(reading(0, 10), reading(14, 11))), [[], '']);
    assert.deepEqual(words(lastOf(reading(14, 10))), [[], '']);
  });

  it('if its stages and other counts contradict the total', () => {
    const known = counting({ total: 100, confirmed: 90, processing: 0, pending: 0 });
    assert.deepEqual(words(known), [['sum'], 'the stages add up to 90']);
    const further = [{ name: 'burned', count: 10 }];
    assert.deepEqual(words({ ...known, further }), [[], '']);
    const more = lastOf(reading(0, 90, 20));
    assert.deepEqual(words(more), [['sum'], 'the stages add up to 110']);
  });

  it('if it cannot be read: the last try has failed, there are no counts, or no id', () => {
    const known = lastOf(reading(0, 10));
    assert.deepEqual(words(known, { failed: true }), [['unreadable'], 'could not be read']);
    const empty = counting({});
    assert.deepEqual(words(empty), [['unreadable'], 'the answer has no counts']);
    assert.deepEqual(words(undefined, { hasRef: false }), [
      ['unreadable'],
      'id or kind not given, so its stats cannot be read',
    ]);
    assert.deepEqual(words(undefined), [[], ''], 'not while it was never tried');
  });

  it('for several reasons at once, in the order of the protocol', () => {
    const known = lastOf(reading(0, 10, 120), reading(20, 10, 120));
    const [kinds] = words(known, { status: 'failed', failed: true });
    assert.deepEqual(kinds, ['failed', 'stalled', 'sum', 'unreadable']);
    assert.deepEqual(
      kinds,
      CONCERNS.filter((one) => kinds.includes(one)),
    );
  });
});

describe('the coverage of the portfolio', () => {
  const time = (at: number) => `time ${at}`;
  const whole = { listed: 1204, total: 1204, withStats: 310, failed: 0, oldest: 0 };
  const say = (change: Partial<Parameters<typeof coverageWords>[0]>, now = 4 * MINUTE) =>
    coverageWords({ ...whole, ...change }, now, format, time);

  it('says how many projects have stats, and how old the oldest are', () => {
    assert.equal(say({}), 'stats of 310 of 1,204 projects, oldest 4 min ago');
    assert.equal(say({}, 59_999), 'stats of 310 of 1,204 projects, oldest just now');
    assert.equal(say({ withStats: 0, oldest: undefined }), 'stats of 0 of 1,204 projects');
    assert.equal(
      say({ listed: 1, total: 1, withStats: 1 }),
      'stats of 1 of 1 project, oldest 4 min ago',
    );
  });

  it('does not say how old counts are whose time is ahead of the clock', () => {
    assert.equal(say({ oldest: MINUTE }, 0), 'stats of 310 of 1,204 projects, oldest just now');
    assert.equal(
      say({ oldest: 60_001 }, 0),
      'stats of 310 of 1,204 projects, oldest from time 60001, ahead of the clock',
    );
  });

  it('says that it was paused or stopped, or that the list is refetched', () => {
    const works = ['paused', 'stopped', 'refreshing'] as const;
    assert.deepEqual(
      works.map((work) => workWords(work, format)),
      ['paused', 'stopped', 'refreshing'],
    );
  });

  it('says how far reading is in what may have changed, and in what was complete', () => {
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

  it('says what is missing: rows of the list, projects that could not be read', () => {
    assert.equal(
      say({ listed: 800, failed: 3 }),
      'stats of 310 of 800 projects, oldest 4 min ago; 3 could not be read; 800 of 1,204 projects are listed',
    );
  });

  it('says until when the service asks to wait', () => {
    assert.equal(
      say({ waitUntil: 5 }),
      'stats of 310 of 1,204 projects, oldest 4 min ago; waiting until time 5, as the service asks',
    );
  });
});
