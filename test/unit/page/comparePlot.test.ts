import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { ComparedLine } from '../../../src/features/compare/messages.ts';
import {
  durationTicks,
  durationWords,
  labelOf,
  lineNotes,
  lookOf,
  plotOf,
  readOut,
  tableOf,
} from '../../../src/features/compare/page/plot.ts';
import { formatNumber } from '../../../src/core/base/format.ts';
import { inLocale } from '../../support/inLocale.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const noon = Date.UTC(2026, 2, 3, 12);

/** A line with these shares, a minute apart. @param from the minute after noon of the first one. */
const line = (
  name: string,
  from: number,
  percents: readonly number[],
  more: Partial<ComparedLine> = {},
): ComparedLine => ({
  name,
  cells: { share: '', confirmed: '', pace: '', left: '', doneIn: '' },
  readings: percents.map((percent, at) => ({ at: noon + (from + at) * MINUTE, percent })),
  start: noon + from * MINUTE,
  begun: 'seen',
  ended: false,
  ...more,
});
const spoken = (plot: ReturnType<typeof plotOf>) =>
  plot.stops.map((x) => readOut(plot, x, noon).replace(/[\u2068\u2069]/g, ''));

describe('Chart of a comparison', () => {
  inLocale('en-US', 'UTC');

  const lines = [line('Harbor', 0, [0, 10.9, 20]), line('Ember', 2, [0, 0.5])];

  it('the chart counts times from the beginning of each project, without what came before, or shows those of the clock', () => {
    const plot = plotOf(lines, 'start');
    assert.deepEqual(spoken(plot), [
      'at the start: Harbor 0%, Ember 0%',
      'after 1 min: Harbor 10%, Ember <1%',
      'after 2 min: Harbor 20%',
    ]);
    assert.equal(plot.end, 2 * MINUTE);
    const clock = spoken(plotOf(lines, 'clock'));
    assert.deepEqual(clock.slice(-2), ['12:02:00: Harbor 20%, Ember 0%', '12:03:00: Ember <1%']);
    const late = line('Late', 0, [0, 0, 0, 30], { start: noon + 2 * MINUTE });
    const words = spoken(plotOf([late], 'start'));
    assert.deepEqual(words, ['at the start: Late 0%', 'after 1 min: Late 30%']);
  });

  it('the chart keeps the share of what has ended, and none after the last reading of others', () => {
    const ended = line('Ended', 0, [0, 100], { ended: true });
    const plot = plotOf([ended, line('Open', 0, [0, 1]), line('Long', 0, [0, 1, 2])], 'start');
    assert.equal(spoken(plot).at(-1), 'after 2 min: Ended 100%, Long 2%');
  });

  it('the chart has no share in a gap without readings', () => {
    const seldom = [0, 1, 2, 600, 601].map((at) => ({ at: noon + at * MINUTE, percent: at / 10 }));
    const often = Array.from({ length: 602 }, (_, at) => at / 10);
    const gap = line('Gap', 0, [], { readings: seldom });
    const plot = plotOf([gap, line('Full', 0, often)], 'clock');
    const at = plot.stops.find((x) => x > noon + 5 * HOUR)!;
    assert.match(readOut(plot, at, noon), /: \u2068Full\u2069 3\d%$/);
  });

  it('the chart joins times that are close to each other', () => {
    const times = Array.from({ length: 1_000 }, (_, at) => at);
    const many = [0, 1, 2].map((shift) => {
      const readings = times.map((at) => ({ at: noon + at * MINUTE + shift, percent: at / 10 }));
      return line(`L${shift}`, 0, [], { readings });
    });
    const plot = plotOf(many, 'clock');
    assert.ok(plot.stops.length <= 260, `${plot.stops.length} stops`);
    assert.equal(plot.stops[0], noon, 'the lines begin in sight');
    const { note, rows } = tableOf(plot);
    assert.equal(rows.length, 100);
    assert.match(note, /^The newest 100 of 2\d\d readings\.$/);
    assert.deepEqual(rows[0]!.shares, ['99%', '99%', '99%']);
  });

  it('the chart notes what it cannot show of a beginning, and has no line of one reading', () => {
    assert.equal(plotOf([line('A', 0, [5]), line('B', 0, [])], 'clock').hasLine, false);
    assert.deepEqual(lineNotes(line('A', 0, [0, 1]), 'start'), []);
    const before = line('A', 0, [5, 6], { begun: 'before' });
    assert.match(lineNotes(before, 'start').join(), /^Began before/);
    assert.deepEqual(lineNotes(before, 'clock'), []);
    // The note already says that there is one reading.
    const once = line('A', 0, [5], { begun: 'before', note: 'One reading' });
    assert.deepEqual(lineNotes(once, 'start'), ['One reading']);
  });

  it('eight lines of a chart can be distinguished without color', () => {
    const looks = Array.from({ length: 8 }, (_, at) => lookOf(at));
    for (const part of ['color', 'dashes', 'mark'] as const) {
      assert.equal(new Set(looks.map((look) => String(look[part]))).size, 8, part);
    }
  });
});

describe('Durations', () => {
  inLocale('en-US', 'UTC');

  it('a duration has at most two units', () => {
    const words = (ms: number) => durationWords(ms, formatNumber);
    assert.equal(words(90_000), '1 min 30 s');
    assert.equal(words(2 * HOUR + 5 * MINUTE + 9_000), '2 h 5 min');
    assert.equal(words(76 * HOUR), '3 days 4 h');
  });

  it('durations of an axis have the unit of its steps, as long as the numbers are small', () => {
    const ticks = (step: number, ...at: readonly number[]) =>
      durationTicks(
        at.map((one) => one * step),
        step,
        formatNumber,
      );
    assert.deepEqual(ticks(HOUR, 0, 1), ['0 h', '1 h']);
    assert.deepEqual(ticks(30 * MINUTE, 0, 1, 2), ['0 min', '30 min', '60 min']);
    assert.deepEqual(ticks(30 * MINUTE, 3, 4, 5), ['1 h 30 min', '2 h', '2 h 30 min']);
  });

  it('a long name beside a line is cut between letters, not within an emoji', () => {
    assert.equal(labelOf('A name of 24 characters.'), 'A name of 24 characters.');
    assert.equal(labelOf(`${'a'.repeat(22)}🔥 and more`), `${'a'.repeat(22)}🔥…`);
  });
});
