/** The counts of a project over time: what the chart shows, and its texts, without a DOM. */

import * as l10n from '@vscode/l10n';
import { MINUTE_MS } from '../../../core/base/clock.ts';
import {
  axisCounts,
  axisTimes,
  formatNumber,
  plural,
  timeOfDay,
} from '../../../core/base/format.ts';
import { countLabel } from '../../../core/messages/countMessages.ts';
import { durationWords } from '../../../core/messages/timeMessages.ts';
import { STAGES } from '../../../core/model/counts.ts';
import type { Reading } from '../../../core/stats/reading.ts';
import { leftOf } from '../../../core/stats/share.ts';
import { gapsOf, type TimePlot, type Values, withGaps } from '../../../page/chart/plot.ts';
import { TEXTURES } from '../../../page/stackedBar.ts';
import type { TimeLine } from '../messages.ts';

/** The forecast takes at most this share of the chart, so that the readings can be told apart. */
const MOST_FORECAST = 0.6;

const COUNTED = [...STAGES, 'total'] as const;

/** What is stacked, from the bottom to the top. */
const AREAS = ['failed', ...STAGES] as const;
type Area = (typeof AREAS)[number];

/** The dashes of upper edges, by which areas differ without color, as by their textures. */
const DASHES: Readonly<Record<Area, readonly number[]>> = {
  failed: [1, 2],
  confirmed: [],
  processing: [8, 4],
  pending: [2, 3],
};

/**
 * What is drawn, from the beginning of the mint until it has ended, or will have. `undefined` if there
 * is only one reading of that, or if the readings count no NFTs.
 */
export function plotOf(
  { readings: given, ended = Infinity, done }: Omit<TimeLine, 'pace'>,
  now: number,
): TimePlot | undefined {
  const until = given.filter(({ at }) => at <= ended);
  const isEmpty = !until.some((one) => COUNTED.some((name) => one[name]));
  const readings = until.slice(beginOf(until));
  const [first] = readings;
  const last = readings.at(-1);
  if (until.length < 2 || isEmpty || !first || !last) return undefined;
  const times = readings.map(({ at }) => at);
  const gaps = gapsOf(times, (at) =>
    [...AREAS, 'total' as const].every((name) => readings[at]?.[name] === readings[at - 1]?.[name]),
  );
  const zeros = readings.map(() => 0);
  const tops = topsOf(readings);
  const totals = readings.map(({ total = null }) => total);
  const waited = first.at - (until[0]?.at ?? first.at);
  const seen = Math.max(last.at, done?.at ?? 0) - first.at;
  const most = first.at + seen / (1 - MOST_FORECAST);
  const end = Math.max(last.at, Math.min(done?.high ?? 0, most));
  const from = tops[AREAS.indexOf('confirmed')]?.at(-1) ?? undefined;
  const cone =
    done && from !== undefined ? coneOf(done, from, from + (leftOf(last) ?? 0), end) : [];
  const hasFailed = readings.some(({ failed = 0 }) => failed > 0);
  const columns = [...(hasFailed ? (['failed'] as const) : []), ...COUNTED];
  const edge = (values: Values) => ({ values, color: 'transparent', width: 0 });
  const lines = [
    ...[zeros, ...tops].map(edge),
    { values: totals, color: 'var(--quiet)', width: 1 },
    ...AREAS.map((area, at) => {
      const values = withoutStray(tops[at] ?? [], tops[at - 1] ?? zeros);
      return { values, color: `var(--${area})`, width: 2, dashes: DASHES[area] };
    }),
  ];
  const coneFill = {
    between: [lines.length + 1, lines.length + 2] as const,
    color: 'var(--quiet)',
    opacity: 0.25,
  };
  return {
    tables: [withGaps({ times, lines }, gaps), ...cone],
    fills: [
      ...AREAS.map((area, at) => ({
        between: [at + 2, at + 1] as const,
        color: `var(--${area})`,
        opacity: area === 'pending' ? 0.55 : 0.9,
        texture: TEXTURES[area],
      })),
      ...(cone.length === 0 ? [] : [coneFill]),
    ],
    labels: AREAS.flatMap((area, at) => {
      const lower = (tops[at - 1] ?? zeros).at(-1);
      const upper = tops[at]?.at(-1);
      if (typeof lower !== 'number' || typeof upper !== 'number') return [];
      const place = { at: last.at, value: (lower + upper) / 2, room: upper - lower };
      return [{ text: countLabel(area), ...place }];
    }),
    start: first.at,
    end,
    top: 1.05 * Math.max(1, ...[...tops, totals].flat().map((value) => value ?? 0)),
    // A shorter wait is not named either.
    isBroken: waited >= MINUTE_MS,
    valueTexts: axisCounts,
    timeTexts: (ticks, step) => axisTimes(ticks, step, now),
    stops: times,
    name: l10n.t(
      'Counts over time, {0} readings. The left and right arrow keys read one after another.',
      formatNumber(readings.length),
    ),
    summary: readingsWords(readings, waited, now),
    columns: columns.map(countLabel),
    read: (at) => {
      const reading = readings.find((one) => one.at === at);
      const cells = columns.map((name) => {
        const count = reading?.[name] ?? (name === 'failed' ? 0 : undefined);
        return count === undefined ? l10n.t('not given') : formatNumber(count);
      });
      return { time: timeOfDay(at, now), cells };
    },
  };
}

