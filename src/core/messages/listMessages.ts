import * as l10n from '@vscode/l10n';
import { displayText, joinWords, markAfter } from '../base/displayText.ts';
import { formatList, formatNumber, plural } from '../base/format.ts';
import type { ChangeMark, Markable, Marks, RowFacts } from '../lists/changeMarks.ts';
import type { ListState } from '../lists/listState.ts';
import { statusTone } from '../model/statusTone.ts';
import type { FailureWords } from './failureMessages.ts';

/** `50 of 230`. */
export function partOf(part: number, whole: number): string {
  return l10n.t('{0} of {1}', formatNumber(part), formatNumber(whole));
}

/** `50 of 230`, `230` once all are there, `50` while the service gives no total. */
export function coverage(state: ListState<unknown>): string {
  const { rows, total } = state;
  const isAll = isComplete(state) || total === undefined;
  return isAll ? formatNumber(rows.length) : partOf(rows.length, total);
}

/** Whether all rows of the service are loaded. Also true before the first page has arrived. */
export function isComplete(state: ListState<unknown>): boolean {
  const { hasMore, short, drifted, unreadable } = state;
  return !hasMore && !short && !drifted && unreadable === 0;
}

/** Whether all rows were read in this window, so that a row which is missing is gone. */
export function isKnownAsWhole(state: ListState<unknown>): boolean {
  return state.asOf !== undefined && !state.restored && isComplete(state);
}

/** @param filtered whether a filter may hide some of the loaded rows. */
export function loadMoreWords(
  state: ListState<unknown>,
  words: FailureWords | undefined,
  filtered: boolean,
): { readonly label: string; readonly description: string; readonly failure?: FailureWords } {
  if (state.work === 'more') return { label: l10n.t('Loading more…'), description: '' };
  if (state.work === 'all') {
    return { label: l10n.t('Loading all…'), description: coverage(state) };
  }
  if (state.work === 'refresh') return { label: l10n.t('Refreshing…'), description: '' };
  // Formatting the first number is slow, so there is none before stored rows are read again.
  const label = l10n.t('Load more');
  if (state.restored && !state.failure) return { label, description: '' };
  const rows = coverage(state);
  const shown = filtered ? l10n.t('{0} loaded', rows) : l10n.t('{0} shown', rows);
  if (!words || state.failure?.during === 'refresh') return { label, description: shown };
  return { label, description: `${shown} · ${words.reason}`, failure: words };
}

/**
 * The row for those that a tree does not show: `10,000 shown of 12,000 loaded, 14,300 in all`.
 * @param loaded how many it would show without a limit.
 */
export function limitWords(shown: number, loaded: number, state: ListState<unknown>): string {
  const words = l10n.t('{0} shown of {1} loaded', formatNumber(shown), formatNumber(loaded));
  if (isComplete(state) || state.total === undefined) return words;
  return l10n.t('{0}, {1} in all', words, formatNumber(state.total));
}

const MOST_STATUSES = 3;
/** The most names of rows that are gone in the hover of the view's icon. */
const MOST_NAMES = 5;

/** Whether the change of a row is, or includes, another status. */
export function hasNewStatus(mark: ChangeMark | undefined, { status }: RowFacts): boolean {
  return mark?.kind === 'changed' && mark.was.status !== status;
}

/**
 * `new`, `gone (was pending)`, `→ confirmed (was pending)`, `renamed (was Harbor)` or both.
 * @param row as it is now; `{}` for one that is gone.
 * @param beside what else is said of the row: `→ failed · 63% · was pending`.
 */
export function markWords(mark: ChangeMark, row: RowFacts, beside = ''): string {
  if (mark.kind === 'new') return joinWords(l10n.t('new'), beside);
  const was = displayText(mark.was.status ?? '', 40);
  const earlier = l10n.t('was {0}', statusWords(was));
  if (mark.kind === 'gone') return l10n.t('gone') + (was === '' ? '' : ` (${earlier})`);
  const renamed =
    mark.was.name === row.name ? [] : [l10n.t('renamed (was {0})', nameWords(mark.was))];
  if (!hasNewStatus(mark, row)) return joinWords(...renamed, beside);
  const now = statusWords(row.status);
  // Without the left-to-right mark, two statuses of such a script would be drawn in reverse order.
  const turn = markAfter(was + now);
  // The new status first, because a narrow view cuts the end.
  const change =
    beside === ''
      ? `→ ${now}${turn} (${earlier}${turn})`
      : joinWords(`→ ${now}${turn}`, beside, `${earlier}${turn}`);
  return [change, ...renamed].join(', ');
}

