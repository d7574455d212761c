import * as l10n from '@vscode/l10n';
import { joinWords } from '../../core/base/displayText.ts';
import { formatNumber } from '../../core/base/format.ts';
import type { ListState } from '../../core/lists/listState.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { asOfWords, isKnownAsWhole, outdatedSince } from '../../core/messages/listMessages.ts';
import { askChoice, type Choice } from '../../editor/askChoice.ts';
import { BACK } from '../../editor/askText.ts';
import { formatTime } from '../../editor/locale.ts';
import { type ListName, LISTS, type ServiceRow } from '../../lists/index.ts';

/** Counts that were read less than this many minutes ago are not requested. */
export const YOUNG_MINUTES = 5;

/** A list and what its view shows of it. */
export interface ShownRows {
  readonly list: Pick<
    PagedList<ServiceRow>,
    'state' | 'loadAll' | 'refresh' | 'cancel' | 'onChange'
  >;
  readonly view: { readonly selection: readonly ServiceRow[] };
  /** Left out for Collections, which have no filter. */
  readonly arrangement?: { readonly isFiltered: boolean; shown(): readonly ServiceRow[] };
}

/** The rows of an export; `all` if the list has to be read to its end first. */
export type Source = readonly ServiceRow[] | 'all';

export interface Layout {
  readonly format: 'CSV' | 'JSON';
  readonly hasCounts: boolean;
}

/** `12 of 230 projects`, or `12 projects` if the total is not known, or is less. */
export function rowsWords(name: ListName, count: number, total: number | undefined): string {
  const { rows, rowsOf } = LISTS[name].words.export;
  return total === undefined || total < count ? rows(count) : rowsOf(formatNumber(count), total);
}

/** `as of yesterday 18:04`; empty unless the rows are those of an earlier time. */
export function ageWords(state: ListState<ServiceRow>): string {
  return asOfWords(outdatedSince([state]), (at) => formatTime(at, 'short'));
}

/** The choices of rows: the selected ones, those that the view shows, and all. */
export function sourcesOf(
  name: ListName,
  { list: { state }, view, arrangement }: ShownRows,
): readonly Choice<Source>[] {
  const { rows, total } = state;
  // A copy, because the list may change while the user chooses.
  const loaded = (label: string, some: readonly ServiceRow[]): Choice<Source> => {
    const description = joinWords(rowsWords(name, some.length, total), ageWords(state));
    return { label, description, value: [...some] };
  };
  const choices: Choice<Source>[] = [];
  const isWhole = isKnownAsWhole(state);
  const isFiltered = arrangement?.isFiltered ?? false;
  const isPart = isFiltered || (!isWhole && rows.length > 0);
  if (view.selection.length > 0) choices.push(loaded(l10n.t('Selected rows'), view.selection));
  if (isPart) choices.push(loaded(l10n.t('Shown rows'), arrangement?.shown() ?? rows));
  const all = l10n.t('All rows');
  if (isWhole) return [...choices, loaded(all, rows)];
  const known = total === undefined ? '' : rowsWords(name, total, undefined);
  const description = joinWords(known, l10n.t('reads the pages that are missing'));
  return [...choices, { label: all, description, value: 'all' }];
}

/**
 * Prompts for the rows, if there are several choices, then for the format. `undefined` if the user
 * cancels or `ended` aborts.
 */
export async function askPlan(
  name: ListName,
  choices: readonly Choice<Source>[],
  ended: AbortSignal,
) {
  const { hasStats, words } = LISTS[name];
  const title = words.export.title();
  const [only, ...others] = choices;
  const isAsked = others.length > 0;
  const first = { title, placeholder: l10n.t('Which rows?'), choices, ended };
  let active: Source = only?.value ?? 'all';
  for (;;) {
    const source: Source | typeof BACK | undefined = isAsked
      ? await askChoice<Source>({ ...first, active, step: 1, totalSteps: 2 })
      : only?.value;
    if (source === undefined || source === BACK) return undefined;
    active = source;
    const layout = await askLayout(title, hasStats, ended, isAsked);
    if (layout !== BACK) return layout && { source, ...layout };
  }
}

/** Prompts for the format. @param isSecond whether the user can go back from it. */
export function askLayout(
  title: string,
  hasStats: boolean,
  ended: AbortSignal,
  isSecond = false,
): Promise<Layout | typeof BACK | undefined> {
  const again = l10n.t('read again if older than {0} minutes', formatNumber(YOUNG_MINUTES));
  const choices: Choice<Layout>[] = [];
  for (const format of ['CSV', 'JSON'] as const) {
    const what = format === 'CSV' ? l10n.t('a table for spreadsheets') : l10n.t('the rows as sent');
    choices.push({ label: format, description: what, value: { format, hasCounts: false } });
    if (!hasStats) continue;
    const label = l10n.t('{0} with counts', format);
    choices.push({ label, description: again, value: { format, hasCounts: true } });
  }
  const question = { title, placeholder: l10n.t('Format'), choices, ended };
  return askChoice<Layout>(isSecond ? { ...question, step: 2, totalSteps: 2 } : question);
}
