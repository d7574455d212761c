/*
 * The columns of the portfolio. This list is all there is of a column: the header, the order of rows,
 * the choice of columns and copies read it. The most important come first: a narrow table shows only
 * the first ones that fit.
 */

import * as l10n from '@vscode/l10n';
import {
  formatNumber,
  formatPercent,
  fullDate,
  isoTime,
  minuteOfDay,
  newCollator,
  shortCount,
  shortTime,
} from '../../core/base/format.ts';
import { countLabel, failedSinceWords } from '../../core/messages/attentionMessages.ts';
import {
  estimateWords,
  paceWords,
  shortEstimateWords,
} from '../../core/messages/forecastMessages.ts';
import { amountIn } from '../../core/messages/stageMessages.ts';
import { markdownTable } from '../../core/messages/markdownTable.ts';
import type { COUNTS } from '../../core/model/counts.ts';
import { CONCERNS } from '../../core/stats/concernKinds.ts';
import { elapsed, type ProjectPace } from '../../core/stats/forecast.ts';
import { isoFailedSince } from '../../core/stats/failedSince.ts';
import { PARTS, partsOf } from '../../core/stats/problems.ts';
import { PACE_LOST_MS } from '../../core/stats/progress.ts';
import { percentConfirmed } from '../../core/stats/share.ts';
import type { PortfolioRow, PortfolioView } from './messages.ts';

/** `now` is in milliseconds since 1970. What is not known is empty, or `undefined` and sorted last. */
export interface Column {
  readonly id: string;
  readonly heading: () => string;
  /** The tooltip of its heading, if it is not the heading. */
  readonly meaning?: () => string;
  /** Its least width in em. */
  readonly width: number;
  /** Its share of the width that is left over; without one, its width is fixed. */
  readonly grow?: number;
  /** Whether it is hidden until the user chooses it. */
  readonly isHidden?: boolean;
  /**
   * Whether it has numbers or times: aligned at the end, and sorted descending by the first click,
   * because users look for the largest first.
   */
  readonly isNumeric?: boolean;
  /** What rows are sorted by. */
  readonly value: (row: PortfolioRow, now: number) => string | number | undefined;
  /** The text of its cell. */
  readonly text: (row: PortfolioRow, now: number) => string;
  /** The tooltip of a cell, if it is not the text. */
  readonly title?: (row: PortfolioRow, now: number) => string;
  /** What a copy has, if it is not the text. Numbers are digits only. */
  readonly plain?: (row: PortfolioRow) => string | number | undefined;
}

function countColumn(name: (typeof COUNTS)[number]): Column {
  return {
    id: name,
    heading: () => countLabel(name),
    width: 7.5,
    isNumeric: true,
    value: ({ counts }) => counts?.[name],
    text: ({ counts }) => shortCount(counts?.[name]),
    title: ({ counts }) => (counts?.[name] === undefined ? '' : formatNumber(counts[name])),
    plain: ({ counts }) => counts?.[name],
  };
}

function timeColumn(id: 'movedAt' | 'asOf', heading: Column['heading'], isHidden: boolean): Column {
  return {
    id,
    heading,
    isHidden,
    width: 7.5,
    isNumeric: true,
    value: (row) => row[id],
    text: (row, now) => (row[id] === undefined ? '' : shortTime(row[id], now)),
    title: (row) => (row[id] === undefined ? '' : fullDate(row[id])),
    plain: (row) => isoTime(row[id]),
  };
}

export const COLUMNS: readonly Column[] = [
  {
    id: 'name',
    heading: () => l10n.t('Name'),
    width: 12,
    grow: 5,
    value: ({ name }) => name,
    text: nameOf,
    title: (row) => {
      const watched = row.watched === true ? l10n.t('watched') : undefined;
      return [nameOf(row), row.symbol, row.ref, watched].filter(Boolean).join(' · ');
    },
    plain: ({ name }) => name,
  },
  {
    id: 'share',
    heading: () => l10n.t('Progress'),
    width: 8.5,
    grow: 1,
    isNumeric: true,
    value: shareOf,
    text: (row) => formatPercent(shareOf(row)) ?? '',
    title: (row) => {
      const counts = partsOf(row.counts ?? {});
      const parts = PARTS.map((part) => {
        const count = counts[part];
        return count === undefined ? '' : amountIn(part, formatNumber(count));
      });
      return [formatPercent(shareOf(row)), ...parts].filter(Boolean).join(' · ');
    },
  },
  {
    id: 'concerns',
    heading: () => l10n.t('Needs attention'),
    width: 11,
    grow: 4,
    value: severityOf,
    text: (row) =>
      reasonsOf(row)
        .map(({ words }) => words)
        .join(' · '),
  },
  {
    id: 'status',
    heading: () => l10n.t('Status'),
    width: 9,
    grow: 1,
    value: ({ status }) => status,
    text: ({ status = '' }) => status,
  },
  {
    id: 'doneIn',
    heading: () => l10n.t('Done in'),
    meaning: () =>
      l10n.t('Time until minting is done if the pace varies no more than it did so far'),
    width: 12,
    grow: 3,
    value: (row, now) => {
      const pace = paceAt(row, now);
      return 'likely' in pace ? pace.likely : undefined;
    },
    text: (row, now) => shortEstimateWords(paceAt(row, now), now),
    title: (row, now) => estimateWords(paceAt(row, now), now),
  },
  {
    id: 'pace',
    heading: () => l10n.t('Pace'),
    width: 9,
    isNumeric: true,
    value: (row, now) => {
      const pace = paceAt(row, now);
      return 'perMinute' in pace ? pace.perMinute : undefined;
    },
    text: (row, now) => {
      const pace = paceAt(row, now);
      return 'perMinute' in pace ? paceWords(pace) : '';
    },
  },
  countColumn('total'),
  timeColumn('movedAt', () => l10n.t('Last change'), false),
  {
    id: 'failedSince',
    heading: () => l10n.t('Failed since'),
    width: 8.5,
    isHidden: true,
    isNumeric: true,
    value: ({ failedSince }) => failedSince?.at,
    text: ({ failedSince }, now) =>
      failedSince
        ? failedSinceWords({ ...failedSince, now }) ||
          l10n.t('before {0}', minuteOfDay(failedSince.at, now))
        : '',
    title: ({ failedSince }) => (failedSince ? fullDate(failedSince.at) : ''),
    plain: ({ failedSince }) => failedSince && isoFailedSince(failedSince),
  },
  countColumn('confirmed'),
  countColumn('processing'),
  countColumn('pending'),
  {
    id: 'symbol',
    heading: () => l10n.t('Symbol'),
    width: 6,
    grow: 0.6,
    value: ({ symbol }) => symbol,
    text: ({ symbol = '' }) => symbol,
  },
  {
    id: 'id',
    heading: () => l10n.t('ID'),
    width: 7,
    isHidden: true,
    value: ({ ref }) => ref,
    text: ({ ref = '' }) => ref,
  },
  timeColumn('asOf', () => l10n.t('As of'), true),
];

