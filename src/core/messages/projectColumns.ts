/*
 * What is said of a project in the portfolio and in files. This list is all there is of a column: the
 * header, the order of rows, the choice of columns, copies and exports read it. The most important come
 * first: a narrow table shows only the first ones that fit.
 */

import * as l10n from '@vscode/l10n';
import {
  formatNumber,
  formatPercent,
  fullDate,
  isoTime,
  minuteOfDay,
  shortCount,
  shortTime,
} from '../base/format.ts';
import { chipOf, failedSinceWords } from './attentionMessages.ts';
import { amountIn, countLabel, tableHeadings } from './countMessages.ts';
import { estimateWords, paceWords, shortEstimateWords } from './forecastMessages.ts';
import { COUNTS, type Counts } from '../model/counts.ts';
import { type Concern, CONCERNS, sinceRead } from '../stats/attention.ts';
import type { ProjectPace } from '../stats/forecast.ts';
import type { FailedSince } from '../stats/failedSince.ts';
import { failedOf, PARTS, partsOf, unexplained } from '../stats/problems.ts';
import { PACE_LOST_MS } from '../stats/progress.ts';
import { exactPercentConfirmed, percentConfirmed, unconfirmedOf } from '../stats/share.ts';

/** What is said of a project in the portfolio and in files, from which columns are made. */
export interface ProjectRow {
  /** Identifies the row: the key of the Project, such as `project/t/12`. */
  readonly key: string;
  /** Texts of the service, of unknown origin: shown as text, never as markup. */
  readonly name?: string | undefined;
  /** What the tree calls it if no name can be seen. */
  readonly standIn?: string | undefined;
  readonly symbol?: string | undefined;
  readonly status?: string | undefined;
  /** `t/12`, or the integer id alone if the kind is not known. */
  readonly ref?: string | undefined;
  /** The newest counts; `undefined` until there are some. They stay if a later try fails. */
  readonly counts?: Partial<Counts> | undefined;
  /** When `counts` were requested, in milliseconds since 1970. */
  readonly asOf?: number | undefined;
  /** When as many NFTs as now were first seen confirmed, in milliseconds since 1970. */
  readonly movedAt?: number | undefined;
  /** Whether nothing was confirmed since the first reading; then `movedAt` is the time of that reading. */
  readonly isUnmoved?: boolean | undefined;
  /** `undefined` if it has not failed. */
  readonly failedSince?: FailedSince | undefined;
  /** `undefined` if nothing is left, it has failed or was never read. */
  readonly pace?: ProjectPace | undefined;
  /** See `isMinting`: `undefined` if only its status says so. */
  readonly minting?: boolean | undefined;
  /** Why its stats could not be read at the last try, in words. */
  readonly failure?: string | undefined;
  readonly watched?: boolean | undefined;
  /** Whether another project has its reference, so that its stats cannot be requested. */
  readonly shared?: boolean | undefined;
  /** Whether the user acknowledged `concerns`, which then need no attention. */
  readonly acknowledged?: boolean | undefined;
  /** The worst first, each with its words, such as `Failed 12`. */
  readonly concerns: readonly {
    readonly kind: Concern['kind'];
    readonly words: string;
  }[];
}

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
  readonly value: (row: ProjectRow, now: number) => string | number | undefined;
  /** The text of its cell. */
  readonly text: (row: ProjectRow, now: number) => string;
  /** The tooltip of a cell, if it is not the text. */
  readonly title?: (row: ProjectRow, now: number) => string;
  /** What a copy has, if it is not the text. Numbers are digits only. */
  readonly plain?: (row: ProjectRow) => string | number | undefined;
  /**
   * What a file has: under this name, which scripts read in every language, instead of the id; with this
   * value instead of that of a copy. `false` if the rows of the service have it, it is an estimate,
   * or the export has other columns for it.
   */
  readonly file?:
    false | { readonly name: string; readonly value?: (row: ProjectRow) => number | undefined };
}

function countColumn(
  id: Parameters<typeof countLabel>[0],
  value: (counts: Partial<Counts>) => number | undefined,
  file?: Column['file'],
): Column {
  const of = ({ counts }: ProjectRow) => counts && value(counts);
  return {
    id,
    heading: () => countLabel(id),
    width: 7.5,
    // What the interface does not have, or what is 0 as a rule.
    isHidden: !COUNTS.some((name) => name === id),
    isNumeric: true,
    value: of,
    text: (row) => shortCount(of(row)),
    title: (row) => {
      const count = of(row);
      return count === undefined ? '' : formatNumber(count);
    },
    plain: of,
    ...(file && { file }),
  };
}

