import * as l10n from '@vscode/l10n';
import type { Arrangement, GroupValue, ProjectGroup } from '../arrange/arrangement.ts';
import { type FilterState, isFiltering, type ProjectFilter } from '../arrange/projectFilter.ts';
import { capitalized, displayText } from '../base/displayText.ts';
import { formatNumber } from '../base/format.ts';
import type { Concern } from '../stats/attention.ts';
import type { ListState } from '../lists/listState.ts';
import { kindName } from '../model/projectRef.ts';
import { concernLabel, type Acknowledgeable, withAcknowledged } from './concernLabel.ts';
import { coverage, isComplete, statusWords } from './listMessages.ts';

/** The most statuses that are named; further ones are counted. */
const MOST_STATUSES = 3;

/**
 * The notices of an arrangement, such as `Filter: processing, “harbor”.` The number of matches is
 * beside the view's name. Sorting and grouping are mentioned only while the list is incomplete.
 * @param counted of how many loaded rows the counts are known. It examines all rows, so it is called
 *   only if the arrangement depends on counts.
 */
export function arrangementNotices(
  { filter, sort, group }: Arrangement,
  state: ListState<unknown>,
  counted: () => number,
): string[] {
  const notices: string[] = [];
  if (isFiltering(filter)) notices.push(l10n.t('Filter: {0}.', filterWords(filter)));
  if ((group !== 'none' || sort !== 'service') && !isComplete(state)) {
    notices.push(l10n.t('Only the loaded rows are arranged: {0}.', coverage(state)));
  }
  const byCounts = filter.states !== undefined || group === 'attention' || sort === 'progress';
  const known = byCounts ? counted() : state.rows.length;
  if (known < state.rows.length) {
    const rows = formatNumber(state.rows.length);
    notices.push(l10n.t('Counts are known of {0} of {1} loaded.', formatNumber(known), rows));
  }
  return notices;
}

/**
 * How many rows match: `12 of 300 loaded`, or `12 of 1,204` once all are there, and how many of the
 * matches are acknowledged.
 */
export function matchCoverage(matching: Acknowledgeable, state: ListState<unknown>): string {
  const matches = formatNumber(matching.length);
  const rows = formatNumber(state.rows.length);
  const words = isComplete(state)
    ? l10n.t('{0} of {1}', matches, rows)
    : l10n.t('{0} of {1} loaded', matches, rows);
  return withAcknowledged(words, matching);
}

/** The label of the button that reads the rest of a list to filter it: `Search all 5,000`. */
export function searchAllLabel({ total }: ListState<unknown>): string {
  return total === undefined ? l10n.t('Search all') : l10n.t('Search all {0}', formatNumber(total));
}

/** A filter in words: `processing or pending, transferable, “harbor”`. */
export function filterWords({
  statuses = [],
  transferable = [],
  states = [],
  text = '',
}: ProjectFilter): string {
  const named = statuses.slice(0, MOST_STATUSES).map((status) => statusWords(status ?? undefined));
  const more = statuses.length - named.length;
  if (more > 0) named.push(l10n.t('{0} more', more));
  return [
    anyOf(states.map((state) => stateWords(state))),
    anyOf(named),
    anyOf(
      transferable.map((one) =>
        one === null ? l10n.t('kind not given') : kindName(one ? 't' : 'n'),
      ),
    ),
    text === '' ? '' : l10n.t('“{0}”', displayText(text, 40)),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** `processing or pending or 2 more`; empty without words. */
function anyOf([first = '', ...others]: readonly string[]): string {
  return others.reduce((some, one) => l10n.t('{0} or {1}', some, one), first);
}

/** Within a sentence. */
function stateWords(state: FilterState): string {
  return state === 'failedOrStalled' ? l10n.t('failed or stalled') : l10n.t('unfinished');
}

export function stateTitle(state: FilterState): string {
  return capitalized(stateWords(state));
}

export function groupTitle(by: ProjectGroup['by'], value: GroupValue): string {
  if (by === 'attention') {
    return value === undefined
      ? l10n.t('Nothing needs attention')
      : concernLabel(value as Concern['kind']);
  }
  if (by === 'kind') {
    return typeof value === 'boolean' ? kindWords(value) : l10n.t('Kind not given');
  }
  return typeof value === 'string' ? statusWords(value) : l10n.t('No status');
}

/** How many rows a group has: `12`, or `12 loaded, 2 acknowledged` while more may come. */
export function groupCoverage(projects: Acknowledgeable, state: ListState<unknown>): string {
  const count = formatNumber(projects.length);
  const words = isComplete(state) ? count : l10n.t('{0} loaded', count);
  return withAcknowledged(words, projects);
}

function kindWords(transferable: boolean): string {
  return transferable ? l10n.t('Transferable') : l10n.t('Non-transferable');
}
