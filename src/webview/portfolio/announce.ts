/** What a screen reader is told, without a DOM: what ended or went wrong, not every batch of rows. */

import type { PortfolioState, PortfolioView } from '../../protocol/portfolio.ts';
import type { Format } from '../kit/format.ts';
import { COLUMNS } from './columns.ts';

/** The announcement when `next` follows `previous`, or `undefined` for none. */
export function stateAnnouncement(
  previous: PortfolioState | undefined,
  next: PortfolioState,
): string | undefined {
  // The page is new; a screen reader reads all of it.
  if (previous === undefined) return undefined;
  const { problem } = next;
  if (problem !== undefined && problem.message !== previous.problem?.message)
    return problem.message;
  if (next.phase === previous.phase) return undefined;
  switch (next.phase) {
    case 'list':
      return 'Reading the list of projects.';
    case 'stats':
      return previous.phase === 'paused' ? 'Resumed.' : 'Reading stats.';
    case 'paused':
      return `Paused: ${next.coverage}.`;
    case 'stopped':
      return `Stopped: ${next.coverage}.`;
    case 'done':
      return `Done: ${next.coverage}.`;
  }
}

/** `Sorted by name, ascending.` */
export function sortAnnouncement({ sort, descending }: PortfolioView): string {
  const column = COLUMNS.find(({ id }) => id === sort);
  return column === undefined
    ? 'In the order of the list.'
    : `Sorted by ${column.label.toLowerCase()}, ${descending ? 'descending' : 'ascending'}.`;
}

/** `12 of 1,204 projects shown.` */
export function filterAnnouncement(shown: number, rows: number, format: Format): string {
  return `${format.count(shown)} of ${format.count(rows)} projects shown.`;
}