/** For a screen reader: `was pending, now confirmed`. @param isStatusSaid whether else the status is said. */
export function markSpoken(mark: ChangeMark, row: RowFacts, isStatusSaid = false): string {
  if (mark.kind !== 'changed' || !hasNewStatus(mark, row)) return markWords(mark, row);
  const { name, status } = mark.was;
  const spoken = isStatusSaid
    ? l10n.t('was {0}', statusWords(status))
    : l10n.t('was {0}, now {1}', statusWords(status), statusWords(row.status));
  if (name === row.name) return spoken;
  return `${spoken}, ${markWords({ kind: 'changed', was: { ...row, name } }, row)}`;
}

function nameWords({ name }: RowFacts): string {
  return displayText(name ?? '', 40) || l10n.t('without a name');
}

export function statusWords(status: string | undefined): string {
  return displayText(status ?? '', 40) || l10n.t('no status');
}

/**
 * `1 new`, `2 now failed`, `1 renamed` and `1 gone`; statuses beyond three are counted together.
 * @param rows the rows with these marks, as they are now, without those that are gone.
 */
export function markCounts(marks: Marks, rows: readonly Markable[]): string[] {
  const count = (kind: ChangeMark['kind']) =>
    [...marks.values()].filter((mark) => mark.kind === kind).length;
  const changed = rows.filter(({ key }) => marks.get(key)?.kind === 'changed');
  const byStatus = new Map<string, number>();
  for (const row of changed) {
    if (!hasNewStatus(marks.get(row.key), row)) continue;
    const status = statusWords(row.status);
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  }
  const failures = ([status]: readonly [string, number]) => Number(statusTone(status) === 'failed');
  const statuses = [...byStatus].sort((a, b) => failures(b) - failures(a) || b[1] - a[1]);
  const others = sum(statuses.slice(MOST_STATUSES));
  const [fresh, renamed, gone] = [count('new'), changed.length - sum(statuses), count('gone')];
  return [
    ...(fresh > 0 ? [l10n.t('{0} new', formatNumber(fresh))] : []),
    ...statuses
      .slice(0, MOST_STATUSES)
      .map(([status, often]) =>
        l10n.t('{count} now {status}', { count: formatNumber(often), status }),
      ),
    ...(others > 0 ? [l10n.t('{0} changed', formatNumber(others))] : []),
    ...(renamed > 0 ? [l10n.t('{0} renamed', formatNumber(renamed))] : []),
    ...(gone > 0 ? [l10n.t('{0} gone', formatNumber(gone))] : []),
  ];
}

function sum(counts: readonly (readonly [string, number])[]): number {
  return counts.reduce((all, [, count]) => all + count, 0);
}

/** `1 new, 2 now failed (1 hidden)`; empty without changes. @param hidden by the filter. */
export function changesWords(marks: Marks, rows: readonly Markable[], hidden: number): string {
  const counts = markCounts(marks, rows).join(', ');
  return hidden === 0 ? counts : l10n.t('{0} ({1} hidden)', counts, formatNumber(hidden));
}

/** `; gone: Harbor Lights, Ember Passes, and 2 more`, or nothing. */
export function goneWords(marks: Marks): string {
  const names = [...marks.values()].flatMap((mark) =>
    mark.kind === 'gone' ? [nameWords(mark.was)] : [],
  );
  return names.length === 0 ? '' : l10n.t('; gone: {0}', formatList(names, MOST_NAMES));
}

/** What the user should know about a list besides its rows and failures, most urgent first. */
export function listNotices(state: ListState<unknown>): string[] {
  const { short, drifted, unreadable } = state;
  const notices: string[] = [];
  if (short) {
    notices.push(l10n.t('The service names more rows than it gave. Refresh to try again.'));
  } else if (drifted) {
    notices.push(l10n.t('The list has changed. Refresh to see all of it.'));
  }
  if (unreadable > 0) {
    const words = l10n.t(
      '{0} row could not be read and was left out. | {0} rows could not be read and were left out.',
    );
    notices.push(plural(unreadable, words));
  }
  return notices;
}

/** The time of the oldest rows, in milliseconds since 1970, if some are stored or could not be refreshed. */
export function outdatedSince(states: readonly ListState<unknown>[]): number | undefined {
  const old = states.filter(({ restored, failure }) => restored || failure?.during === 'refresh');
  const times = old.flatMap(({ asOf }) => asOf ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}
