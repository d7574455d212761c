/**
 * What the portfolio shows of its rows: filtered, sorted and added up, without a DOM. Each function
 * remembers its last result, because the page is drawn far more often than rows arrive.
 */

import { foldText } from '../../../core/base/foldText.ts';
import { CONCERNS } from '../../../core/stats/concernKinds.ts';
import { motionOf } from '../../../core/stats/forecast.ts';
import { percentConfirmed } from '../../../core/stats/share.ts';
import { sumsOf } from '../../../page/legend.ts';
import { type Column, COLUMNS, compareValues, paceAt } from '../columns.ts';
import type { PortfolioRow, PortfolioView } from '../messages.ts';

type Rows = readonly PortfolioRow[];
export type Totals = ReturnType<typeof totalsOf>;
export type Covered = ReturnType<typeof coveredOf>;
export type Table = ReturnType<typeof tableOf>;

/** The same function, which returns its last result again for the same arguments. */
function memo<Args extends readonly unknown[], Result>(compute: (...args: Args) => Result) {
  let last: { readonly args: Args; readonly result: Result } | undefined;
  return (...args: Args): Result => {
    if (!last?.args.every((arg, at) => Object.is(arg, args[at]))) {
      last = { args, result: compute(...args) };
    }
    return last.result;
  };
}

/**
 * @param all in the order of the list.
 * @param now in milliseconds since 1970; another one means that forecasts are counted down.
 */
export function tableOf(all: Rows, view: PortfolioView, now: number) {
  const matching = filtered(all, view.text, view.statuses, view.kinds, view.concerns, view.moving);
  return {
    rows: sorted(matching, view, now),
    totals: totalsOf(matching),
    motion: motionIn(matching, now),
    statuses: statusesOf(all),
    chips: chipsOf(all, matching),
    covered: coveredOf(all),
  };
}

export function isFiltered({ text = '', moving = false, ...lists }: PortfolioView): boolean {
  const { statuses = [], kinds = [], concerns = [] } = lists;
  return moving || text.trim() !== '' || statuses.length + kinds.length + concerns.length > 0;
}

/** The view after a click on a column: one way, the other way round, then the order of the list. */
export function sortedBy(view: PortfolioView, { id, isDescending = false }: Column): PortfolioView {
  const { sort, descending = false, ...filter } = view;
  if (sort !== id) return { ...filter, sort: id, descending: isDescending };
  return descending === isDescending ? { ...filter, sort, descending: !isDescending } : filter;
}

/** The folded text of each row: a row that changes is another object. */
const searched = new WeakMap<PortfolioRow, string>();

function searchedText(row: PortfolioRow): string {
  let text = searched.get(row);
  if (text === undefined) {
    const { name, symbol, status, kind, id, concerns } = row;
    const ids = id === undefined ? '' : `${id}\n${kind === undefined ? '' : `${kind}/${id}`}`;
    const reasons = concerns.map(({ words }) => words);
    text = [name, symbol, status, ...reasons, ids].map(foldText).join('\n');
    searched.set(row, text);
  }
  return text;
}

/**
 * A row must pass each filter: it has all of the concerns, and each word occurs in its name, symbol,
 * status, concerns or id.
 */
const filtered = memo(
  (
    all: Rows,
    text: PortfolioView['text'],
    statuses: PortfolioView['statuses'] = [],
    kinds: PortfolioView['kinds'] = [],
    concerns: PortfolioView['concerns'] = [],
    moving: PortfolioView['moving'] = false,
  ): Rows => {
    const words = foldText(text).split(/\s+/).filter(Boolean);
    return all.filter(
      (row) =>
        (!moving || isMinting(row)) &&
        concerns.every((kind) => hasConcern(row, kind)) &&
        (kinds.length === 0 || (row.kind !== undefined && kinds.includes(row.kind))) &&
        (statuses.length === 0 || statuses.includes(row.status ?? '')) &&
        (words.length === 0 || words.every((word) => searchedText(row).includes(word))),
    );
  },
);

/** The last orders of these rows: a click on a heading returns to one of them. */
let orders: { readonly of: Rows; readonly known: Map<string, Rows> } | undefined;
/** The last order: when some rows change, most of the others stay in place. */
let last: { readonly by: string; readonly rows: Rows } | undefined;

