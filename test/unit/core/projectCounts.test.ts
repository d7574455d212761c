import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Reading } from '../../../src/core/stats/reading.ts';
import {
  coverageWords,
  concernWords,
  workWords,
} from '../../../src/core/messages/portfolioMessages.ts';
import { forEachCount } from '../../../src/core/model/counts.ts';
import type { ProjectStats } from '../../../src/core/model/model.ts';
import {
  afterAnswer,
  afterStats,
  type ConcernedProject,
  concernsOf,
  fromHistory,
  isYoung,
  type ProjectCounts,
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

const stats = (
  counts: Partial<ProjectStats>,
  further: ProjectStats['further'] = [],
): ProjectStats => ({
  ...forEachCount((name) => counts[name]),
  further,
  source: {},
});

/** What is said of a project. */
function words(
  known: ProjectCounts | undefined,
  others: Partial<ConcernedProject> = {},
  stallMs = STALL,
) {
  const project = { known, status: 'processing', hasRef: true, failed: false, ...others };
  const concerns = concernsOf(project, stallMs);
  return [concerns.map(({ kind }) => kind), concernWords(concerns, format)];
}

describe('the counts of a project in the portfolio', () => {
  it('are those of the last reading, and since when nothing was confirmed', () => {
    const history = [reading(0, 10), reading(5, 20), reading(7, 20), reading(9, 20)];
    assert.deepEqual(fromHistory(history), {
      counts: { total: 100, confirmed: 20, processing: 0, pending: 80 },
      ...{ further: undefined, asOf: 9 * MINUTE, movedAt: 5 * MINUTE },
    });
    assert.equal(fromHistory([]), undefined);
    assert.equal(fromHistory([reading(3, 20)])?.movedAt, 3 * MINUTE);
  });

  it('follow further readings as a history would, but none that is older', () => {
    const first = fromHistory([reading(0, 10), reading(5, 20)]);
    const second = afterStats(first, { stats: stats({ confirmed: 20 }), asOf: 8 * MINUTE });
    assert.deepEqual([second.movedAt, second.asOf], [5 * MINUTE, 8 * MINUTE]);
    const third = afterStats(second, { stats: stats({ confirmed: 21 }), asOf: 9 * MINUTE });
    assert.equal(third.movedAt, 9 * MINUTE);
    assert.equal(afterStats(third, { stats: stats({ confirmed: 5 }), asOf: 1 }), third);
  });

  it('are those of an answer that was not overtaken, also if the clock was set back since', () => {
    const known = fromHistory([reading(55, 10), reading(60, 20)])!;
    const answer = (asOf: number, confirmed: number) =>
      afterAnswer(known, { stats: stats({ confirmed }), asOf });
    assert.equal(answer(60 * MINUTE - 1, 19), known, 'it was overtaken');
    assert.equal(answer(59 * MINUTE + 1, 19), known, 'it was overtaken');
    const moved = answer(10 * MINUTE, 21);
    assert.deepEqual(
      [moved.counts.confirmed, moved.asOf, moved.movedAt],
      [21, 10 * MINUTE, 10 * MINUTE],
    );
    const same = answer(10 * MINUTE, 20);
    assert.deepEqual([same.asOf, same.movedAt], [10 * MINUTE, 10 * MINUTE]);
    assert.equal(answer(61 * MINUTE, 20).movedAt, 60 * MINUTE);
  });

  it('are not young if their time is ahead of the clock by more than a minute', () => {
    const known = fromHistory([reading(60, 10)])!;
    assert.ok(isYoung(known, 59 * MINUTE) && !isYoung(known, 59 * MINUTE - 1));
  });

  it('are young for five minutes, and also if the clock was set back', () => {
    const known = fromHistory([reading(60, 10)])!;
    const at = 60 * MINUTE;
    assert.ok(isYoung(known, at) && isYoung(known, at + 5 * MINUTE - 1));
    assert.ok(!isYoung(known, at + 5 * MINUTE) && !isYoung(known, at - 60 * MINUTE));
  });

  it('are read again if they are from the history and another count may be missing', () => {
    const known = fromHistory([reading(0, 10, 80)])!;
    assert.ok(!isYoung(known, 0));
    const further = [{ name: 'failed', count: 10 }];
    assert.ok(isYoung({ ...known, further }, 0));
  });
});

describe('a project of the portfolio needs attention', () => {
  it('if its status or another count says that minting has failed', () => {
    assert.deepEqual(words(undefined, { status: 'Failed' }), [['failed'], 'status failed']);
    const known = afterStats(undefined, {
      stats: stats({ total: 10, confirmed: 8, processing: 0, pending: 0 }, [
        { name: 'failed', count: 2 },
      ]),
      asOf: 0,
    });
    assert.deepEqual(words(known), [['failed'], '2 failed']);
  });

  it('if it has stalled as watched projects do: some are left, and none was confirmed for so long', () => {
    const known = fromHistory([reading(0, 10), reading(42, 10)]);
    assert.deepEqual(words(known), [['stalled'], 'stalled, nothing confirmed for 42 min']);
    assert.deepEqual(words(fromHistory([reading(0, 100), reading(42, 100)])), [[], '']);
  });

  it('if nothing was confirmed for five minutes, which is not moving until it is stalled', () => {
    const still = (minutes: number) => fromHistory([reading(0, 10), reading(minutes, 10)]);
    assert.deepEqual(words(still(4)), [[], '']);
    assert.deepEqual(words(still(5)), [['notMoving'], 'nothing confirmed for 5 min']);
    assert.deepEqual(words(still(14))[0], ['notMoving']);
    assert.deepEqual(words(still(15))[0], ['stalled']);
    assert.deepEqual(words(still(15), {}, 60 * MINUTE)[0], ['notMoving']);
    assert.deepEqual(words(fromHistory([reading(0, 10), reading(14, 11)])), [[], '']);
    assert.deepEqual(words(fromHistory([reading(14, 10)])), [[], '']);
  });

  it('if its stages contradict the total, unless that may be for want of other counts', () => {
    const counts = { total: 100, confirmed: 90, processing: 0, pending: 0 };
    const known = afterStats(undefined, { stats: stats(counts), asOf: 0 });
    assert.deepEqual(words(known), [['sum'], 'the stages add up to 90']);
    assert.deepEqual(words({ ...known, further: undefined }), [[], '']);
    const more = fromHistory([reading(0, 90, 20)]);
    assert.deepEqual(words(more), [['sum'], 'the stages add up to 110']);
  });

  it('if it cannot be read: the last try has failed, there are no counts, or no id', () => {
    const known = fromHistory([reading(0, 10)]);
    assert.deepEqual(words(known, { failed: true }), [['unreadable'], 'could not be read']);
    const empty = afterStats(undefined, { stats: stats({}), asOf: 0 });
    assert.deepEqual(words(empty), [['unreadable'], 'the answer has no counts']);
    assert.deepEqual(words(undefined, { hasRef: false }), [
      ['unreadable'],
      'id or kind not given, so its stats cannot be read',
    ]);
    assert.deepEqual(words(undefined), [[], ''], 'not while it was never tried');
  });

  it('for several reasons at once, in the order of the protocol', () => {
    const known = fromHistory([reading(0, 10, 120), reading(20, 10, 120)]);
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

  it('says that it was paused or stopped, and how far a refresh is', () => {
    const works = ['paused', 'stopped', 'refreshing', { done: 1120, of: 1204 }] as const;
    assert.deepEqual(
      works.map((work) => workWords(work, format)),
      ['paused', 'stopped', 'refreshing', 'refreshing, 1,120 of 1,204'],
    );
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
