/**
 * What the portfolio shows of its rows: filtered, sorted, added up and selected, without a DOM. What
 * takes long is remembered, because the page is drawn far more often than rows arrive.
 */

import * as l10n from '@vscode/l10n';
import { foldText } from '../../../core/base/displayText.ts';
import { memo } from '../../../core/base/memo.ts';
import { CONCERNS } from '../../../core/stats/attention.ts';
import { formatNumber } from '../../../core/base/format.ts';
import { coverageWords } from '../../../core/messages/coverageMessages.ts';
import { statusTone } from '../../../core/model/statusTone.ts';
import { motionOf } from '../../../core/stats/forecast.ts';
import { endOf, percentOf } from '../../../core/stats/share.ts';
import { sumsOf, wholeOfBar } from '../../../page/legend.ts';
import {
  type Column,
  COLUMNS,
  nameOf,
  paceAt,
  type ProjectRow,
} from '../../../core/messages/projectColumns.ts';
import { compareValues } from '../columns.ts';
import type { FromPortfolio, PortfolioState, PortfolioView } from '../messages.ts';

type Rows = readonly ProjectRow[];

/** What the page shows: what the editor sent, and what the user did here. */
export interface Screen {
  readonly state: PortfolioState;
  /** Says also where an earlier page was: the grid returns there once, when the rows have come. */
  readonly view: PortfolioView;
  readonly table: Table;
  readonly selected: ReadonlySet<string>;
  readonly chosen: Rows;
  /** A note, such as `3 projects copied`. */
  readonly noted: string | undefined;
  /** In milliseconds since 1970. */
  readonly now: number;
  readonly isComplete: boolean;
  readonly actions: Actions;
}

export interface Actions {
  readonly post: (message: FromPortfolio) => void;
  /** Changes how the table is filtered, and shows it from its beginning. */
  readonly change: (change: Pick<PortfolioView, 'text' | 'chips'>) => void;
  /** Takes over which columns the table has. It stays where it is scrolled. */
  readonly chooseColumns: (next: PortfolioView) => void;
  readonly clearFilter: () => void;
  readonly open: (key: string) => void;
  readonly sortBy: (column: Column) => void;
  /** @param change one of the functions below; `shown` are the keys of the rows in order. */
  readonly select: (change: (selection: Selection, shown: readonly string[]) => Selection) => void;
  /** Copies the selected rows, or the row that the keyboard is in if none is selected. */
  readonly copy: (active: string | undefined) => void;
  /** Called after the grid was scrolled, or the keyboard or the focus moved, to store where that is. */
  readonly moved: (place: Pick<PortfolioView, 'top' | 'active' | 'focused'>) => void;
}

export type Table = ReturnType<typeof tableOf>;

/** The same function, which computes its result once for each array of rows. */
function perRows<Result extends object>(compute: (rows: Rows) => Result) {
  const results = new WeakMap<Rows, Result>();
  return (rows: Rows): Result => {
    const result = results.get(rows) ?? compute(rows);
    results.set(rows, result);
    return result;
  };
}

/**
 * @param all in the order of the list.
 * @param now in milliseconds since 1970; another one means that forecasts are counted down.
 * @param selected the keys of rows that stay when they no longer match: what is selected is seen.
 */
export function tableOf(
  all: Rows,
  view: PortfolioView,
  now: number,
  selected: Selection['keys'] = NOTHING_SELECTED.keys,
) {
  const matching = filtered(all, view.text, view.chips);
  const shown = withSelected(all, matching, selected);
  return {
    rows: sorted(shown, view.sort, view.descending === true, now),
    /** Of what matches: selected rows that no longer do are only shown. */
    totals: addUp(matching),
    whole: addUp(all),
    motion: motionIn(matching, now),
    chips: chipsOf(all, matching, view.chips),
    covered: coveredOf(all),
  };
}

export function isFiltered({ text = '', chips = [] }: PortfolioView): boolean {
  return text.trim() !== '' || chips.length > 0;
}

/** The view after a click on a column: one way, the other way round, then the order of the list. */
export function sortedBy(view: PortfolioView, { id, isNumeric = false }: Column): PortfolioView {
  const { sort, descending = false, ...filter } = view;
  if (sort !== id) return { ...filter, sort: id, descending: isNumeric };
  return descending === isNumeric ? { ...filter, sort, descending: !isNumeric } : filter;
}