function timeColumn(
  id: 'movedAt' | 'asOf',
  heading: Column['heading'],
  isHidden: boolean,
  file: NonNullable<Column['file']> | false,
): Column {
  const of = (row: ProjectRow) =>
    id === 'movedAt' && row.isUnmoved === true ? undefined : row[id];
  return {
    id,
    heading,
    isHidden,
    width: 8,
    isNumeric: true,
    value: of,
    text: (row, now) => {
      const at = of(row);
      if (at !== undefined) return shortTime(at, now);
      return row[id] === undefined ? '' : l10n.t('none seen');
    },
    title: (row) => {
      const time = row[id] === undefined ? '' : fullDate(row[id]);
      return of(row) === row[id] ? time : l10n.t('none since it was first read, {0}', time);
    },
    plain: (row) => isoTime(of(row)),
    file,
  };
}

export const COLUMNS: readonly Column[] = [
  {
    id: 'name',
    heading: () => tableHeadings().name,
    width: 12,
    grow: 5,
    value: ({ name }) => name,
    text: nameOf,
    title: (row) => {
      const watched = row.watched === true ? l10n.t('watched') : undefined;
      return [nameOf(row), row.symbol, row.ref, watched].filter(Boolean).join(' · ');
    },
    plain: ({ name }) => name,
    file: false,
  },
  {
    id: 'share',
    heading: () => tableHeadings().share,
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
    file: { name: 'share', value: exactShareOf },
  },
  {
    id: 'concerns',
    heading: () => l10n.t('Needs attention'),
    width: 13.5,
    grow: 4,
    value: severityOf,
    text: reasonWords,
    title: (row, now) =>
      [reasonWords(row, now), failedSinceAt(row, now)].filter(Boolean).join(' · '),
    plain: (row) => reasonWords(row),
    file: { name: 'needs attention' },
  },
  {
    id: 'status',
    heading: () => l10n.t('Status'),
    width: 9,
    grow: 1,
    value: ({ status }) => status,
    text: ({ status = '' }) => status,
    file: false,
  },
  {
    id: 'doneIn',
    heading: () => tableHeadings().doneIn,
    meaning: () =>
      l10n.t('Time until minting is done if the pace varies no more than it did so far'),
    width: 13,
    grow: 3,
    value: (row, now) => {
      const pace = paceAt(row, now);
      return 'likely' in pace ? pace.likely : undefined;
    },
    text: (row, now) => shortEstimateWords(paceAt(row, now), now),
    title: (row, now) => {
      const [worst] = row.concerns;
      const failed = worst?.kind === 'failed' ? [worst.words, failedSinceAt(row, now)] : [];
      return estimateWords(paceAt(row, now), now) || failed.filter(Boolean).join(' · ');
    },
    file: false,
  },
  {
    id: 'pace',
    heading: () => tableHeadings().pace,
    width: 10,
    isNumeric: true,
    value: (row, now) => {
      const pace = paceAt(row, now);
      return 'perMinute' in pace ? pace.perMinute : undefined;
    },
    text: (row, now) => {
      const pace = paceAt(row, now);
      return 'perMinute' in pace ? paceWords(pace) : '';
    },
    file: false,
  },
  countColumn('total', ({ total }) => total),
  timeColumn('movedAt', () => l10n.t('Last change'), false, false),
  {
    id: 'since',
    heading: () => l10n.t('Since'),
    meaning: () => l10n.t('Since when it has failed or stalled'),
    width: 10,
    isHidden: true,
    isNumeric: true,
    value: (row) => sinceOf(row)?.at,
    text: (row, now) => {
      const since = sinceOf(row);
      if (!since) return '';
      const words = failedSinceWords({ ...since, now });
      const time = minuteOfDay(since.at, now);
      return words || l10n.t({ message: 'before {0}', args: [time], comment: ['A time of day'] });
    },
    title: (row) => {
      const since = sinceOf(row);
      return since ? fullDate(since.at) : '';
    },
    plain: (row) => {
      const since = sinceOf(row);
      // What had failed when it was first read may have failed long before.
      return since?.after === undefined ? undefined : isoTime(since.at);
    },
    // A file has both ends of the range.
    file: false,
  },
  countColumn('confirmed', ({ confirmed }) => confirmed),
  countColumn('processing', ({ processing }) => processing),
  countColumn('pending', ({ pending }) => pending),
  countColumn('failed', failedOf, { name: 'NFTs failed' }),
  countColumn('missing', (counts) => unexplained(counts).missing),
  countColumn('tooMany', (counts) => unexplained(counts).tooMany, { name: 'too many' }),
  countColumn('burned', ({ burned }) => burned, { name: 'NFTs burned' }),
  countColumn('cancelled', ({ cancelled }) => cancelled, { name: 'NFTs cancelled' }),
  countColumn('other', ({ other }) => other, { name: 'NFTs of other stages' }),
  {
    id: 'symbol',
    heading: () => l10n.t('Symbol'),
    width: 6,
    grow: 0.6,
    value: ({ symbol }) => symbol,
    text: ({ symbol = '' }) => symbol,
    file: false,
  },
  {
    id: 'id',
    heading: () => l10n.t('ID'),
    width: 7,
    isHidden: true,
    value: ({ ref }) => ref,
    text: ({ ref = '' }) => ref,
    file: { name: 'reference' },
  },
  timeColumn('asOf', () => tableHeadings().asOf, true, { name: 'as of' }),
];

