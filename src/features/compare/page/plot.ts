/** What the chart of a comparison shows, and its texts, without a DOM. */

import * as l10n from '@vscode/l10n';
import { axisTimes, formatNumber, formatPercent, timeOfDay } from '../../../core/base/format.ts';
import { MINUTE_MS } from '../../../core/base/clock.ts';
import { amountWords, durationWords } from '../../../core/messages/timeMessages.ts';
import { percentOf } from '../../../core/stats/share.ts';
import { gapsOf, type TimePlot, withGaps } from '../../../page/chart/plot.ts';
import type { ComparedLine } from '../messages.ts';

/** Whether times are counted from the start of each mint, or are those of the clock. */
export type CompareAxis = 'start' | 'clock';

/** The dashes by which lines differ without color. A comparison has no more lines than these. */
const DASHES: readonly (readonly number[])[] = [
  [],
  [8, 4],
  [2, 3],
  [12, 3, 2, 3],
  [5, 2],
  [16, 5],
  [6, 3, 2, 3, 2, 3],
  [2, 6],
];

/** @param line its index. */
export function lookOf(line: number) {
  return { color: `var(--series-${line + 1})`, dashes: DASHES[line] ?? [] };
}

/** About the most times that can be read out: one for three pixels. Closer ones are read as one. */
const MOST_STOPS = 240;
const SECOND_MS = 1000;
/** The least time that the chart shows, in milliseconds, also if all readings are of one moment. */
const LEAST_SPAN_MS = MINUTE_MS;

interface DrawnLine {
  readonly name: string;
  /** In milliseconds: since 1970, or since the start of the project (see `ShareLine`). */
  readonly times: readonly number[];
  readonly percents: readonly number[];
  readonly gaps: ReadonlySet<number>;
  /** Whether minting has ended, so that the last share stays. */
  readonly ended: boolean;
}

/** The chart; `undefined` without a line in it. @param now in milliseconds since 1970. */
export function plotOf(
  lines: readonly ComparedLine[],
  axis: CompareAxis,
  now: number,
): TimePlot | undefined {
  const drawn = lines.map((line) => drawnLine(line, axis));
  const times = drawn.flatMap((line) => line.times).sort((one, other) => one - other);
  const start = times[0] ?? 0;
  const last = times.at(-1) ?? 0;
  /** Readings no farther apart than this, in milliseconds, are read as one: as the last of them. */
  const merged = Math.max((last - start) / MOST_STOPS, SECOND_MS);
  // Those within a second are one, because the words of their time are.
  const second = (x: number) => x - (x % SECOND_MS);
  const stopOf = (x: number) => Math.ceil((second(x) - second(start)) / merged);
  const stops = [...new Map(times.map((x) => [stopOf(x), x])).values()];
  if (drawn.every((line) => line.times.length < 2)) return undefined;
  return {
    tables: drawn.map(({ times: at, percents: values, gaps }, index) =>
      withGaps({ times: at, lines: [{ values, width: 2, ...lookOf(index) }] }, gaps),
    ),
    start,
    end: Math.max(last, start + LEAST_SPAN_MS),
    top: 100,
    valueTexts: (values) => values.map((value) => formatPercent(value) ?? ''),
    timeTexts: (ticks, step) =>
      axis === 'clock'
        ? axisTimes(ticks, step, now)
        : ticks.map((ms) =>
            step < MINUTE_MS ? amountWords(ms / SECOND_MS, 's') : durationWords(ms) || '0',
          ),
    stops,
    name: l10n.t(
      'Shares of {0} projects over time, {1} readings. The left and right arrow keys read one after another.',
      formatNumber(lines.length),
      formatNumber(stops.length),
    ),
    summary: summaryOf(lines, axis),
    columns: drawn.map(({ name }) => name),
    read: (x) => ({
      time: timeWords(axis, x, now),
      cells: drawn.map((line) => formatPercent(percentAt(line, x, merged)) ?? ''),
    }),
  };
}

/** What the chart shows, on the axis `start` with what the start of a line is. */
function summaryOf(lines: readonly ComparedLine[], axis: CompareAxis): string {
  if (axis === 'clock') return l10n.t('Share confirmed by the time of the reading');
  return lines.some(({ begun }) => begun === 'before')
    ? l10n.t('Share confirmed since minting began, or since the first reading if that is later')
    : l10n.t('Share confirmed since minting began');
}

function drawnLine(line: ComparedLine, axis: CompareAxis): DrawnLine {
  const { name, readings, start = 0, ended } = line;
  // The last reading before the start has no share, as the start.
  const begin = readings.findLastIndex(({ at }) => at <= start);
  const since = axis === 'clock' ? readings : readings.slice(Math.max(begin, 0));
  // A single reading since the beginning makes no line.
  const shown = axis === 'start' && since.length < 2 ? [] : since;
  const times = shown.map(({ at }) => (axis === 'clock' ? at : Math.max(at - start, 0)));
  const percents = shown.map(({ percent }) => percent);
  const gaps = gapsOf(times, (at) => percents[at] === percents[at - 1]);
  return { name, times, percents, gaps, ended };
}

/** The share of a line at a time, rounded by `percentOf`; `undefined` where it is not known. */
function percentAt(
  { times, percents, gaps, ended }: DrawnLine,
  x: number,
  merged: number,
): number | undefined {
  const at = times.findLastIndex((time) => time <= x);
  const percent = percents[at];
  if (percent === undefined) return undefined;
  const isLast = at === times.length - 1;
  // The share in a gap, or after the last reading, is not known.
  const isUnknown = isLast ? !ended : gaps.has(at + 1);
  return isUnknown && x - (times[at] ?? x) > merged ? undefined : percentOf(percent, 100);
}

function timeWords(axis: CompareAxis, x: number, now: number): string {
  if (axis === 'clock') return timeOfDay(x, now);
  const length = durationWords(x, true);
  return length === '' ? l10n.t('at the start') : l10n.t('after {0}', length);
}

/** Why a project has no line or no numbers; on the axis `start`, also that no beginning was read. */
export function lineNotes(
  { note, begun, readings }: ComparedLine,
  axis: CompareAxis,
): readonly string[] {
  const notes = note === undefined ? [] : [note];
  if (axis === 'clock' || readings.length < 2 || begun === 'seen') return notes;
  const beginning =
    begun === 'before'
      ? l10n.t('Began before its first reading; its line starts with that')
      : l10n.t('Nothing confirmed yet');
  return [...notes, beginning];
}