/** All columns of some rows, as a Markdown table. */
export function tableText(rows: readonly PortfolioRow[], now: number): string {
  const header = COLUMNS.map(({ heading }) => heading());
  const cell = ({ plain, text }: Column, row: PortfolioRow) =>
    String((plain ? plain(row) : text(row, now)) ?? '');
  return markdownTable(
    header,
    rows.map((row) => COLUMNS.map((column) => cell(column, row))),
  );
}

/** A narrower table is as wide as this, in em, and scrolled sideways. */
const LEAST_WIDTH = 42;

export function isShown({ shown = [], hidden = [] }: PortfolioView, column: Column): boolean {
  if (column.id === 'name' || shown.includes(column.id)) return true;
  return !hidden.includes(column.id) && column.isHidden !== true;
}

/**
 * The columns that the user has chosen, that which the rows are sorted by, and the most important of
 * the others that fit.
 * @param room the width of the table in em.
 */
export function columnsIn(view: PortfolioView, room: number): readonly Column[] {
  const { shown = [], sort } = view;
  const isFixed = ({ id }: Column) => id === 'name' || shown.includes(id) || id === sort;
  const wanted = COLUMNS.filter((column) => isShown(view, column) || isFixed(column));
  const fitting = new Set(wanted.filter(isFixed));
  let used = [...fitting].reduce((sum, { width }) => sum + width, 0);
  for (const column of wanted) {
    if (fitting.has(column)) continue;
    used += column.width;
    if (used > Math.max(room, LEAST_WIDTH)) break;
    fitting.add(column);
  }
  return wanted.filter((column) => fitting.has(column));
}

export function withColumn(view: PortfolioView, id: string, isVisible: boolean): PortfolioView {
  const shown = (view.shown ?? []).filter((one) => one !== id);
  const hidden = (view.hidden ?? []).filter((one) => one !== id);
  (isVisible ? shown : hidden).push(id);
  return { ...view, shown, hidden };
}

let collator: Intl.Collator | undefined;

/** Compares two values of one column. */
export function compareValues(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return (collator ??= newCollator()).compare(String(one), String(other));
}

export function nameOf({ name, ref }: Pick<PortfolioRow, 'name' | 'ref'>): string {
  if (name !== undefined && name !== '') return name;
  const id = ref?.replace(/^[tn]\//, '');
  return id === undefined ? l10n.t('Unnamed project') : l10n.t('Project {0}', id);
}

function shareOf({ counts }: PortfolioRow): number | undefined {
  return counts && percentConfirmed([counts]);
}

/** Sorts the row with the worst concern first, then the one with the most concerns. */
function severityOf({ concerns }: PortfolioRow): number | undefined {
  if (concerns.length === 0) return undefined;
  const worst = Math.min(...concerns.map(({ kind }) => CONCERNS.indexOf(kind)));
  return worst - concerns.length / (CONCERNS.length + 1);
}

/**
 * All concerns, and `acknowledged` if they were. If the stats could not be read, the words say why,
 * as far as that is known.
 */
export function reasonsOf({ concerns, failure, acknowledged }: PortfolioRow) {
  const reasons: { kind: string; isStatus?: boolean | undefined; words: string }[] = concerns.map(
    ({ kind, words, isStatus }) => ({
      kind,
      isStatus,
      words: kind === 'unreadable' || kind === 'noStats' ? (failure ?? words) : words,
    }),
  );
  if (acknowledged === true) {
    reasons.push({ kind: 'acknowledged', words: l10n.t('acknowledged') });
  }
  return reasons;
}

/** The pace of a row and the time until it is done, or why that is not known. */
export function paceAt({ pace, asOf = NaN }: PortfolioRow, now: number): ProjectPace {
  if (!pace) return { reason: 'done' };
  if (now - asOf >= PACE_LOST_MS) return { reason: 'unread', since: asOf };
  if (!('doneAt' in pace)) return pace;
  return { perMinute: pace.perMinute, ...elapsed(pace.doneAt, now) };
}