/** Equal rows stay in the order of the list. Unknown values are last in both directions. */
function sorted(rows: Rows, view: PortfolioView, now: number): Rows {
  const { sort: by, descending: isDescending = false } = view;
  const column = COLUMNS.find(({ id }) => id === by);
  if (!column) return rows;
  if (orders?.of !== rows || orders.known.size > 4) orders = { of: rows, known: new Map() };
  const name = `${column.id} ${isDescending} ${now}`;
  let order = orders.known.get(name);
  if (!order) {
    order = orderOf(rows, column, isDescending, now);
    orders.known.set(name, order);
    last = { by: column.id, rows: order };
  }
  return order;
}

function orderOf(rows: Rows, column: Column, isDescending: boolean, now: number): Rows {
  const unknown: PortfolioRow[] = [];
  const known = new Map<string, { row: PortfolioRow; value: string | number; at: number }>();
  for (const [at, row] of rows.entries()) {
    const value = column.value(row, now);
    if (value === undefined) unknown.push(row);
    else known.set(row.key, { row, value, at });
  }
  // Sorting what is almost in order compares each text once, and texts are compared slowly.
  const before = last?.by === column.id ? last.rows : [];
  const start = new Set(before.flatMap(({ key }) => known.get(key) ?? []));
  for (const one of known.values()) start.add(one);
  const sign = isDescending ? -1 : 1;
  const order = [...start].sort(
    (one, other) => sign * compareValues(one.value, other.value) || one.at - other.at,
  );
  return [...order.map(({ row }) => row), ...unknown];
}

function isMinting({ minting }: PortfolioRow): boolean {
  return minting === true;
}

function hasConcern({ concerns }: PortfolioRow, wanted: (typeof CONCERNS)[number]): boolean {
  return concerns.some(({ kind }) => kind === wanted);
}

const motionIn = memo((rows: Rows, now: number) =>
  motionOf(
    rows
      .filter(({ minting }) => minting !== false)
      .flatMap((row) => paceAt(row, now) ?? { reason: 'early' }),
  ),
);

/**
 * What can be filtered by one click: each concern and what is being minted, with all its rows. One
 * that `canAdd` leaves rows if it is pressed besides what is filtered by.
 */
const chipsOf = memo((all: Rows, matching: Rows) =>
  [...CONCERNS, 'moving' as const].flatMap((kind) => {
    const has = (row: PortfolioRow) => (kind === 'moving' ? isMinting(row) : hasConcern(row, kind));
    const rows = all.filter(has);
    return rows.length === 0 ? [] : [{ kind, rows, canAdd: matching.some(has) }];
  }),
);

/** Whether a row has counts, and the last request for them did not fail. */
function isRead({ counts, failure }: PortfolioRow): boolean {
  return counts !== undefined && failure === undefined;
}

/** The sum of each count that some row has, over the `covered` rows that were read. */
const totalsOf = memo((rows: Rows) => {
  const read = rows.flatMap((row) => (isRead(row) ? (row.counts ?? []) : []));
  return {
    counts: sumsOf(read),
    percent: percentConfirmed(read),
    covered: read.length,
    rows: rows.length,
  };
});

const coveredOf = memo((all: Rows) => {
  const times = all.flatMap((row) => (isRead(row) ? (row.asOf ?? []) : []));
  const unread = all.filter(({ failure }) => failure !== undefined);
  const without = unread.filter((row) => hasConcern(row, 'noStats'));
  return {
    listed: all.length,
    withStats: times.length,
    failed: unread.length - without.length,
    without: without.length,
    shared: all.filter(({ shared }) => shared === true).length,
    oldest: times.reduce<number | undefined>((least, at) => Math.min(least ?? at, at), undefined),
  };
});

/** The most frequent first. Rows without a status count as an empty one. */
const statusesOf = memo((rows: Rows) => {
  const counts = new Map<string, number>();
  for (const { status = '' } of rows) counts.set(status, (counts.get(status) ?? 0) + 1);
  return Array.from(counts, ([status, count]) => ({ status, count })).sort(
    (one, other) => other.count - one.count,
  );
});
