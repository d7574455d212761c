/** What the chart of the counts over time shows, and its texts, without a DOM. */

import { formatNumber, timeOfDay } from '../../../core/base/format.ts';
import * as l10n from '@vscode/l10n';
import { STAGES } from '../../../core/model/counts.ts';
import { leftOf } from '../../../core/stats/share.ts';
import type { TimedCounts, TimeLine } from '../messages.ts';
import { gapsOf, runsOf } from '../../../page/chart/runs.ts';
import { amountIn, notGivenIn } from '../../../core/messages/stageMessages.ts';

/** The pace at a reading is the mean over at least this part of the time drawn, to be smooth. */
const PACE_PART = 1 / 40;

const TABLE_ROWS = 100;

export const COLUMNS = [...STAGES, 'total'] as const;

/** What is stacked, from the bottom to the top. */
export const AREAS = ['failed', ...STAGES] as const;
export type Area = (typeof AREAS)[number];

export type Plot = ReturnType<typeof plotOf>;

/**
 * What is drawn of readings in ascending order: those until minting has ended; none if there is only
 * one of these, or if they count no NFTs. Times are in milliseconds since 1970.
 */
export function plotOf({ readings: given, ended = Infinity, done }: Omit<TimeLine, 'of' | 'pace'>) {
  const until = given.filter(({ at }) => at <= ended);
  const isEmpty = until.length < 2 || !until.some((one) => COLUMNS.some((name) => one[name]));
  const begin = beginOf(until);
  const readings = isEmpty ? [] : until.slice(begin);
  const times = readings.map(({ at }) => at);
  const stacks = stacksOf(readings);
  const gaps = gapsOf(times, (at) =>
    [...COLUMNS, 'failed' as const].every(
      (name) => readings[at]?.[name] === readings[at - 1]?.[name],
    ),
  );
  const last = readings.at(-1);
  const top = stacks.at(-1)?.[AREAS.indexOf('confirmed')]?.to;
  return {
    readings,
    /** How long nothing was confirmed before the first of them, in milliseconds. */
    waited: (until[begin]?.at ?? 0) - (until[0]?.at ?? 0),
    times,
    stacks,
    /** The highest count that is drawn at each time, for the scale. */
    peaks: readings.map(({ total = 0 }, at) => Math.max(total, topOf(stacks[at]))),
    /** The first and last index of each group of readings that are joined. */
    runs: runsOf(times, gaps),
    paces: pacesOf(readings, gaps),
    /** The forecast, and from which count to which it leads; `undefined` without one. */
    cone:
      last && done && top !== undefined
        ? { ...done, from: top, to: top + (leftOf(last) ?? 0) }
        : undefined,
    /** The end of the axis of time. */
    end: Math.max(done?.high ?? 0, last?.at ?? 0),
  };
}

/** The index of the last reading before the first one with more confirmed; 0 without one. */
function beginOf(readings: readonly TimedCounts[]): number {
  const first = readings[0]?.confirmed ?? 0;
  return Math.max(0, readings.findIndex(({ confirmed = 0 }) => confirmed > first) - 1);
}

/**
 * Where each area begins and ends, from the bottom to the top; `undefined` from the first stage on
 * that was not given.
 */
type Stack = readonly ({ readonly from: number; readonly to: number } | undefined)[];

/** A stage that is given in no reading is left out, as if there were none in it. */
function stacksOf(readings: readonly TimedCounts[]): readonly Stack[] {
  const isGiven = (area: Area) => readings.some((one) => one[area] !== undefined);
  const isStacked = Object.fromEntries(AREAS.map((area) => [area, isGiven(area)]));
  return readings.map((reading) => {
    let from: number | undefined = 0;
    return AREAS.map((area) => {
      const isNone = area === 'failed' || !isStacked[area];
      const count = reading[area] ?? (isNone ? 0 : undefined);
      if (from === undefined || count === undefined) return (from = undefined);
      const to: number = from + Math.max(count, 0);
      const stack = { from, to };
      from = to;
      return stack;
    });
  });
}

function topOf(stack: Stack = []): number {
  return Math.max(0, ...stack.map((area) => area?.to ?? 0));
}

/** NFTs confirmed per minute up to each reading; `null` after a gap, or if that is not known. */
function pacesOf(readings: readonly TimedCounts[], gaps: ReadonlySet<number>) {
  const span = (readings.at(-1)?.at ?? 0) - (readings[0]?.at ?? 0);
  const paces = readings.map(({ at, confirmed = NaN }, index) => {
    let start = index;
    while (start > 0 && !gaps.has(start) && at - (readings[start]?.at ?? at) < span * PACE_PART) {
      start--;
    }
    const before = readings[start];
    if (!before || before.at === at) return null;
    const pace = (confirmed - (before.confirmed ?? NaN)) / ((at - before.at) / 60_000);
    return pace >= 0 ? pace : null;
  });
  // The pace up to the second reading is that of all the time since the first.
  return paces.map((pace, index) => (index === 0 && !gaps.has(1) ? (paces[1] ?? null) : pace));
}

function countOf(count: number | undefined): string {
  return count === undefined ? l10n.t('not given') : formatNumber(count);
}

/** `14:02:11: 3,150 confirmed, 850 processing, 1,000 pending`, shown and for a screen reader. */
export function readOut(reading: TimedCounts, now: number): string {
  const { failed } = reading;
  const counts = STAGES.map((stage) => {
    const count = reading[stage];
    return count === undefined ? notGivenIn(stage) : amountIn(stage, formatNumber(count));
  });
  const words =
    failed === undefined ? counts : [...counts, amountIn('failed', formatNumber(failed))];
  return `${timeOfDay(reading.at, now)}: ${words.join(', ')}`;
}

/** The unit of the pace, in which its axis has whole numbers; `undefined` without a pace to draw. */
export function paceUnit(
  paces: Plot['paces'],
): { readonly label: string; readonly minutes: number } | undefined {
  const most = Math.max(0, ...paces.map((pace) => pace ?? 0));
  if (most === 0 || paces.filter((pace) => pace !== null).length < 2) return undefined;
  if (most >= 2) return { label: l10n.t('Confirmed a minute'), minutes: 1 };
  return most * 60 >= 2
    ? { label: l10n.t('Confirmed an hour'), minutes: 60 }
    : { label: l10n.t('Confirmed a day'), minutes: 60 * 24 };
}

/** The newest readings as a table, the newest first; `note` says how many they are of all. */
export function tableOf({ readings, of }: TimeLine) {
  const shown = readings.slice(-TABLE_ROWS).reverse();
  const hasFailed = readings.some(({ failed }) => failed !== undefined);
  return {
    columns: hasFailed ? (['failed', ...COLUMNS] as const) : COLUMNS,
    note:
      shown.length < of
        ? l10n.t('The newest {0} of {1} readings.', formatNumber(shown.length), formatNumber(of))
        : l10n.t('All {0} readings.', formatNumber(of)),
    rows: shown.map((reading) => ({
      at: reading.at,
      counts: [
        ...(hasFailed ? [countOf(reading.failed ?? 0)] : []),
        ...COLUMNS.map((name) => countOf(reading[name])),
      ],
    })),
  };
}