/** What a copy has of a row, and an export unless the column has another value for it. */
export function plainOf({ plain, text }: Column, row: ProjectRow, now: number) {
  return plain ? plain(row) : text(row, now);
}

export function nameOf({ name = '', standIn = '' }: Pick<ProjectRow, 'name' | 'standIn'>): string {
  return name || standIn;
}

function shareOf({ counts }: ProjectRow): number | undefined {
  return counts && percentConfirmed([counts]);
}

/** From 0 to 1, without the last digit, which is not exact. */
function exactShareOf({ counts }: ProjectRow): number | undefined {
  const percent = counts && exactPercentConfirmed([counts]);
  return percent === undefined ? undefined : Number((percent / 100).toPrecision(15));
}

/** Since when it needs attention, if that is known. */
export function sinceOf({ concerns, movedAt, failedSince }: ProjectRow): FailedSince | undefined {
  const isStalled = concerns[0]?.kind === 'stalled' && movedAt !== undefined;
  return isStalled ? { at: movedAt, after: movedAt } : failedSince;
}

/** Sorts the row with the worst concern first, then the one with the most NFTs or the longest time. */
function severityOf(row: ProjectRow, now: number): number | undefined {
  const [worst] = row.concerns;
  if (!worst) return undefined;
  // Less than 1 also for the largest count and for the time since 1970.
  return CONCERNS.indexOf(worst.kind) - Math.log2(1 + sizeOf(worst.kind, row, now)) / 64;
}

function sizeOf(kind: string, { counts = {}, movedAt = NaN }: ProjectRow, now: number): number {
  if (kind === 'failed') return failedOf(counts) || unconfirmedOf(counts);
  if (kind === 'missing' || kind === 'tooMany') return unexplained(counts)[kind];
  return kind === 'stalled' && movedAt <= now ? now - movedAt : 0;
}

/**
 * All concerns, and `acknowledged` if they were. If the stats could not be read, the words say why,
 * as far as that is known.
 * @param now for how long it has stalled by then; if left out, by when the row was made.
 */
export function reasonsOf(row: ProjectRow, now?: number) {
  const { concerns, failure, acknowledged, asOf = NaN, movedAt = NaN } = row;
  const reasons: { kind: string; words: string }[] = concerns.map((one) => {
    const { kind } = one;
    if (kind === 'stalled' && now !== undefined) {
      const forMs = asOf - movedAt + sinceRead(asOf, now);
      return { ...one, words: chipOf({ kind, forMs }) };
    }
    const isUnread = kind === 'unreadable' || kind === 'noStats';
    return isUnread ? { ...one, words: failure ?? one.words } : one;
  });
  if (acknowledged === true) {
    reasons.push({ kind: 'acknowledged', words: l10n.t('acknowledged') });
  }
  return reasons;
}

function reasonWords(row: ProjectRow, now?: number): string {
  return reasonsOf(row, now)
    .map(({ words }) => words)
    .join(' · ');
}

/** `12 min ago`: since when it has failed; empty if it has not, or that is not known. */
export function failedSinceAt({ concerns, failedSince }: ProjectRow, now: number): string {
  const hasFailed = failedSince !== undefined && concerns.some(({ kind }) => kind === 'failed');
  return hasFailed ? failedSinceWords({ ...failedSince, now }) : '';
}

/** The pace of a row and the time until it is done, or why that is not known. */
export function paceAt({ pace, asOf = NaN }: ProjectRow, now: number): ProjectPace {
  if (!pace) return { reason: 'done' };
  if (now - asOf >= PACE_LOST_MS) return { reason: 'unread', since: asOf };
  return pace;
}
