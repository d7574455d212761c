/** Counts as a bar and its legend, without a DOM. */

import * as l10n from '@vscode/l10n';
import { formatPercent } from '../core/base/format.ts';
import { amountIn, countLabel, offWords } from '../core/messages/countMessages.ts';
import type { Counts } from '../core/model/counts.ts';
import { isPart, type Part, PARTS, partsOf, unexplained } from '../core/stats/problems.ts';
import { percentsOf, stagesOf, wholeOf } from '../core/stats/share.ts';
import { segmentsOf } from './stackedBar.ts';

/**
 * In the order of the bar; `missing` is the empty rest of it. See `unexplained` for `tooMany`.
 * `notGiven` is what a project has beside its given stages while the service leaves one of them out.
 */
export const ENTRIES = [
  ...PARTS,
  ...(['missing', 'notGiven', 'burned', 'cancelled', 'tooMany', 'total'] as const),
] as const;
export type EntryName = (typeof ENTRIES)[number];

/** `whole` is what shares refer to (`wholeOf`). */
export type Sums = Partial<Record<EntryName | 'whole', number>>;

/** The sum of each count that some project has. */
export function sumsOf(all: Iterable<Partial<Counts>>): Sums {
  const sums: Sums = {};
  const add = (name: keyof Sums, count: number | undefined) => {
    if (count !== undefined) sums[name] = (sums[name] ?? 0) + count;
  };
  for (const counts of all) {
    const parts = partsOf(counts);
    for (const part of PARTS) add(part, parts[part]);
    for (const name of ['total', 'burned', 'cancelled'] as const) add(name, counts[name]);
    add('whole', wholeOf(counts));
    const { missing, tooMany } = unexplained(counts);
    add('missing', missing || undefined);
    add('tooMany', tooMany || undefined);
    const rest = (wholeOf(counts) ?? 0) - sumOf(parts);
    if (!stagesOf(counts).isComplete && rest > 0) add('notGiven', rest);
  }
  return sums;
}

/** What the shares of a bar refer to: all NFTs, or all parts if these are more. */
export function wholeOfBar(sums: Sums): number {
  return sums.whole === undefined ? 0 : Math.max(sums.whole, sumOf(sums));
}

function sumOf(parts: Partial<Record<Part, number>>): number {
  return PARTS.reduce((all, part) => all + (parts[part] ?? 0), 0);
}

/**
 * The bar, the share of each entry in words, and the shares for a screen reader; without a whole,
 * all are empty.
 * @param percent the share confirmed, as other surfaces show it.
 */
export function legendOf(sums: Sums, percent: number | undefined) {
  const whole = wholeOfBar(sums);
  const names = ENTRIES.filter(
    (name) => name === 'confirmed' || (isInBar(name) && sums[name] !== undefined),
  );
  const percents = percentsOf(
    percent,
    names.map((name) => sums[name]),
    whole,
  );
  const shares = new Map<EntryName, string | undefined>(
    names.map((name, at) => [name, formatPercent(percents[at])]),
  );
  const spoken = names.flatMap((name) => {
    const share = shares.get(name);
    if (share === undefined) return [];
    return isPart(name) ? amountIn(name, share) : offWords('missing', sums.missing ?? 0, share);
  });
  return { shares, spoken: spoken.join(', '), bar: whole > 0 ? segmentsOf(sums, whole) : [] };
}

/** Whether an entry of the legend is a part of the bar, or its empty rest. */
export function isInBar(name: EntryName): name is Part | 'missing' {
  return name === 'missing' || isPart(name);
}

export function entryLabel(name: EntryName): string {
  return name === 'notGiven' ? l10n.t('Not given') : countLabel(name);
}
