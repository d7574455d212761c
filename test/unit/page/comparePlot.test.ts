import assert from 'node:assert/strict';
import type { ComparedLine } from '../../../src/features/compare/messages.ts';
import { lineNotes, lookOf, plotOf } from '../../../src/features/compare/page/plot.ts';
import { wordsAt } from '../../../src/page/chart/plot.ts';
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
  asOf: undefined,
  note: undefined,
  ...more,
});
const drawn = (lines: readonly ComparedLine[], axis: 'start' | 'clock') =>
  plotOf(lines, axis, noon)!;
const spoken = (lines: readonly ComparedLine[], axis: 'start' | 'clock') => {
  const plot = drawn(lines, axis);
  return plot.stops.map((x) => wordsAt(plot, x).replace(/[\u2068\u2069]/g, ''));
};

describe('Chart of a comparison', () => {
  inLocale('en-US', 'UTC');

  it('the chart counts times from the beginning of each project, without what came before, or shows those of the clock', () => {
    const lines = [line('Harbor', 0, [0, 10.9, 20]), line('Ember', 2, [0, 0.5])];
    assert.deepEqual(spoken(lines, 'start'), [
      'at the start: Harbor 0%, Ember 0%',
      'after 1 min: Harbor 10%, Ember <1%',
      'after 2 min: Harbor 20%',
    ]);
    const clock = spoken(lines, 'clock');
    assert.deepEqual(clock.slice(-2), ['12:02:00: Harbor 20%, Ember 0%', '12:03:00: Ember <1%']);
    const late = line('Late', 0, [0, 0, 0, 30], { start: noon + 2 * MINUTE });
    assert.deepEqual(spoken([late], 'start'), ['at the start: Late 0%', 'after 1 min: Late 30%']);
  });

  it('two readings of a mint of hours or days do not have the same words for their time', () => {
    for (const [stepMs, words] of [
      [5_000, ['at the start', 'after 5 s', 'after 10 s']],
      [5_200, ['at the start', 'after 5 s', 'after 10 s']],
      [MINUTE, ['at the start', 'after 1 min', 'after 2 min']],
      [HOUR / 2, ['at the start', 'after 30 min', 'after 1 h']],
    ] as const) {
      const readings = Array.from({ length: 200 }, (_, at) => ({
        at: noon + at * stepMs,
        percent: at / 2,
      }));
      const times = spoken([line('A', 0, [], { readings })], 'start').map(
        (one) => one.split(':')[0],
      );
      assert.deepEqual(times.slice(0, 3), words);
      assert.equal(new Set(times).size, 200, times.join());
    }
    const lines = [0, 0.8, 2.6].map((shift, index) => {
      const readings = Array.from({ length: 90 }, (_, at) => ({
        at: noon + 1000 * (shift + at * 5),
        percent: at,
      }));
      return line(`L${index}`, 0, [], { readings });
    });
    const times = spoken(lines, 'clock').map((one) => one.split(': ')[0]);
    assert.equal(new Set(times).size, times.length, times.join());
  });

  it('a line begins at the estimated start with no share, whenever the last reading before was', () => {
    const begun = line('A', 0, [0, 20, 30], { start: noon + MINUTE / 2 });
    const [table] = drawn([begun], 'start').tables;
    assert.deepEqual(table?.times, [0, MINUTE / 2, 1.5 * MINUTE]);
    assert.deepEqual(table.lines[0]?.values, [0, 20, 30]);
  });

  it('the chart keeps the share of what has ended, and none after the last reading of others', () => {
    const ended = line('Ended', 0, [0, 100], { ended: true });
    const lines = [ended, line('Open', 0, [0, 1]), line('Long', 0, [0, 1, 2])];
    assert.equal(spoken(lines, 'start').at(-1), 'after 2 min: Ended 100%, Long 2%');
  });

  it('the chart has no share in a gap without readings', () => {
    const seldom = [0, 1, 2, 600, 601].map((at) => ({ at: noon + at * MINUTE, percent: at / 10 }));
    const often = Array.from({ length: 602 }, (_, at) => at / 10);
    const lines = [line('Gap', 0, [], { readings: seldom }), line('Full', 0, often)];
    const plot = drawn(lines, 'clock');
    const at = plot.stops.find((x) => x > noon + 5 * HOUR)!;
    assert.match(wordsAt(plot, at), /: \u2068Full\u2069 3\d%$/);
    assert.deepEqual(plot.tables[0]?.lines[0]?.values, [0, 0.1, 0.2, null, 60, 60.1]);
  });

  it('the chart joins times that are close to each other', () => {
    const times = Array.from({ length: 1_000 }, (_, at) => at);
    const many = [0, 1, 2].map((shift) => {
      const readings = times.map((at) => ({ at: noon + at * MINUTE + shift, percent: at / 10 }));
      return line(`L${shift}`, 0, [], { readings });
    });
    const { stops, read } = drawn(many, 'clock');
    assert.ok(stops.length <= 260, `${stops.length} stops`);
    assert.ok(stops[0]! < noon + 1000, 'the lines begin in sight');
    assert.deepEqual(read(stops.at(-1)!).cells, ['99%', '99%', '99%']);
  });

  it('the chart does not claim to begin where minting began if a line begins with its first reading', () => {
    const seen = line('Seen', 0, [0, 10]);
    const before = line('Before', 0, [48, 50], { begun: 'before' });
    assert.equal(drawn([seen], 'start').summary, 'Share confirmed since minting began');
    assert.equal(
      drawn([seen, before], 'start').summary,
      'Share confirmed since minting began, or since the first reading if that is later',
    );
    assert.equal(
      drawn([seen, before], 'clock').summary,
      'Share confirmed by the time of the reading',
    );
  });

  it('the chart notes what it cannot show of a beginning, and has no line of one reading', () => {
    assert.equal(drawn([line('A', 0, [5]), line('B', 0, [])], 'clock'), undefined);
    assert.deepEqual(lineNotes(line('A', 0, [0, 1]), 'start'), []);
    const before = line('A', 0, [5, 6], { begun: 'before' });
    assert.match(lineNotes(before, 'start').join(), /^Began before/);
    assert.deepEqual(lineNotes(before, 'clock'), []);
    // The note already says that there is one reading.
    const once = line('A', 0, [5], { begun: 'before', note: 'One reading' });
    assert.deepEqual(lineNotes(once, 'start'), ['One reading']);
  });

  it('eight lines of a chart can be distinguished without color', () => {
    const looks = Array.from({ length: 8 }, (_, at) => String(lookOf(at).dashes));
    assert.equal(new Set(looks).size, 8);
  });

  it('times since the beginning have the unit of the steps of the axis', () => {
    const plot = drawn([line('A', 0, [0, 1])], 'start');
    const ticks = (step: number, ...at: readonly number[]) =>
      plot.timeTexts(
        at.map((one) => one * step),
        step,
      );
    assert.deepEqual(ticks(HOUR, 0, 1), ['0', '1 h']);
    assert.deepEqual(ticks(30 * MINUTE, 0, 1, 3), ['0', '30 min', '1 h 30 min']);
    assert.deepEqual(ticks(10_000, 0, 9), ['0 s', '90 s']);
  });
});