/** The folded text of each row: a row that changes is another object. */
const folded = new WeakMap<ProjectRow, string>();

function foldedText(row: ProjectRow): string {
  let text = folded.get(row);
  if (text === undefined) {
    const { symbol, status, ref, concerns } = row;
    const reasons = concerns.map(({ words }) => words);
    text = [nameOf(row), symbol, status, ...reasons, ref].map(foldText).join('\n');
    folded.set(row, text);
  }
  return text;
}

const foldedTexts = perRows((all) => all.map(foldedText));

/** A row must have all of the chips, and each word in its name, symbol, status, concerns or reference. */
const filtered = memo(
  (all: Rows, text: PortfolioView['text'], chips: PortfolioView['chips']): Rows => {
    const words = foldText(text).split(/\s+/).filter(Boolean);
    const has = (chips ?? []).map(hasChip);
    const texts = words.length > 0 ? foldedTexts(all) : [];
    const matching = all.filter(
      (row, at) =>
        has.every((test) => test(row)) && words.every((word) => texts[at]?.includes(word)),
    );
    return matching.length === all.length ? all : matching;
  },
);

const withSelected = memo((all: Rows, matching: Rows, selected: Selection['keys']): Rows => {
  const others = new Set(selected);
  for (const { key } of matching) others.delete(key);
  if (others.size === 0) return matching;
  const rows = new Set(matching);
  return all.filter((row) => rows.has(row) || others.has(row.key));
});

/** What the id of the chip of a status begins with. The other ids are those of concerns and `moving`. */
const STATUS = 'status ';

function hasChip(id: string): (row: ProjectRow) => boolean {
  if (id === 'moving') return ({ minting }) => minting === true;
  if (!id.startsWith(STATUS)) return ({ concerns }) => concerns.some(({ kind }) => kind === id);
  const wanted = id.slice(STATUS.length);
  return ({ status = '' }) => status === wanted;
}

/** The last order by a column: when some rows change, most of the others stay in place. */
let last: { readonly by: string; readonly rows: Rows } | undefined;

/** Equal rows stay in the order of the list. Unknown values are last in both directions. */
const sorted = memo(
  (rows: Rows, sort: PortfolioView['sort'], isDescending: boolean, now: number): Rows => {
    const column = COLUMNS.find(({ id }) => id === sort);
    if (!column) return rows;
    const valued = new Map(
      rows.map((row, at) => [row.key, { row, at, value: column.value(row, now) }]),
    );
    // Sorting what is almost in order compares each text once, and texts are compared slowly.
    const before = last?.by === column.id ? last.rows : [];
    const start = new Set(before.flatMap(({ key }) => valued.get(key) ?? []));
    for (const one of valued.values()) start.add(one);
    const sign = isDescending ? -1 : 1;
    const order = [...start]
      .sort(
        (one, other) =>
          Number(one.value === undefined) - Number(other.value === undefined) ||
          sign * compareValues(one.value ?? '', other.value ?? '') ||
          one.at - other.at,
      )
      .map(({ row }) => row);
    last = { by: column.id, rows: order };
    return order;
  },
);

const motionIn = memo((rows: Rows, now: number) => {
  const moving = rows.filter(({ minting }) => minting !== false);
  return motionOf(moving.map((row) => (row.pace ? paceAt(row, now) : { reason: 'early' })));
});

/** The most statuses with a chip: a service may use a different one for each project. */
const MOST_STATUSES = 6;

/**
 * The rows of each chip, if there are some: of each concern, what is being minted, and each of the
 * most frequent statuses, but those that say failed, which is a concern.
 */
const rowsByChip = perRows((all) => {
  const frequent = [...Map.groupBy(all, ({ status = '' }) => status)]
    .filter(([status, rows]) => statusTone(status) !== 'failed' && rows.length < all.length)
    .sort(([, one], [, other]) => other.length - one.length)
    .slice(0, MOST_STATUSES);
  const ids = [...CONCERNS, 'moving', ...frequent.map(([status]) => STATUS + status)];
  return ids.map((id) => chipIn(all, id)).filter(({ rows }) => rows.length > 0);
});

/** A chip with its rows; `status` is `undefined` if it is of none. */
function chipIn(all: Rows, id: string) {
  const status = id.startsWith(STATUS) ? id.slice(STATUS.length) : undefined;
  return { id, rows: all.filter(hasChip(id)), status };
}

