import assert from 'node:assert/strict';
import type { History } from '../../../src/core/stats/reading.ts';
import { timeLineOf } from '../../../src/features/stats/statsPanel.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';

const MINUTE = 60_000;

/** A reading each minute, with so many more confirmed in each. */
const minted = (perMinute: number, minutes: number, total = 5000): History =>
  Array.from({ length: minutes }, (_, at) => ({
    at: at * MINUTE,
    total,
    confirmed: Math.min(perMinute * at, total),
    processing: Math.max(total - perMinute * at, 0),
    pending: 0,
  }));

let desk: FakeDesk;

beforeEach(() => {
  useDesk((desk = new FakeDesk()));
});

describe('what the stats panel shows of a history', () => {
  it('is nothing before there are two readings, because there is no line', () => {
    assert.equal(timeLineOf(undefined, 0), undefined);
    assert.equal(timeLineOf(minted(75, 1), 0), undefined);
    assert.equal(timeLineOf(minted(75, 2), MINUTE)?.readings.length, 2);
  });

  it('says how fast it mints and when it will be done', () => {
    const { pace, done } = timeLineOf(minted(75, 31), 30 * MINUTE)!;
    assert.match(pace, /^Pace in the last .+: 75 a minute\. Done in about .+\.$/);
    // 2,750 are left: for the cone of the chart.
    const even = (30 + 2750 / 75) * MINUTE;
    assert.ok(done && done.low <= even && even <= done.high && done.likely > 30 * MINUTE);
  });

  it('says why there is no pace, and nothing once all is confirmed', () => {
    assert.equal(
      timeLineOf(minted(0, 31), 30 * MINUTE)!.pace,
      'Nothing was confirmed in the last 30 min.',
    );
    assert.equal(timeLineOf(minted(100, 31, 1000), 30 * MINUTE)!.pace, '');
  });

  it('says that it has stalled after the minutes of the setting', () => {
    const pace = () => timeLineOf(minted(0, 21), 20 * MINUTE)!.pace;
    assert.equal(pace(), 'Nothing was confirmed in the last 20 min.');
    desk.settings.set('mintscope.stallMinutes', 30);
    assert.match(pace(), /^Nothing confirmed since Jan 1, 1970/);
  });

  it('sends the page no more readings than it can draw, and says how many there are', () => {
    const { readings, of } = timeLineOf(minted(1, 1204), 0)!;
    assert.deepEqual([readings.length, of], [500, 1204]);
  });
});
