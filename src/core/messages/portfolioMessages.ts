import { isAhead, type ProjectConcern } from '../portfolio/projectCounts.ts';
import type { FormatNumber } from './listMessages.ts';
import { problemWords } from './shareMessages.ts';
import { durationWords } from './watchMessages.ts';

/** What the numbers of the portfolio cover. Times are in milliseconds since 1970. */
export interface PortfolioCoverage {
  /** Rows that are known, and how many the service says there are, if that is more. */
  readonly listed: number;
  readonly total: number | undefined;
  readonly withStats: number;
  /** How many could not be read when they were last tried. */
  readonly failed: number;
  /** The time of the oldest counts; `undefined` without any. */
  readonly oldest: number | undefined;
  /** Until when the service asks for no request. */
  readonly waitUntil?: number | undefined;
}

/**
 * Why the numbers do not change, or what changes them: reading was `paused` or `stopped`, or all is
 * read anew. Then it is known of how many projects so far, once the list was read.
 */
export type PortfolioWork =
  'paused' | 'stopped' | 'refreshing' | { readonly done: number; readonly of: number };

/**
 * `stats of 310 of 1,204 projects, oldest 4 min ago`. While not all projects are known, it says so:
 * `stats of 310 of 800 projects, oldest 4 min ago; 800 of 1,204 projects are listed`.
 * @param time writes a time of day.
 */
export function coverageWords(
  { listed, total, withStats, failed, oldest, waitUntil }: PortfolioCoverage,
  now: number,
  format: FormatNumber,
  time: (at: number) => string,
): string {
  const noun = listed === 1 ? 'project' : 'projects';
  const age = oldest === undefined ? '' : `, oldest ${ageWords(oldest, now, time)}`;
  const further = [
    ...(failed > 0 ? [`${format(failed)} could not be read`] : []),
    ...(total !== undefined && total > listed
      ? [`${format(listed)} of ${format(total)} projects are listed`]
      : []),
    ...(waitUntil === undefined ? [] : [`waiting until ${time(waitUntil)}, as the service asks`]),
  ];
  const stats = `stats of ${format(withStats)} of ${format(listed)} ${noun}${age}`;
  return [stats, ...further].join('; ');
}

/** `paused`, `refreshing`, `refreshing, 120 of 3,204`. */
export function workWords(work: PortfolioWork, format: FormatNumber): string {
  if (typeof work !== 'object') return work;
  return `refreshing, ${format(work.done)} of ${format(work.of)}`;
}

/** `4 min ago`, or `just now` below a minute. How old a time ahead of the clock is, is not known. */
function ageWords(then: number, now: number, time: (at: number) => string): string {
  if (isAhead(then, now)) return `from ${time(then)}, ahead of the clock`;
  const words = durationWords(now - then);
  return words === '' ? 'just now' : `${words} ago`;
}

/** What the concerns of a project say, such as `12 failed, stalled for 42 min`. */
export function concernWords(concerns: readonly ProjectConcern[], format: FormatNumber): string {
  return concerns.map((concern) => wordsOf(concern, format)).join(', ');
}

function wordsOf(concern: ProjectConcern, format: FormatNumber): string {
  switch (concern.kind) {
    case 'failed':
    case 'sum':
      return problemWords(concern, format);
    case 'stalled':
      return `stalled, nothing confirmed for ${durationWords(concern.forMs)}`;
    case 'notMoving':
      return `nothing confirmed for ${durationWords(concern.forMs)}`;
    case 'unreadable':
      return UNREADABLE[concern.why];
  }
}

const UNREADABLE = {
  failed: 'could not be read',
  noCounts: 'the answer has no counts',
  noId: 'id or kind not given, so its stats cannot be read',
} as const;
