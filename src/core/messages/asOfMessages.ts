import * as l10n from '@vscode/l10n';
import type { ListState } from '../lists/listState.ts';

/**
 * The time of the oldest rows, in milliseconds since 1970, if a list holds rows that were kept on
 * disk or that could not be refreshed; else `undefined`. Surfaces that show or write such rows say
 * so.
 */
export function outdatedSince(states: readonly ListState<unknown>[]): number | undefined {
  const old = states.filter(({ kept, failure }) => kept || failure?.during === 'refresh');
  const times = old.flatMap(({ asOf }) => asOf ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

/**
 * `as of yesterday 18:04`, or nothing.
 * @param at see `outdatedSince`.
 */
export function asOfWords(at: number | undefined, time: (at: number) => string): string {
  return at === undefined ? '' : l10n.t('as of {0}', time(at));
}
