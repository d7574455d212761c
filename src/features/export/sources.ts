import * as l10n from '@vscode/l10n';
import type { ConcernedRows } from '../../connection/concernedRows.ts';
import { capitalized, joinWords } from '../../core/base/displayText.ts';
import type { ProjectFilter } from '../../core/arrange/projectFilter.ts';
import type { ListState } from '../../core/lists/listState.ts';
import type { ReadPage } from '../../core/lists/readAhead.ts';
import { amongWords } from '../../core/messages/arrangementMessages.ts';
import { withAcknowledged } from '../../core/messages/concernLabel.ts';
import { asOfWords, isComplete, outdatedSince } from '../../core/messages/listMessages.ts';
import { isProject, type Project } from '../../core/model/model.ts';
import { counted, formatNumber } from '../../core/base/format.ts';
import { formatTime } from '../../editor/locale.ts';
import type { Counted } from '../../lists/definition.ts';
import { type ListName, LISTS, type ServiceRow } from '../../lists/index.ts';
import { type Counts, rowsWords } from './exportMessages.ts';
import { ListStream } from './listStream.ts';
import { inBatches, type RowsInTurn } from './writeRows.ts';

/**
 * The message after an export: which rows, and of how many.
 * @param total see `Counts`.
 */
export type Wrote = (written: number, total: number | undefined, file: string) => string;

/** Rows that can be exported, as a choice for the user. */
export interface ExportSource {
  readonly label: string;
  readonly description: string;
  /** The number of rows, if known; it may change as they are read. */
  readonly count: number | undefined;
  readonly start: () => Counts & { pages(signal: AbortSignal): RowsInTurn<ServiceRow> };
  readonly wrote: Wrote;
}

export interface ShownRows {
  readonly list: { readonly state: ListState<ServiceRow> };
  readonly view: { readonly selection: readonly ServiceRow[] };
  /** Left out for Collections, which have no filter. */
  readonly arrangement?: {
    readonly isFiltered: boolean;
    readonly stored: { readonly filter: ProjectFilter };
    shown(): readonly ServiceRow[];
    accepts(filter: ProjectFilter): (row: Project) => boolean;
  };
}

/**
 * The choices of an export: the selected and the filtered rows, the loaded ones, all rows and all
 * that match the filter. If all rows are loaded, none needs a request; rows of an earlier time do not
 * count as all rows.
 */
export function exportSources(
  name: ListName,
  { list: { state }, view: { selection }, arrangement }: ShownRows,
  read: ReadPage<ServiceRow>,
  concerned?: Pick<ConcernedRows, 'standings'>,
): readonly [ExportSource, ...ExportSource[]] {
  const words = LISTS[name].words.export;
  const { total, unreadable, short, drifted } = state;
  const asOf = asOfWords(outdatedSince([state]), (at) => formatTime(at, 'short'));
  const hasAll = isComplete(state) && state.rows.length > 0 && asOf === '';
  const among = amongWords(state);
  const lacks = { unreadable, short, changed: drifted };
  const loadedSource = (
    rows: readonly ServiceRow[],
    label: string,
    wrote: Wrote,
    missing: Omit<Counts, 'total'> = lacks,
    where = '',
  ): ExportSource => ({
    label,
    description: joinWords(where, asOf),
    count: rows.length,
    start: () => ({ pages: () => inBatches(rows), total: rows.length, ...missing }),
    wrote,
  });
  /** @param where what the rows are a part of; empty for all. */
  const part = (
    rows: readonly ServiceRow[],
    what: Counted,
    where = hasAll ? '' : among,
    missing: Omit<Counts, 'total'> = lacks,
  ) => {
    const standings = rows.map(({ key }) => concerned?.standings.get(key) ?? {});
    const words = withAcknowledged(counted(rows.length, what), standings);
    const wrote = wrotePart(rows.length, words, asOf, (some, file) =>
      l10n.t('Exported {0}, {1}, to {2}.', some, among, file),
    );
    return loadedSource(rows, capitalized(words), wrote, missing, where);
  };
  const everything: ExportSource = {
    label: total === undefined ? words.allOfThem() : counted(total, words.all),
    description: l10n.t('reads all pages'),
    count: total,
    start: () => new ListStream(read),
    wrote: wroteAll(name),
  };
  // Copies, because the list may change while the user chooses.
  const choices: ExportSource[] = [];
  // A selection is complete even if rows of the list are missing.
  if (selection.length > 0) choices.push(part([...selection], words.selected, '', {}));
  if (arrangement?.isFiltered) {
    choices.push(part([...arrangement.shown()], MATCHING));
    const accepts = arrangement.accepts(arrangement.stored.filter);
    const matches = (row: ServiceRow) => isProject(row) && accepts(row);
    const texts = { label: allMatchingLabel(total), wrote: wroteAllMatching };
    const matching = { ...texts, count: undefined, start: () => new ListStream(read, matches) };
    if (!hasAll) choices.push({ ...everything, ...matching });
  }
  const rows = [...state.rows];
  if (hasAll)
    choices.push(loadedSource(rows, counted(rows.length, words.all), wroteAll(name, rows.length)));
  else if (rows.length > 0) {
    const loaded = counted(rows.length, words.loaded);
    const wrote = wrotePart(rows.length, loaded, asOf, (some, file) =>
      wroteLoaded(some, state, file),
    );
    choices.push(loadedSource(rows, capitalized(loaded), wrote));
  }
  if (!hasAll) choices.push(everything);
  return [choices[0] ?? everything, ...choices.slice(1)];
}