/**
 * One that `canAdd` leaves rows if it is pressed besides what is filtered by. A pressed one stays
 * without rows too, so that it can be released.
 */
const chipsOf = memo((all: Rows, matching: Rows, pressed: PortfolioView['chips'] = []) => {
  const chips = rowsByChip(all);
  const without = pressed.filter((id) => chips.every((chip) => chip.id !== id));
  return [...chips, ...without.map((id) => chipIn(all, id))].map((chip) => ({
    ...chip,
    canAdd: matching.some(hasChip(chip.id)),
  }));
});

/** Whether a row has counts, and the last request for them did not fail. */
function isRead({ counts, failure }: ProjectRow): boolean {
  return counts !== undefined && failure === undefined;
}

/** The sum of each count that some row has, over the `covered` rows that were read. */
const addUp = perRows((rows) => {
  const read = rows.flatMap((row) => (isRead(row) ? (row.counts ?? []) : []));
  const counts = sumsOf(read);
  return {
    counts,
    // Of the same NFTs as the shares of the other stages.
    percent: percentOf(counts.confirmed, wholeOfBar(counts)),
    covered: read.length,
    rows: rows.length,
  };
});

/** See `PortfolioCoverage`. */
const coveredOf = perRows((all) => {
  const read = all.filter(isRead);
  const without = all.filter(hasChip('noStats')).length;
  return {
    listed: all.length,
    withStats: read.length,
    failed: all.filter(({ failure }) => failure !== undefined).length - without,
    without,
    shared: all.filter(({ shared }) => shared === true).length,
    oldest: read
      .filter(({ counts = {} }) => endOf(counts, false) === undefined)
      .reduce<number | undefined>(
        (least, { asOf = Infinity }) => Math.min(least ?? asOf, asOf),
        undefined,
      ),
  };
});

/** What the counts of all rows cover, shown or not: `310 of 1,204 projects read`. */
export function coverageOf({ covered }: Table, state: PortfolioState, now: number): string {
  const { total, waitUntil } = state;
  return coverageWords({ ...covered, total, waitUntil }, now);
}

export interface Selection {
  readonly keys: ReadonlySet<string>;
  /** Where the next range begins; `undefined` before any row was selected. */
  readonly anchor: string | undefined;
}

export const NOTHING_SELECTED: Selection = { keys: new Set(), anchor: undefined };

export function toggle({ keys }: Selection, key: string): Selection {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { keys: next, anchor: key };
}

/**
 * Selects only the rows from the anchor to `to`, in the order shown.
 * @param from where the range begins if the anchor is not shown.
 */
export function extend(
  { anchor }: Selection,
  shown: readonly string[],
  from: string,
  to: string,
): Selection {
  const start = anchor !== undefined && shown.includes(anchor) ? anchor : from;
  const ends = [shown.indexOf(start), shown.indexOf(to)];
  const range = shown.slice(Math.min(...ends), Math.max(...ends) + 1);
  return { keys: new Set(range), anchor: start };
}

export function selectAll({ keys }: Selection, shown: readonly string[]): Selection {
  return { keys: new Set([...keys, ...shown]), anchor: shown[0] };
}

/** Selects all rows shown or, if they all are selected, none of them. */
export function toggleAll(selection: Selection, shown: readonly string[]): Selection {
  const next = selectAll(selection, shown);
  if (next.keys.size > selection.keys.size) return next;
  const others = new Set(shown);
  return { ...next, keys: new Set([...next.keys].filter((key) => !others.has(key))) };
}

/**
 * The selected rows, in the order shown. Keys without a row are ignored: while a list is read again,
 * rows may be missing.
 */
export function chosenOf(keys: ReadonlySet<string>, shown: Rows): Rows {
  return keys.size === 0 ? [] : shown.filter(({ key }) => keys.has(key));
}

export function chosenWords(chosen: Rows): string {
  return l10n.t('{0} selected', formatNumber(chosen.length));
}

/**
 * Whether a project has what Acknowledge hides. A missing id, or stats that the service does not have,
 * need no attention elsewhere.
 */
export function mayAcknowledge({ concerns, acknowledged, ref = '', shared }: ProjectRow): boolean {
  const hasStats = ref.includes('/') || shared === true;
  const isConcern = (kind: ProjectRow['concerns'][number]['kind']) =>
    kind === 'unreadable' ? hasStats : kind !== 'noStats';
  return acknowledged !== true && concerns.some(({ kind }) => isConcern(kind));
}
