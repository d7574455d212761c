/** What the chart of the counts over time shows, and its texts, without a DOM. */

import * as l10n from '@vscode/l10n';
import { STAGES } from '../../core/model/counts.ts';
import type { TimedCounts, TimeLine } from '../../protocol/stats.ts';
import type { Format } from '../kit/format.ts';
import { amountIn, labelOf, notGivenIn } from '../kit/stages.ts';

/** No line is drawn across more than so many times the usual distance of readings. */
const GAP_FACTOR = 6;
/** Readings that are no farther apart are always joined: a mint that rests is asked for seldom. */
const JOINED_MS = 180_000;
/** The distances before and after one that tell the usual distance there. */
const NEIGHBOURS = 4;

const TABLE_ROWS = 100;

export const COLUMNS = [...STAGES, 'total'] as const;

export type Plot = ReturnType<typeof plotOf>;

/** What is drawn of readings in ascending order. */
export function plotOf(readings: readonly TimedCounts[]) {
  const times = readings.map(({ at }) => at);
  const gaps = gapsOf(times);
  const starts = new Set([0, ...gaps, times.length]);
  return {
    times,
    /** For each of `STAGES` a value for each time; `null` where the service did not give it. */
    lines: STAGES.map((stage) => readings.map((reading) => reading[stage] ?? null)),
    /** The indexes of readings that are not joined with the one before. */
    gaps,
    /** The indexes of readings that are joined with no other: each is drawn as a point. */
    lone: [...times.keys()].filter((at) => starts.has(at) && starts.has(at + 1)),
  };
}

/**
 * The usual distance is that near by, before or after, because old readings are kept hourly or daily
 * and a watched project is read every few seconds.
 */
function gapsOf(times: readonly number[]): readonly number[] {
  const distances = times.slice(1).map((time, at) => time - (times[at] ?? time));
  return distances.flatMap((distance, at) => {
    const before = median(distances.slice(Math.max(at - NEIGHBOURS, 0), at));
    const after = median(distances.slice(at + 1, at + 1 + NEIGHBOURS));
    const usual = Math.max(before ?? 0, after ?? 0) || distance;
    return distance > Math.max(GAP_FACTOR * usual, JOINED_MS) ? [at + 1] : [];
  });
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}

/** The counts of a reading, in the order of the lines; `undefined` while none is read. */
export function readCounts(reading: TimedCounts | undefined, format: Format) {
  return STAGES.map((stage) => ({
    stage,
    label: labelOf(stage),
    count: reading && countOf(reading[stage], format),
  }));
}

function countOf(count: number | undefined, format: Format): string {
  return count === undefined ? l10n.t('not given') : format.count(count);
}

/** `14:02:11: 3,150 confirmed, 850 processing, 1,000 pending`, for a screen reader. */
export function readAloud(reading: TimedCounts, format: Format, now: number): string {
  const counts = STAGES.map((stage) => {
    const count = reading[stage];
    return count === undefined ? notGivenIn(stage) : amountIn(stage, format.count(count));
  });
  return `${format.time(reading.at, now)}: ${counts.join(', ')}`;
}

/** The readings as a table, the newest first, and how many it holds of how many. */
export function tableOf({ readings, of }: TimeLine, format: Format) {
  const shown = readings.slice(-TABLE_ROWS).reverse();
  return {
    note:
      shown.length < of
        ? l10n.t('The newest {0} of {1} readings.', format.count(shown.length), format.count(of))
        : l10n.t('All {0} readings.', format.count(of)),
    rows: shown.map((reading) => ({
      at: reading.at,
      counts: COLUMNS.map((name) => countOf(reading[name], format)),
    })),
  };
}
