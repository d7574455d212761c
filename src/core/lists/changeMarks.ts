import { identityOf, type ListRow, sharedKeyOf } from '../model/model.ts';

/**
 * A change that a refresh, or a Load All that read the loaded rows again, found in a row. It stays
 * until the user has seen it (`PagedList.see`) or the row is again as it was.
 */
export type ChangeMark =
  | { readonly kind: 'new' }
  /** `was` is the row before the first refresh that changed it, or that no longer found it. */
  | { readonly kind: 'changed' | 'gone'; readonly was: RowFacts };

export type Marks = ReadonlyMap<string, ChangeMark>;

export const NO_MARKS: Marks = new Map();

/** The part of a row that is compared; Collections have no status. */
export interface RowFacts {
  readonly name?: string | undefined;
  readonly status?: string | undefined;
}

export interface Markable extends RowFacts, ListRow {}

export interface RowsRead {
  readonly rows: readonly Markable[];
  readonly ended: boolean;
  readonly short: boolean;
  readonly drifted: boolean;
  readonly unreadable: number;
}

/** The marks of a list, stored and restored with its rows. */
export interface KnownChanges {
  readonly marks: Marks;
  /** The time of the rows that the marks compare with, in milliseconds since 1970. */
  readonly since: number | undefined;
  /** How many rows of a list that was not loaded to its end they compare with: the fewest so far. */
  readonly of?: number | undefined;
}

export const NO_CHANGES: KnownChanges = { marks: NO_MARKS, since: undefined };

/**
 * The marks after a refresh, including those of rows not viewed yet. If the list was incomplete, an
 * unknown row counts as new only above a known one: below, it may come from a page that was not loaded.
 * In the same way a missing row counts as gone only above one that is still there, and none if rows may
 * be missing, or more items could not be read. A new row that is gone before it was viewed leaves no mark.
 */
export function marksAfter(
  marks: Marks,
  before: RowsRead,
  after: RowsRead,
): Map<string, ChangeMark> {
  const known = byKey(before.rows);
  const current = byKey(after.rows);
  const moreUnreadable = after.unreadable - before.unreadable;
  const end = moreUnreadable < 0 ? 0 : comparableCount(after.rows, before, known);
  const next = new Map<string, ChangeMark>();
  after.rows.forEach((row, at) => {
    const { key } = row;
    const mark = marks.get(key);
    const was = wasOf(mark) ?? sameRow(known, row);
    if (was ? mark?.kind === 'new' : at < end) next.set(key, { kind: 'new' });
    else if (was && differs(was, row)) next.set(key, changeFrom('changed', was));
  });
  const mayLack = after.short || after.drifted || moreUnreadable > 0;
  const goneEnd = mayLack ? 0 : comparableCount(before.rows, after, current);
  for (const row of before.rows.slice(0, goneEnd)) {
    const mark = marks.get(row.key);
    if (sameRow(current, row) || mark?.kind === 'new') continue;
    next.set(row.key, changeFrom('gone', wasOf(mark) ?? row));
  }
  for (const [key, mark] of marks)
    if (mark.kind === 'gone' && !current.has(key)) next.set(key, mark);
  return next;
}

/** The mark of a row that was read again alone. @param before as it was loaded. */
export function markAgain(
  mark: ChangeMark | undefined,
  before: RowFacts,
  row: RowFacts,
): ChangeMark | undefined {
  if (mark?.kind === 'new') return mark;
  const was = wasOf(mark) ?? before;
  return differs(was, row) ? changeFrom('changed', was) : undefined;
}

/** The row in another reading of the list, where fewer or more rows may have its identity. */
function sameRow(rows: ReadonlyMap<string, Markable>, row: Markable): Markable | undefined {
  const found = rows.get(row.key);
  if (found) return found;
  const alone = rows.get(identityOf(row));
  if (alone) return alone.variant === row.variant ? alone : undefined;
  return rows.get(sharedKeyOf(row));
}

/**
 * How many rows, from the first, can be compared with `other`: of these, one that is missing there
 * was certainly not in the list then.
 */
function comparableCount(
  rows: readonly Markable[],
  { ended, short, drifted }: RowsRead,
  otherRows: ReadonlyMap<string, unknown>,
) {
  const isComplete = ended && !short && !drifted;
  return isComplete ? rows.length : 1 + rows.findLastIndex(({ key }) => otherRows.has(key));
}

function wasOf(mark: ChangeMark | undefined): RowFacts | undefined {
  return mark && mark.kind !== 'new' ? mark.was : undefined;
}

function changeFrom(kind: 'changed' | 'gone', { name, status }: RowFacts): ChangeMark {
  return { kind, was: { name, status } };
}

function differs(one: RowFacts, other: RowFacts): boolean {
  return one.name !== other.name || one.status !== other.status;
}

function byKey(rows: readonly Markable[]) {
  return new Map(rows.map((row) => [row.key, row]));
}

/** The marks that still apply after rows were read without a refresh; the same map if all do. */
export function marksThatApply(marks: Marks, rowOf: (key: string) => RowFacts | undefined): Marks {
  const applying = [...marks].filter(([key, mark]) => {
    const row = rowOf(key);
    if (mark.kind === 'gone') return row === undefined;
    return row && (mark.kind === 'new' || differs(mark.was, row));
  });
  return applying.length === marks.size ? marks : new Map(applying);
}
