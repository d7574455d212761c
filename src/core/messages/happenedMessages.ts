import * as l10n from '@vscode/l10n';
import { capitalized } from '../base/displayText.ts';
import { formatNumber } from '../base/format.ts';
import type { ChangeMark, RowFacts } from '../lists/changeMarks.ts';
import type { Day, Happened } from '../stats/happened.ts';
import { dayOf, type Period } from '../stats/period.ts';

/** Writes numbers, times and projects. Times are in milliseconds since 1970. */
export interface ReportWords {
  /** `14:02`, `yesterday 14:02`. */
  readonly time: (at: number) => string;
  /** `Fri, Nov 20`. */
  readonly day: (at: number) => string;
  /** The name of `t/12`; empty if it is not known. */
  readonly name: (project: string) => string;
}

export interface ListFacts {
  /** How many projects there are, as far as that is known. */
  readonly listed: number;
  /** How many of them were read in the period. */
  readonly read: number;
  /** How many of `read` are in `compared` of `Happened`. */
  readonly compared: number;
  readonly loaded: number;
  /**
   * Projects with readings in the period that the service no longer lists; `undefined` if not all
   * rows are loaded.
   */
  readonly gone: readonly { readonly project: string; readonly at: number }[] | undefined;
  /** The names of the loaded projects whose status is that they have failed, whenever that was. */
  readonly failing: readonly string[];
  /** The rows that are new or have another status, and since when, as `ListMarks` says. */
  readonly changes: readonly {
    readonly name: string;
    readonly mark: ChangeMark;
    readonly row: RowFacts;
  }[];
  readonly changesSince: number | undefined;
  readonly inBoth: number | undefined;
}

/**
 * Why nothing was read in a period: nothing ever was; what was read was deleted; the service
 * refuses the token; readings are not stored, so those of other windows are unknown; or nothing was
 * open that reads counts.
 */
export type WhyEmpty = 'never' | 'cleared' | 'refused' | 'notStored' | 'notOpen';

export function periodName(period: Period): string {
  switch (period) {
    case 'lastLooked':
      return l10n.t('Since I last looked');
    case 'yesterday':
      return l10n.t('Since yesterday');
    case 'friday':
      return l10n.t('Since Friday');
    case 'week':
      return l10n.t('The last 7 days');
  }
}

/** `Fri, Nov 20`, or with the time if it is not the beginning of a day. */
export function sinceWords(since: number, { day, time }: ReportWords): string {
  return dayOf(since) === since ? day(since) : time(since);
}

/**
 * `Readings of 41 of 3,204 projects, 7 of them read more than once`.
 * @param compared as in `ListFacts`; mentioned unless it is 0 or equals `read`.
 */
export function readWords(read: number, of: number, compared = read): string {
  const [known, all] = [formatNumber(read), formatNumber(of)];
  const words =
    of === 1
      ? l10n.t('Readings of {0} of {1} project', known, all)
      : l10n.t('Readings of {0} of {1} projects', known, all);
  return compared === 0 || compared === read
    ? words
    : `${words}, ${l10n.t('{0} of them read more than once', formatNumber(compared))}`;
}

/**
 * `3 finished, 2 started, 1 stalled, 5,120 NFTs confirmed, 40 of them on days that are not known`, or
 * why the number of NFTs is not known.
 */
export function happenedSummary(happened: Happened): string {
  const { finished, started, stalled, failed, unplaced, compared } = happened;
  const parts = [
    finished.length > 0 ? l10n.t('{0} finished', formatNumber(finished.length)) : '',
    started.length > 0 ? l10n.t('{0} started', formatNumber(started.length)) : '',
    stalled.length > 0 ? l10n.t('{0} stalled', formatNumber(stalled.length)) : '',
    failed.length > 0 ? l10n.t('{0} with newly failed NFTs', formatNumber(failed.length)) : '',
    compared.size > 0
      ? l10n.t('{0} NFTs confirmed', formatNumber(confirmedIn(happened)))
      : l10n.t('what was confirmed is not known: that takes two readings of a project'),
    unplaced > 0 ? unknownDaysWords(formatNumber(unplaced), happened.mayBeEarlier) : '',
  ];
  return capitalized(parts.filter((part) => part !== '').join(', '));
}

function unknownDaysWords(count: string, mayBeEarlier: boolean): string {
  return mayBeEarlier
    ? l10n.t('{0} of them on days that are not known, some perhaps before', count)
    : l10n.t('{0} of them on days that are not known', count);
}

/** How many were confirmed on a day, or why that is not known. */
export function confirmedWords({ confirmed, known, isRead }: Day): string {
  if (known > 0) return formatNumber(confirmed);
  return isRead ? l10n.t('not known') : l10n.t('not read');
}

/** How many NFTs were confirmed, as far as readings show. */
export function confirmedIn({ days, unplaced }: Happened): number {
  return days.reduce((sum, { confirmed }) => sum + confirmed, unplaced);
}

/** Why a report is empty, and what to do, each in a sentence. */
export function emptyWords(
  why: WhyEmpty,
  happened: Happened,
  words: ReportWords,
): readonly [why: string, next: string] {
  const [since, open] = [
    sinceWords(happened.since, words),
    l10n.t(
      'Open the portfolio to read all projects once, or choose Watch All Processing to follow those that are being minted.',
    ),
  ];
  const last = happened.lastReadAt === undefined ? '' : words.time(happened.lastReadAt);
  switch (why) {
    case 'never':
      return [l10n.t('Nothing has been read yet: no counts of a project are known.'), open];
    case 'cleared':
      return [
        l10n.t('Nothing has been read since {0}, because what was read was deleted.', since),
        open,
      ];
    case 'refused':
      return [
        l10n.t('Nothing has been read since {0}, because the service refuses your token.', since),
        l10n.t('Sign in again with another token.'),
      ];
    case 'notStored':
      return [
        l10n.t(
          'Nothing has been read since {0} in this window, and earlier readings are not kept.',
          since,
        ),
        open,
      ];
    case 'notOpen':
      return [
        l10n.t(
          'Nothing has been read since {0}, because no portfolio and no stats were open and no project was watched. The last reading is from {1}.',
          since,
          last,
        ),
        open,
      ];
  }
}
