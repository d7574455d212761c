import assert from 'node:assert/strict';
import type { Reading } from '../../../src/core/stats/reading.ts';
import type { TimeLine } from '../../../src/features/stats/messages.ts';
import { plotOf } from '../../../src/features/stats/page/timeLine.ts';
import { wordsAt } from '../../../src/page/chart/plot.ts';
import { inLocale } from '../../support/inLocale.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const noon = Date.UTC(2026, 2, 3, 12);

/** A reading at some milliseconds after noon. */
const reading = (after: number, counts: Partial<Reading> = {}): Reading => ({
  at: noon + after,
  total: 5000,
  confirmed: 3150,
  processing: 850,
  pending: 1000,
  ...counts,
});
const plot = (readings: readonly Reading[], more: Partial<TimeLine> = {}) =>
  plotOf({ readings, ...more }, noon + HOUR);
const plotAt = (...minutes: readonly number[]) =>
  plot(minutes.map((after, at) => reading(after * MINUTE, { confirmed: 3150 + at })));
const line = (drawn: ReturnType<typeof plot>, at: number) => drawn?.tables[0]?.lines[at]?.values;
/** The upper edges of failed, confirmed, processing and pending. */
const tops = (...readings: readonly Reading[]) =>
  [1, 2, 3, 4].map((at) => line(plot(readings), at));
const gapsIn = (drawn: ReturnType<typeof plot>) =>
  line(drawn, 0)?.flatMap((value, at) => (value === null ? [at] : []));

const cone = (drawn: ReturnType<typeof plot>) =>
  drawn?.tables
    .slice(1)
    .flatMap(({ lines }) =>
      lines.map(({ values }) => values.map((value) => Math.round(value ?? NaN))),
    ) ?? [];

describe('Time line of the stats panel', () => {
  inLocale('en-US', 'UTC');

  it('the time line stacks what failed, is confirmed, in work and pending, up to the total', () => {
    const readings = [reading(0, { failed: 10 }), reading(5000, { total: 6000 })];
    assert.deepEqual(tops(...readings), [
      [10, 0],
      [3160, 3150],
      [4010, 4000],
      [5010, 5000],
    ]);
    assert.deepEqual(line(plot(readings), 5), [5000, 6000]);
    assert.equal(plot(readings)?.top, 6300);
  });

  it('the time line draws no line where nothing is in a stage', () => {
    const readings = [0, 0, 0, 5].map((failed, at) => reading(at * MINUTE, { failed }));
    assert.deepEqual(line(plot(readings), 6), [null, null, 0, 5]);
  });

  it('the time line shows nothing above a count that was missing in one reading, and leaves out one that always is', () => {
    const once = tops(reading(0, { processing: undefined }), reading(5000));
    assert.deepEqual(
      once.map((values) => values?.[0]),
      [0, 3150, null, null],
    );
    const never = { processing: undefined };
    const always = tops(reading(0, never), reading(5000, never));
    assert.deepEqual(
      always.map((values) => values?.[0]),
      [0, 3150, 3150, 4150],
    );
  });

  it('the time line shows nothing without NFTs, for one reading and for what was done before it was read', () => {
    const none = { total: 0, confirmed: 0, processing: 0, pending: 0 };
    assert.equal(plot([reading(0, none), reading(5000, none)]), undefined);
    assert.equal(plot([reading(0)]), undefined);
    assert.equal(plot([reading(0), reading(5000)], { ended: noon }), undefined);
  });

  it('the time line ends when minting has ended, or at the latest time that is forecast', () => {
    const readings = [0, 1, 2, 3].map((after) => reading(after * MINUTE));
    const ended = plot(readings, { ended: noon + 2 * MINUTE });
    assert.deepEqual([ended?.stops.length, ended?.end], [3, noon + 2 * MINUTE]);
    const [low, likely, high] = [3, 4, 5].map((hours) => noon + hours * HOUR);
    const done = { at: noon + 2 * HOUR, low: low!, likely: likely!, high: high! };
    const open = plot([reading(0), reading(2 * HOUR)], { done });
    assert.equal(open?.end, high);
    assert.deepEqual(cone(open), [
      [3150, 5000, 5000],
      [3150, 3767, 5000],
      [3150, 5000],
    ]);
    assert.equal(plotAt(0, 1)?.tables.length, 1);
  });

  it('a forecast much longer than the mint so far is cut off, so that the readings are seen', () => {
    const done = {
      at: noon + 10 * MINUTE,
      low: noon + HOUR,
      likely: noon + HOUR,
      high: noon + 3 * HOUR,
    };
    const drawn = plot([reading(0), reading(10 * MINUTE)], { done });
    assert.equal(drawn?.end, noon + 25 * MINUTE);
    assert.deepEqual(
      drawn.tables.slice(1).map(({ times }) => times.at(-1)),
      [drawn.end, drawn.end],
    );
    const [high, low] = cone(drawn).map((values) => values.at(-1)!);
    assert.ok(low! > 3150 && high! > low! && high! < 5000, `${low} ${high}`);
  });

  it('the time line begins where the mint began to move, and says how long it waited', () => {
    const waits = [0, 60, 120, 121, 122].map((minute, at) =>
      reading(minute * MINUTE, { confirmed: Math.max(0, at - 2) }),
    );
    const drawn = plot(waits);
    assert.deepEqual([drawn?.stops.length, drawn?.start], [3, noon + 120 * MINUTE]);
    assert.equal(drawn?.isBroken, true);
    assert.match(drawn.summary, /^3 readings since .*; nothing was confirmed for 2 h before$/);
    assert.deepEqual([plotAt(0, 1, 2)?.isBroken, plotAt(0, 1, 2)?.start], [false, noon]);
  });

  it('the time line has a gap where nothing was read, and joins readings at their usual distance', () => {
    for (const [minutes, gaps] of [
      [[0, 1, 2, 240, 241, 242], [3]],
      [[0, 600], []],
      [
        [0, 1, 2, 240, 500, 501, 502],
        [3, 5],
      ],
      [[0, 1, 2, 240], [3]],
      [[0, 60, 120, 180, 240, 240.1, 240.2, 240.3, 240.4], []],
    ] as const) {
      assert.deepEqual(gapsIn(plotAt(...minutes)), gaps, String(minutes));
    }
    const still = [0, 1, 2, 240, 241].map((minute) => reading(minute * MINUTE));
    assert.deepEqual(gapsIn(plot(still)), [], 'flat between the same counts');
    const failed = still.map((one, at) => ({ ...one, failed: at > 2 ? 1 : undefined }));
    assert.deepEqual(gapsIn(plot(failed)), [3]);
  });

  it('each reading of the time line is read with its time and each count', () => {
    const two = plot([reading(0, { pending: undefined }), reading(131_000)]);
    assert.deepEqual(two?.columns, ['Confirmed', 'Processing', 'Pending', 'Total']);
    assert.deepEqual(two.read(noon).cells, ['3,150', '850', 'not given', '5,000']);
    const words = wordsAt(two, noon + 131_000).replace(/[\u2068\u2069]/g, '');
    assert.equal(words, '12:02:11: Confirmed 3,150, Processing 850, Pending 1,000, Total 5,000');
    const failed = plot([reading(0), reading(5000, { failed: 12 })]);
    const ofFailed = [0, 5000].map((after) => failed?.read(noon + after).cells[0]);
    assert.deepEqual([failed?.columns[0], ...ofFailed], ['NFTs failed', '0', '12']);
  });
});
