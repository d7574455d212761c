import * as l10n from '@vscode/l10n';
import type { Arrangement, GroupValue, ProjectGroup } from '../arrange/arrangement.ts';
import { type FilterState, isFiltering, type ProjectFilter } from '../arrange/projectFilter.ts';
import { capitalized, displayText } from '../base/displayText.ts';
import { formatList, formatNumber, plural } from '../base/format.ts';
import type { Concern } from '../stats/attention.ts';
import type { ListState } from '../lists/listState.ts';
import { kindName } from '../model/projectRef.ts';
import {
  type Acknowledgeable,
  acknowledgedIn,
  concernLabel,
  withAcknowledged,
} from './attentionMessages.ts';
import { coverage, isComplete, partOf, statusWords } from './listMessages.ts';

/** The most statuses that are named; further ones are counted. */
const MOST_NAMED = 3;

/**
 * The notices of an arrangement, such as `Filter: processing, “harbor”.` Sorting and grouping are
 * mentioned only while the list is incomplete.
 * @param counted of how many loaded rows the counts are known. It examines all rows, so it is called
 *   only if the arrangement depends on counts.
 */
export function arrangementNotices(
  { filter, sort, group }: Arrangement,
  state: ListState<unknown>,
  counted: () => number,
  matching: Acknowledgeable = [],
): string[] {
  const notices: string[] = [];
  if (isFiltering(filter)) notices.push(filterNotice(filter));
  const acknowledged = acknowledgedIn(matching);
  if (acknowledged > 0) {
    const words = l10n.t('{0} match is acknowledged. | {0} matches are acknowledged.');
    notices.push(plural(acknowledged, words));
  }
  if ((group !== 'none' || sort !== 'service') && !isComplete(state)) {
    notices.push(
      l10n.t('Only {0} are loaded; the other projects are not sorted in yet.', coverage(state)),
    );
  }
  const byCounts = filter.states !== undefined || group === 'attention' || sort === 'progress';
  const known = byCounts ? counted() : state.rows.length;
  if (known < state.rows.length) {
    const words = l10n.t(
      '{0} of {1} loaded projects has counts so far. | {0} of {1} loaded projects have counts so far.',
    );
    notices.push(plural(known, words, formatNumber(state.rows.length)));
  }
  return notices;
}

/** How many rows match: `12 of 300 loaded`, or `12 of 1,204` once all are there. */
export function matchCoverage(matching: number, state: ListState<unknown>): string {
  const words = partOf(matching, state.rows.length);
  return isComplete(state) ? words : l10n.t('{0} loaded', words);
}

/** `Search all 5,000`, of the rows of a list. */
export function searchAllLabel({ total }: ListState<unknown>): string {
  return total === undefined ? l10n.t('Search all') : l10n.t('Search all {0}', formatNumber(total));
}

/** `Filter: processing or pending, transferable, “harbor”.` */
export function filterNotice({
  statuses = [],
  transferable = [],
  states = [],
  text = '',
}: ProjectFilter): string {
  const parts = [
    anyOf(states.map((state) => stateWords(state))),
    anyOf(statuses.map((status) => statusWords(status ?? undefined))),
    anyOf(transferable.map((one) => kindWords(one))),
    text === '' ? '' : l10n.t('“{0}”', displayText(text, 40)),
  ];
  return l10n.t('Filter: {0}.', parts.filter((part) => part !== '').join(', '));
}

/** `processing, pending, or 2 more`; empty without words. */
function anyOf(words: readonly string[]): string {
  return formatList(words, MOST_NAMED, 'disjunction');
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
  if (by === 'kind') return capitalized(kindWords(typeof value === 'boolean' ? value : null));
  const status = typeof value === 'string' ? value : '';
  return status === '' ? capitalized(statusWords('')) : statusWords(status);
}

/** How many rows a group has: `12`, or `12 loaded, 2 acknowledged` while more may come. */
export function groupCoverage(projects: Acknowledgeable, state: ListState<unknown>): string {
  const count = formatNumber(projects.length);
  const words = isComplete(state) ? count : l10n.t('{0} loaded', count);
  return withAcknowledged(words, projects);
}

/** Within a sentence. @param transferable `null` if the service did not say. */
function kindWords(transferable: boolean | null): string {
  if (transferable === null) return l10n.t('kind not given');
  return kindName(transferable ? 't' : 'n');
}