/** Only Projects have a filter. */
const MATCHING: Counted = (n) => [
  l10n.t('the project that matches the filter'),
  l10n.t('the {0} projects that match the filter', n),
];
/** `All projects that match the filter, of 3,204`. */
function allMatchingLabel(total: number | undefined): string {
  return total === undefined
    ? l10n.t('All projects that match the filter')
    : l10n.t('All projects that match the filter, of {0}', formatNumber(total));
}

/** `Exported the 169 projects that match the filter, of 3,204, to a.csv.` */
const wroteAllMatching: Wrote = (written, total, file) => {
  const rows = counted(written, MATCHING);
  // The list may have become shorter while it was read.
  return total === undefined || total < written
    ? l10n.t('Exported {0} to {1}.', rows, file)
    : l10n.t('Exported {0}, of {1}, to {2}.', rows, formatNumber(total), file);
};

/**
 * `Exported 1,204 of 1,204 projects to a.csv.`
 * @param count the number of all rows, if they are loaded; it replaces the total of the service.
 */
export function wroteAll(name: ListName, count?: number): Wrote {
  return (written, total, file) => {
    const all = count ?? total;
    // If the list became shorter while it was read, the total may be below the number written.
    const known = all !== undefined && all >= written ? all : undefined;
    return l10n.t('Exported {0} to {1}.', rowsWords(name, written, known), file);
  };
}

/**
 * `Exported the 12 projects that match the filter, among 300 loaded of 1,204, to a.csv.`
 * @param label the words for all `count` rows.
 * @param asOf such as `as of yesterday 18:04`; empty if the rows are not those of an earlier time.
 */
function wrotePart(
  count: number,
  label: string,
  asOf: string,
  words: (rows: string, file: string) => string,
): Wrote {
  return (written, _, file) => {
    const text = words(written === count ? label : someOf(formatNumber(written), label), file);
    if (asOf === '') return text;
    return `${text} ${count === 1 ? l10n.t('It is {0}.', asOf) : l10n.t('They are {0}.', asOf)}`;
  };
}

function wroteLoaded(rows: string, { total, hasMore }: ListState<unknown>, file: string): string {
  if (total !== undefined) {
    return l10n.t('Exported {0} of {1} to {2}.', rows, formatNumber(total), file);
  }
  return hasMore
    ? l10n.t('Exported {0} to {1}; the list has more rows.', rows, file)
    : l10n.t('Exported {0} to {1}.', rows, file);
}

function someOf(written: string, rows: string): string {
  return l10n.t({
    message: '{0} of {1}',
    args: [written, rows],
    comment: ['how many could be written: 2 of the 3 selected projects'],
  });
}
