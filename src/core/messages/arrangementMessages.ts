import type {
  Arrangement,
  GroupBy,
  GroupValue,
  ProjectGroup,
  SortBy,
} from '../arrange/arrangement.ts';
import { isFiltering, type ProjectFilter } from '../arrange/projectFilter.ts';
import { displayText } from '../base/displayText.ts';
import type { ListState } from '../lists/listState.ts';
import { type FormatNumber, isComplete } from './listMessages.ts';

/** More statuses than this are counted instead of named. */
const MOST_STATUSES = 3;

/**
 * The notices of an arrangement, such as `Filter: processing, “harbor”.` The number of matches is
 * beside the view's name. Sorting and grouping are mentioned only while the list is incomplete.
 */
export function arrangementNotices(
  { filter, sort, group }: Arrangement,
  state: ListState<unknown>,
  format: FormatNumber,
): string[] {
  const notices: string[] = [];
  const filtered = isFiltering(filter);
  if (filtered) {
    notices.push(`Filter: ${filterWords(filter)}.`);
  }
  const ordered = [
    ...(group === 'none' ? [] : [`grouped by ${GROUP_WORDS[group]}`]),
    ...(sort === 'service' ? [] : [`sorted by ${SORT_WORDS[sort]}`]),
  ].join(' and ');
  if (ordered !== '' && !isComplete(state)) {
    const among = filtered ? '' : ` ${amongWords(state, format)}`;
    notices.push(`${ordered.charAt(0).toUpperCase()}${ordered.slice(1)}${among}.`);
  }
  return notices;
}

/**
 * Beside the view's name, where there is little room: `12 of 300 loaded`, or `12 of 1,204` once all
 * are there.
 */
export function matchCoverage(
  count: number,
  state: ListState<unknown>,
  format: FormatNumber,
): string {
  const loaded = isComplete(state) ? '' : ' loaded';
  return `${format(count)} of ${format(state.rows.length)}${loaded}`;
}

/** `12 of 1,204 match`, `12 of 300 loaded match`. */
export function matchWords(count: number, state: ListState<unknown>, format: FormatNumber): string {
  return `${matchCoverage(count, state, format)} ${match(count)}`;
}

/** Beside `searchAllLabel`, which tells that not all are loaded: `12 of 300 match`. */
export function matchesSoFar(
  count: number,
  { rows }: ListState<unknown>,
  format: FormatNumber,
): string {
  return `${format(count)} of ${format(rows.length)} ${match(count)}`;
}

/** What reads the rest of a list to filter it: `Search all 5,000`. */
export function searchAllLabel({ total }: ListState<unknown>, format: FormatNumber): string {
  return total === undefined ? 'Search all' : `Search all ${format(total)}`;
}

/** What a filter asks for: `processing or pending, transferable, “harbor”`. */
export function filterWords({
  statuses = [],
  transferable = [],
  text = '',
}: ProjectFilter): string {
  const named = statuses.slice(0, MOST_STATUSES).map((status) => statusWords(status ?? undefined));
  const more = statuses.length - named.length;
  if (more > 0) named.push(`${more} more`);
  return [
    named.join(' or '),
    transferable
      .map((one) => (one === null ? 'kind not given' : kindWords(one).toLowerCase()))
      .join(' or '),
    text === '' ? '' : `“${displayText(text, 40)}”`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** What a group is called. */
export function groupTitle(by: ProjectGroup['by'], value: GroupValue): string {
  if (by === 'kind') return typeof value === 'boolean' ? kindWords(value) : 'Kind not given';
  return typeof value === 'string' ? statusWords(value) : 'No status';
}

/** How many rows a group has: `12`, or `12 loaded` while more may come. */
export function groupCoverage(
  count: number,
  state: ListState<unknown>,
  format: FormatNumber,
): string {
  return isComplete(state) ? format(count) : `${format(count)} loaded`;
}

export function statusWords(status: string | undefined): string {
  return displayText(status ?? '', 40) || 'no status';
}

export function kindWords(transferable: boolean | undefined): string {
  if (transferable === undefined) return 'Not given';
  return transferable ? 'Transferable' : 'Non-transferable';
}

const SORT_WORDS: Readonly<Record<Exclude<SortBy, 'service'>, string>> = {
  name: 'name',
  id: 'ID',
  status: 'status',
};

const GROUP_WORDS: Readonly<Record<Exclude<GroupBy, 'none'>, string>> = {
  status: 'status',
  kind: 'kind',
};

/**
 * `among 300 loaded of 1,204`, `among 300 loaded so far` if the total is unknown, or `of 1,204` if
 * all are loaded.
 */
export function amongWords(state: ListState<unknown>, format: FormatNumber): string {
  if (isComplete(state)) return `of ${format(state.rows.length)}`;
  const loaded = `among ${format(state.rows.length)} loaded`;
  return state.total === undefined ? `${loaded} so far` : `${loaded} of ${format(state.total)}`;
}

function match(count: number): string {
  return count === 1 ? 'matches' : 'match';
}