/** The index of the last reading before the first one with more confirmed; 0 without one. */
function beginOf(readings: readonly Reading[]): number {
  const first = readings[0]?.confirmed ?? 0;
  return Math.max(0, readings.findIndex(({ confirmed = 0 }) => confirmed > first) - 1);
}

/**
 * The upper edge of each area; `null` from the first stage on that was not given. A stage that is
 * given in no reading is left out, as if there were none in it.
 */
function topsOf(readings: readonly Reading[]): readonly Values[] {
  let below: Values = readings.map(() => 0);
  return AREAS.map((area) => {
    const isNone = area === 'failed' || readings.every((one) => one[area] === undefined);
    below = readings.map((one, at) => {
      const from = below[at] ?? null;
      const count = one[area] ?? (isNone ? 0 : undefined);
      return from === null || count === undefined ? null : from + Math.max(count, 0);
    });
    return below;
  });
}

/** An edge without the values where its area is empty: there it would be a line on the area below. */
function withoutStray(upper: Values, lower: Values): Values {
  const isEmpty = (at: number) => upper[at] === lower[at];
  return upper.map((value, at) => ([at - 1, at, at + 1].every(isEmpty) ? null : value));
}

/**
 * The forecast, from when it was made and what was confirmed then to when all of it will be: the
 * earliest and the latest way, and the likely one. What is after `end` is cut off.
 */
function coneOf(
  { at, low, likely, high }: NonNullable<TimeLine['done']>,
  from: number,
  to: number,
  end: number,
) {
  const valueAt = (time: number, doneAt: number) =>
    time >= doneAt ? to : from + ((to - from) * (time - at)) / (doneAt - at);
  const edge = { color: 'transparent', width: 0 };
  const times = [...new Set([at, low, high].map((time) => Math.min(time, end)))];
  const middle = [...new Set([at, Math.min(likely, end)])];
  const line = { color: 'var(--vscode-foreground)', width: 1.5, dashes: [5, 4] };
  return [
    {
      times,
      lines: [low, high].map((doneAt) => ({
        ...edge,
        values: times.map((time) => valueAt(time, doneAt)),
      })),
    },
    { times: middle, lines: [{ ...line, values: middle.map((time) => valueAt(time, likely)) }] },
  ];
}

function readingsWords(readings: readonly Reading[], waited: number, now: number): string {
  const words = plural(
    readings.length,
    l10n.t('{0} reading since {1} | {0} readings since {1}'),
    timeOfDay(readings[0]?.at ?? now, now),
  );
  const length = durationWords(waited);
  if (length === '') return words;
  return l10n.t('{0}; nothing was confirmed for {1} before', words, length);
}
