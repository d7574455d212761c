/** What the chart of a comparison shows, and its texts, without a DOM. */

import { formatNumber, formatPercent, timeOfDay } from '../../../core/base/format.ts';
import * as l10n from '@vscode/l10n';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/base/clock.ts';
import { lettersOf } from '../../../core/base/displayText.ts';
import { percentOf } from '../../../core/stats/share.ts';
import type { CompareAxis, ComparedLine } from '../messages.ts';
import { gapsOf, runsOf } from '../../../page/chart/runs.ts';

/** How a line is distinguished from the others: by color, by dashes and by the mark at its end. */
export interface Look {
  /** A variable of the style sheet. */
  readonly color: string;
  /** Lengths in pixels. */
  readonly dashes: readonly number[];
  /** An SVG path of about ten pixels around 0; it is filled by the even-odd rule. */
  readonly mark: string;
}

const CIRCLE = 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z';

const LOOKS: readonly Look[] = [
  { dashes: [], mark: CIRCLE },
  { dashes: [8, 4], mark: 'M-3.7-3.7h7.4v7.4h-7.4z' },
  { dashes: [2, 3], mark: 'M0-4.6 4.4 3.6h-8.8z' },
  { dashes: [12, 3, 2, 3], mark: 'M0-5 5 0 0 5-5 0z' },
  { dashes: [5, 2], mark: `${CIRCLE}M-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0z` },
  { dashes: [16, 5], mark: 'M-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z' },
  { dashes: [6, 3, 2, 3, 2, 3], mark: 'M0 4.6 4.4-3.6h-8.8z' },
  {
    dashes: [2, 6],
    mark: 'M-4.2-2.1-2.1-4.2 0-2.1 2.1-4.2 4.2-2.1 2.1 0 4.2 2.1 2.1 4.2 0 2.1-2.1 4.2-4.2 2.1-2.1 0z',
  },
].map((look, at) => ({ ...look, color: `--series-${at + 1}` }));

/** @param line its index; a comparison has no more lines than there are looks. */
export function lookOf(line: number): Look {
  return LOOKS[line] ?? { dashes: [], mark: CIRCLE, color: '--series-1' };
}

const LONGEST_LABEL = 24;
/** About the most times that can be read out: one for three pixels. Closer ones are read as one. */
const MOST_STOPS = 240;
const TABLE_ROWS = 100;
/** The least time that the chart shows, in milliseconds, also if all readings are of one moment. */
const LEAST_SPAN_MS = 60_000;

export interface Point {
  /** In milliseconds: since 1970, or since the start of the project (see `ShareLine`). */
  readonly x: number;
  readonly percent: number;
}

export interface DrawnLine {
  readonly name: string;
  readonly points: readonly Point[];
  /** The first and last index of points that are joined. */
  readonly runs: readonly (readonly [number, number])[];
  /** Whether minting has ended, so that the last share stays. */
  readonly ended: boolean;
}

export type Plot = ReturnType<typeof plotOf>;

export function plotOf(lines: readonly ComparedLine[], axis: CompareAxis) {
  const drawn = lines.map((line): DrawnLine => {
    const points = pointsOf(line, axis);
    const times = points.map(({ x }) => x);
    const gaps = gapsOf(times, (at) => points[at]?.percent === points[at - 1]?.percent);
    return { name: line.name, points, runs: runsOf(times, gaps), ended: line.ended };
  });
  const times = drawn
    .flatMap(({ points }) => points.map(({ x }) => x))
    .sort((one, other) => one - other);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  /** Readings no farther apart than this, in milliseconds, are read as one. */
  const merged = (last - first) / MOST_STOPS;
  return {
    axis,
    lines: drawn,
    stops: stopsOf(times, merged),
    merged,
    end: Math.max(last, first + LEAST_SPAN_MS),
    hasLine: drawn.some(({ points }) => points.length > 1),
  };
}

function pointsOf({ readings, start = 0 }: ComparedLine, axis: CompareAxis): readonly Point[] {
  if (axis === 'clock') return readings.map(({ at, percent }) => ({ x: at, percent }));
  const since = readings.flatMap(({ at, percent }) =>
    at < start ? [] : [{ x: at - start, percent }],
  );
  // A single reading since the beginning makes no line.
  return since.length > 1 ? since : [];
}

/**
 * Of times that are close to each other, keeps the last. The first of all times stays too, so that
 * it can be read out.
 */
function stopsOf(times: readonly number[], merged: number): readonly number[] {
  const stops: number[] = [];
  let groupStart = -Infinity;
  for (const x of times) {
    if (stops.length > 1 && x - groupStart <= merged) stops.pop();
    else groupStart = x;
    if (stops.at(-1) !== x) stops.push(x);
  }
  return stops;
}

