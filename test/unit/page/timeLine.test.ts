import assert from 'node:assert/strict';
import type { TimedCounts } from '../../../src/features/stats/messages.ts';
import { paceUnit, plotOf, readOut, tableOf } from '../../../src/features/stats/page/timeLine.ts';
import { inLocale } from '../../support/inLocale.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const noon = Date.UTC(2026, 2, 3, 12);

/** A reading at some milliseconds after noon. */
const reading = (after: number, counts: Partial<TimedCounts> = {}): TimedCounts => ({
  at: noon + after,
  total: 5000,
  confirmed: 3150,
  processing: 850,
  pending: 1000,
  ...counts,
});
/** A time line of readings at these minutes, each with one more confirmed. */
const plotAt = (...minutes: readonly number[]) =>
  plotOf({
    readings: minutes.map((after, at) => reading(after * MINUTE, { confirmed: 3150 + at })),
  });

describe('Time line of the stats panel', () => {
  inLocale('en-US', 'UTC');

  it('the time line stacks what failed, is confirmed, in work and pending, up to the total', () => {
    const { times, stacks, peaks } = plotOf({
      readings: [reading(0, { failed: 10 }), reading(5000, { total: 6000 })],
    });
    assert.deepEqual(times, [noon, noon + 5000]);
    const edges = stacks.map((stack) => stack.map((area) => area?.to));
    assert.deepEqual(edges, [
      [10, 3160, 4010, 5010],
      [0, 3150, 4000, 5000],
    ]);
    assert.deepEqual(peaks, [5010, 6000]);
  });

  it('the time line shows nothing above a count that was missing in one reading, and leaves out one that always is', () => {
    const tops = (...readings: readonly TimedCounts[]) =>
      plotOf({ readings }).stacks.map((stack) => stack.map((area) => area?.to));
    assert.deepEqual(tops(reading(0, { processing: undefined }), reading(5000))[0], [
      ...[0, 3150, undefined, undefined],
    ]);
    const never = { processing: undefined };
    assert.deepEqual(tops(reading(0, never), reading(5000, never))[0], [0, 3150, 3150, 4150]);
  });

  it('the time line shows nothing without NFTs, for one reading and for what was done before it was read', () => {
    const none = { total: 0, confirmed: 0, processing: 0, pending: 0 };
    assert.deepEqual(plotOf({ readings: [reading(0, none), reading(5000, none)] }).readings, []);
    assert.deepEqual(plotOf({ readings: [reading(0)] }).readings, []);
    const ended = { readings: [reading(0), reading(5000)], ended: noon };
    assert.deepEqual(plotOf(ended).readings, []);
  });

  it('the time line ends when minting has ended', () => {
    const readings = [0, 1, 2, 3].map((after) => reading(after * MINUTE));
    const { times, end } = plotOf({ readings, ended: noon + 2 * MINUTE });
    assert.deepEqual([times.length, end], [3, noon + 2 * MINUTE]);
  });

  it('the time line leads from what is confirmed to the end that is forecast', () => {
    const done = { at: noon, low: noon + HOUR, likely: noon + 2 * HOUR, high: noon + 3 * HOUR };
    const { cone, end } = plotOf({ readings: [reading(0), reading(5000)], done });
    assert.deepEqual(cone, { ...done, from: 3150, to: 5000 });
    assert.equal(end, done.high);
    assert.equal(plotAt(0, 1).cone, undefined);
  });

  it('the time line has the pace at each reading, in a unit that makes whole numbers', () => {
    const at = (perMinute: number) =>
      plotOf({
        readings: [0, 1, 2].map((n) => reading(n * MINUTE, { confirmed: 100 + n * perMinute })),
      }).paces;
    assert.deepEqual(at(40), [40, 40, 40]);
    assert.deepEqual(paceUnit(at(40)), { label: 'Confirmed a minute', minutes: 1 });
    assert.equal(paceUnit([0.5, 0.5])?.minutes, 60);
    assert.equal(paceUnit([0, 0.01])?.minutes, 60 * 24);
    assert.equal(paceUnit(at(0)), undefined, 'nothing is drawn without a pace');
    assert.equal(plotAt(0, 1, 2, 240, 241).paces[3], null, 'none across a gap');
  });

  it('the time line begins where the mint began to move, and says how long it waited', () => {
    const waits = [0, 60, 120, 121, 122].map((minute, at) =>
      reading(minute * MINUTE, { confirmed: Math.max(0, at - 2) }),
    );
    const { times, waited, paces } = plotOf({ readings: waits });
    assert.deepEqual([times.length, times[0], waited], [3, noon + 120 * MINUTE, 120 * MINUTE]);
    assert.deepEqual(paces, [1, 1, 1], 'from its beginning to its end');
    assert.equal(plotAt(0, 1, 2).waited, 0);
  });

  it('the time line has a gap where nothing was read, and joins readings at their usual distance', () => {
    assert.deepEqual(plotAt(0, 1, 2, 240, 241, 242).runs, [
      [0, 2],
      [3, 5],
    ]);
    assert.deepEqual(plotAt(0, 600).runs, [[0, 1]], 'one distance is usual by itself');
    assert.deepEqual(plotAt(0, 1, 2, 240, 500, 501, 502).runs[1], [3, 3], 'between two gaps');
    assert.deepEqual(plotAt(0, 1, 2, 240).runs[1], [3, 3], 'after a gap');
    const storedHourly = plotAt(0, 60, 120, 180, 240, 240.1, 240.2, 240.3, 240.4);
    assert.deepEqual(storedHourly.runs, [[0, 8]]);
  });

  it('the time line is flat between two readings with the same counts, however far apart', () => {
    const still = [0, 1, 2, 240, 241].map((minute) => reading(minute * MINUTE));
    assert.deepEqual(plotOf({ readings: still }).runs, [[0, 4]]);
    const failed = still.map((one, at) => ({ ...one, failed: at > 2 ? 1 : undefined }));
    assert.equal(plotOf({ readings: failed }).runs.length, 2);
  });

  it('the readout of the time line has the time and each count', () => {
    const words = readOut(reading(131_000), noon + HOUR);
    assert.equal(words, '12:02:11: 3,150 confirmed, 850 processing, 1,000 pending');
    const sparse = readOut({ at: noon, confirmed: 1, pending: 0, failed: 12 }, noon);
    assert.equal(sparse, '12:00:00: 1 confirmed, processing not given, 0 pending, 12 failed');
  });

  it('the table of the time line begins with the newest reading, and gives how many it shows of how many', () => {
    const two = [reading(0), reading(5000, { failed: 50, pending: undefined })];
    const { note, columns, rows } = tableOf({ readings: two, of: 2, pace: [] });
    assert.deepEqual([note, columns[0]], ['All 2 readings.', 'failed']);
    assert.deepEqual(
      rows.map(({ at, counts }) => [at - noon, ...counts]),
      [
        [5000, '50', '3,150', '850', 'not given', '5,000'],
        [0, '0', '3,150', '850', '1,000', '5,000'],
      ],
    );
    const many = Array.from({ length: 500 }, (_, at) => reading(at * 1000));
    const long = tableOf({ readings: many, of: 1204, pace: [] });
    assert.equal(long.note, 'The newest 100 of 1,204 readings.');
    assert.deepEqual([long.rows.length, long.columns[0]], [100, 'confirmed']);
  });
});
