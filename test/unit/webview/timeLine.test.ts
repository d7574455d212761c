import assert from 'node:assert/strict';
import type { TimedCounts } from '../../../src/protocol/stats.ts';
import { createFormat } from '../../../src/webview/kit/format.ts';
import { createAxisFormat } from '../../../src/webview/stats/axisFormat.ts';
import { plotOf, readAloud, readCounts, tableOf } from '../../../src/webview/stats/timeLine.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const noon = Date.UTC(2026, 2, 3, 12);
const format = createFormat('en-US', 'UTC');

/** A reading at some milliseconds after noon. */
const reading = (after: number, counts: Partial<TimedCounts> = {}): TimedCounts => ({
  at: noon + after,
  total: 5000,
  confirmed: 3150,
  processing: 850,
  pending: 1000,
  ...counts,
});
const plotAt = (...minutes: readonly number[]) =>
  plotOf(minutes.map((after) => reading(after * MINUTE)));

describe('the time line of the stats panel', () => {
  it('draws a value of each stage for each reading, and none that the service did not give', () => {
    const { times, lines } = plotOf([reading(0), { at: noon + 5000, confirmed: 4 }]);
    assert.deepEqual(times, [noon, noon + 5000]);
    assert.deepEqual(lines, [
      [3150, 4],
      [850, null],
      [1000, null],
    ]);
  });

  it('leaves a gap where nobody looked, and joins readings at their usual distance', () => {
    assert.deepEqual(plotAt(0, 1, 2, 240, 241, 242).gaps, [3]);
    assert.deepEqual(plotAt(0, 5, 10, 15, 20).gaps, []);
    assert.deepEqual(plotAt(0, 600).gaps, [], 'one distance is usual by itself');
  });

  it('leaves no gap while a mint rests, nor where old readings are kept hourly', () => {
    assert.deepEqual(plotAt(0, 0.1, 0.2, 0.3, 0.4, 1.4, 2.4, 2.5, 2.6).gaps, []);
    assert.deepEqual(plotAt(0, 60, 120, 180, 240, 240.1, 240.2, 240.3, 240.4).gaps, []);
  });

  it('shows a reading between two gaps as a point, because no line leads to it', () => {
    assert.deepEqual(plotAt(0, 1, 2, 240, 500, 501, 502).lone, [3]);
    assert.deepEqual(plotAt(0, 1, 2, 240).lone, [3]);
    assert.deepEqual(plotAt(0, 1).lone, []);
  });

  it('is read out with the time and each count', () => {
    const words = readAloud(reading(131_000), format, noon + HOUR);
    assert.equal(words, '12:02:11: 3,150 confirmed, 850 processing, 1,000 pending');
    const sparse = readAloud({ at: noon, confirmed: 1 }, format, noon);
    assert.equal(sparse, '12:00:00: 1 confirmed, processing not given, pending not given');
  });

  it('shows no count before a reading is pointed at: the table above has the newest', () => {
    const counts = (of: TimedCounts | undefined) =>
      readCounts(of, format).map(({ label, count }) => [label, count]);
    assert.deepEqual(counts(undefined), [
      ['Confirmed', undefined],
      ['Processing', undefined],
      ['Pending', undefined],
    ]);
    assert.deepEqual(counts({ at: noon, confirmed: 1204 }), [
      ['Confirmed', '1,204'],
      ['Processing', 'not given'],
      ['Pending', 'not given'],
    ]);
  });

  it('has a table, the newest reading first, that says how many it shows of how many', () => {
    const two = [reading(0), reading(5000, { confirmed: 3151, pending: undefined })];
    const { note, rows } = tableOf({ readings: two, of: 2, pace: '' }, format);
    assert.equal(note, 'All 2 readings.');
    assert.deepEqual(
      rows.map(({ at, counts }) => [at - noon, ...counts]),
      [
        [5000, '3,151', '850', 'not given', '5,000'],
        [0, '3,150', '850', '1,000', '5,000'],
      ],
    );
    const many = Array.from({ length: 500 }, (_, at) => reading(at * 1000));
    const long = tableOf({ readings: many, of: 1204, pace: '' }, format);
    assert.equal(long.note, 'The newest 100 of 1,204 readings.');
    assert.deepEqual([long.rows.length, long.rows[0]?.at], [100, noon + 499_000]);
  });

  it('has short texts at its axes, none twice for two ticks', () => {
    const axis = createAxisFormat('en-US', 'UTC');
    assert.deepEqual(axis.counts([0, 350, 3200, 3250]), ['0', '350', '3,200', '3,250']);
    assert.deepEqual(axis.counts([500_000, 1_250_000]), ['500K', '1.25M']);
    assert.equal(axis.time(noon + 5000, 5000), '12:00:05');
    assert.equal(axis.time(noon, HOUR), '12:00');
    assert.equal(axis.time(noon + 12 * HOUR, HOUR), 'Mar 4');
    assert.equal(axis.time(noon, 24 * HOUR), 'Mar 3');
  });

  it('writes counts and times at its axes in the language of the readout', () => {
    const axis = createAxisFormat('de', 'UTC');
    const german = createFormat('de', 'UTC');
    assert.deepEqual(axis.counts([0, 5000]), [german.count(0), german.count(5000)]);
    assert.deepEqual(axis.counts([0, 5000]), ['0', '5.000']);
    assert.deepEqual(axis.counts([0, 1_500_000]), ['0', '1,5\u00a0Mio.']);
    assert.equal(axis.time(noon, 24 * HOUR), '3. März');
    assert.equal(axis.time(noon, HOUR), '12:00');
  });
});