/** The share of a line at a time, rounded by `percentOf`; `undefined` where it is not known. */
function percentAt(
  { points, runs, ended }: DrawnLine,
  x: number,
  { merged }: Pick<Plot, 'merged'>,
): number | undefined {
  const at = points.findLastIndex((point) => point.x <= x);
  const point = points[at];
  if (!point) return undefined;
  const isLast = at === points.length - 1;
  // The share between two runs, or after the last reading, is not known.
  const isGap = runs.some(([, end]) => end === at) && x - point.x > merged && !(isLast && ended);
  return isGap ? undefined : percentOf(point.percent, 100);
}

/** The name of a project beside its line; a long one is cut between letters. */
export function labelOf(name: string): string {
  const letters = lettersOf(name);
  if (letters.length <= LONGEST_LABEL) return name;
  return `${letters.slice(0, LONGEST_LABEL - 1).join('')}…`;
}

/** `after 2 h 5 min: Harbor Lights 63%, Ember 21%`; a share that is not known is left out. */
export function readOut(plot: Plot, x: number, now: number): string {
  const shares = plot.lines.flatMap((line) => {
    const share = formatPercent(percentAt(line, x, plot));
    // Isolated, because a name may run from right to left.
    return share === undefined ? [] : [`\u2068${line.name}\u2069 ${share}`];
  });
  return `${timeWords(plot.axis, x, now)}: ${shares.join(', ')}`;
}

export function timeWords(axis: CompareAxis, x: number, now: number): string {
  if (axis === 'clock') return timeOfDay(x, now);
  return x === 0 ? l10n.t('at the start') : l10n.t('after {0}', durationWords(x, formatNumber));
}

/** The readout while no time is chosen: what the chart shows. */
export function axisWords(axis: CompareAxis): string {
  return axis === 'clock'
    ? l10n.t('Share confirmed by the time of the reading')
    : l10n.t('Share confirmed since minting began');
}

/** Why a project has no line or no numbers; on the axis `start`, also that no beginning was read. */
export function lineNotes(line: ComparedLine, axis: CompareAxis): readonly string[] {
  const beginning = axis === 'start' ? beginningWords(line) : undefined;
  return [line.note, beginning].filter((note) => note !== undefined);
}

function beginningWords({ begun, readings }: ComparedLine): string | undefined {
  if (readings.length < 2 || begun === 'seen') return undefined;
  return begun === 'before'
    ? l10n.t('Began before its first reading; its line starts with that')
    : l10n.t('Nothing confirmed yet');
}

/** The shares at the newest stops as a table, the newest first; `note` says how many of all. */
export function tableOf(plot: Plot) {
  const shown = plot.stops.slice(-TABLE_ROWS).reverse();
  return {
    note: l10n.t(
      'The newest {0} of {1} readings.',
      formatNumber(shown.length),
      formatNumber(plot.stops.length),
    ),
    rows: shown.map((x) => ({
      x,
      shares: plot.lines.map((line) => formatPercent(percentAt(line, x, plot)) ?? ''),
    })),
  };
}

const SECOND_MS = 1_000;

/** `2 h 5 min`; `3 days 4 h` from two days on. */
export function durationWords(ms: number, count: (value: number) => string): string {
  const units = [
    [2 * DAY_MS, DAY_MS, HOUR_MS],
    [HOUR_MS, HOUR_MS, MINUTE_MS],
    [MINUTE_MS, MINUTE_MS, SECOND_MS],
  ] as const;
  const [, whole, part] = units.find(([least]) => ms >= least) ?? [0, SECOND_MS, undefined];
  const rest = part === undefined ? 0 : Math.floor((ms % whole) / part);
  const words = [amountIn(whole, count(Math.floor(ms / whole)))];
  if (part !== undefined && rest > 0) words.push(amountIn(part, count(rest)));
  return words.join(' ');
}

/** The texts of ticks that are `step` milliseconds apart. */
export function durationTicks(
  ticks: readonly number[],
  step: number,
  count: (value: number) => string,
): readonly string[] {
  const most = Math.max(...ticks);
  const unit =
    step >= DAY_MS ? DAY_MS : step >= HOUR_MS ? HOUR_MS : step >= MINUTE_MS ? MINUTE_MS : SECOND_MS;
  // With steps of half an hour, the ticks of a day are `1 h 30 min`, not `90 min`.
  const isLong = most >= 120 * unit;
  return ticks.map((ms) =>
    isLong ? durationWords(ms, count) : amountIn(unit, count(Math.round(ms / unit))),
  );
}

function amountIn(unit: number, shown: string): string {
  if (unit === DAY_MS) return l10n.t('{0} days', shown);
  if (unit === HOUR_MS) return l10n.t('{0} h', shown);
  return unit === MINUTE_MS ? l10n.t('{0} min', shown) : l10n.t('{0} s', shown);
}
