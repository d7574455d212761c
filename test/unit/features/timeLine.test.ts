import assert from 'node:assert/strict';
import type { History } from '../../../src/core/stats/reading.ts';
import { paceOf, unlessFailed } from '../../../src/core/stats/pace.ts';
import { stallLimitMs } from '../../../src/editor/settings.ts';
import { timeLineOf as timeLineWith } from '../../../src/features/stats/timeLine.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';

const MINUTE = 60_000;

/** A reading each minute, each with `perMinute` more confirmed. */
const minted = (perMinute: number, minutes: number, total = 5000): History =>
  Array.from({ length: minutes }, (_, at) => ({
    at: at * MINUTE,
    total,
    confirmed: Math.min(perMinute * at, total),
    processing: Math.max(total - perMinute * at, 0),
    pending: 0,
  }));

/** The time line with the pace that the history has. */
const timeLineOf = (history: History | undefined, now: number, status?: string) =>
  timeLineWith(
    history,
    now,
    history && history.length > 0
      ? unlessFailed(paceOf(history, now, stallLimitMs()), status)
      : undefined,
  );

let desk: FakeDesk;

beforeEach(() => {
  useDesk((desk = new FakeDesk()));
});

describe('timeLineOf', () => {
  it('gives the pace and the likely end of a mint', () => {
    const { pace, done } = timeLineOf(minted(75, 31), 30 * MINUTE)!;
    assert.match(pace[0]!, /^done in about .+$/);
    assert.equal(pace[1], '75 a minute');
    // 2,750 are left.
    const even = (30 + 2750 / 75) * MINUTE;
    assert.ok(done && done.low < even && even < done.high);
    assert.equal(done.at, 30 * MINUTE);
  });

  it('gives no pace and no forecast for the status failed', () => {
    const { pace, done, readings } = timeLineOf(minted(75, 31), 30 * MINUTE, 'failed')!;
    assert.deepEqual([pace, done, readings.length], [[], undefined, 31]);
    const ended = timeLineOf(minted(100, 31, 1000), 30 * MINUTE, 'failed')!;
    assert.match(ended.pace[0]!, /^minted in 10 min/, 'what was seen is no forecast');
  });

  it('gives the duration and the end of a complete mint', () => {
    const whole = minted(100, 31, 1000);
    const { pace, ended } = timeLineOf(whole, 30 * MINUTE)!;
    assert.match(pace.join(), /^minted in 10 min, done .+$/);
    assert.equal(ended, 10 * MINUTE);
    // The beginning was not seen.
    assert.match(timeLineOf(whole.slice(3), 30 * MINUTE)!.pace.join(), /^done .+$/);
    // Neither was the end.
    assert.deepEqual(timeLineOf(whole.slice(12), 30 * MINUTE)!.pace, []);
  });

  it('calls a mint ended, not done, if not all is confirmed', () => {
    const last = { at: 20 * MINUTE, total: 100, confirmed: 98, processing: 0, pending: 0 };
    const begun = { ...last, at: 0, confirmed: 0, processing: 100 };
    const words = (...history: History) => timeLineOf(history, 30 * MINUTE)!.pace.join();
    assert.match(words(begun, last), /^ended 00:20$/);
    assert.match(words({ ...begun, confirmed: 40, processing: 60 }, last), /^ended (?!.*after)/);
  });

  it('reports a stall after the minutes of mintscope.stallMinutes', () => {
    const [first, ...later] = minted(75, 13);
    const last = later.at(-1)!;
    const pace = () =>
      timeLineOf([first!, last, { ...last, at: 30 * MINUTE }], 30 * MINUTE)!.pace.join();
    assert.match(pace(), /^does not move since \d\d:12/);
    desk.settings.set('mintscope.stallMinutes', 20);
    assert.match(pace(), /^no estimate yet: .*,30 a minute$/);
  });

  it('gives the readings to draw with their failed NFTs, a bounded number and their total', () => {
    assert.equal(timeLineOf(undefined, 0), undefined);
    assert.equal(timeLineOf(minted(75, 1), 0)!.of, 1);
    const [first, second] = minted(75, 2) as [History[0], History[0]];
    const failed = { ...second, failed: 12 };
    const line = timeLineOf([first, failed], MINUTE)!;
    assert.deepEqual([line.readings[0]?.failed, line.readings[1]?.failed], [undefined, 12]);
    const { readings, of } = timeLineOf(minted(1, 1204), 0)!;
    assert.deepEqual([readings.length, of], [500, 1204]);
  });
});
