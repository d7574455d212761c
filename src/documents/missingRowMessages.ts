import type { ListState } from '../core/lists/listState.ts';
import { listFailureWords } from '../core/messages/failureMessages.ts';
import { coverage, type ListName } from '../core/messages/listMessages.ts';
import { formatNumber } from '../editor/locale.ts';

/** Why a document has no row to show, and what brings it. */
export function noRowWords(
  state: ListState<unknown>,
  name: ListName,
  host: string,
  now: number,
): string {
  const rows = name === 'projects' ? 'Projects' : 'Collections';
  const failure = state.rows.length === 0 ? listFailureWords(state, host, now) : undefined;
  if (failure) {
    return `${failure.reason} ${failure.hint} Once the ${rows} are loaded, it appears here.`;
  }
  const covered = coverage(state, formatNumber);
  const noun = covered === formatNumber(1) ? rows.slice(0, -1) : rows;
  const next = state.hasMore
    ? 'Load more of them, and it appears here.'
    : 'If a refresh brings it back, it appears here.';
  return `This row is not among those loaded (${covered} ${noun}). ${next}`;
}
