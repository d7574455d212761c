import type { PagedList } from './pagedList.ts';

/**
 * A change that a refresh found in a row. It is stored until the row was viewed
 * (`ListMarks.select`) or is again as it was.
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

export interface Markable extends RowFacts {
  readonly key: string;
}

export interface RowsRead {
  readonly rows: readonly Markable[];
  /** Whether these are all rows of the service. */
  readonly complete: boolean;
  /** Whether rows that the service has may be missing among them. */
  readonly gaps: boolean;
}

/** The known changes of a list, to be stored and restored with its rows. */
export interface KnownChanges {
  readonly marks: Marks;
  readonly since: number | undefined;
  readonly inBoth: number | undefined;
}

/**
 * The marks after a refresh, including those of rows not viewed yet. If the list was incomplete, an
 * unknown row counts as new only above a known one: below the last known one, it may have moved up
 * from a page that was not loaded. In the same way a missing row counts as gone only if it stood
 * above one that is still there. A new row that is gone before it was viewed leaves no mark.
 */
export function marksAfter(
  marks: Marks,
  before: RowsRead,
  after: RowsRead,
): Map<string, ChangeMark> {
  const known = byKey(before.rows);
  const current = byKey(after.rows);
  const end = endOf(after.rows, before, known);
  const next = new Map<string, ChangeMark>();
  after.rows.forEach((row, at) => {
    const { key } = row;
    const mark = marks.get(key);
    const was = wasOf(mark) ?? known.get(key);
    if (was ? mark?.kind === 'new' : at < end) next.set(key, { kind: 'new' });
    else if (was && differs(was, row)) next.set(key, changeFrom('changed', was));
  });
  const goneEnd = endOf(before.rows, after, current);
  for (const row of before.rows.slice(0, goneEnd)) {
    const mark = marks.get(row.key);
    if (current.has(row.key) || mark?.kind === 'new') continue;
    next.set(row.key, changeFrom('gone', wasOf(mark) ?? row));
  }
  for (const [key, mark] of marks)
    if (mark.kind === 'gone' && !current.has(key)) next.set(key, mark);
  return next;
}

/** Up to which place a row that the other list does not hold is none of it. */
function endOf(rows: readonly Markable[], other: RowsRead, current: ReadonlyMap<string, unknown>) {
  if (other.gaps) return 0;
  return other.complete ? rows.length : 1 + rows.findLastIndex(({ key }) => current.has(key));
}

function wasOf(mark: ChangeMark | undefined): RowFacts | undefined {
  return mark && mark.kind !== 'new' ? mark.was : undefined;
}

/** Keeps no more of the row than is compared. */
function changeFrom(kind: 'changed' | 'gone', { name, status }: RowFacts): ChangeMark {
  return { kind, was: { name, status } };
}

function differs(one: RowFacts, other: RowFacts): boolean {
  return one.name !== other.name || one.status !== other.status;
}

function byKey(rows: readonly Markable[]) {
  return new Map(rows.map((row) => [row.key, row]));
}

/**
 * The marks of one list, updated by its refreshes. Subscribe to the list after creating this, so
 * that the marks are up to date when the listener runs.
 */
export class ListMarks {
  readonly #listeners = new Set<(seen: readonly string[]) => void>();
  marks: Marks = NO_MARKS;
  /** The time of the rows that the marks compare with, in milliseconds since 1970. */
  since: number | undefined;
  /** How many rows were compared, if that was not the whole list at each refresh since then. */
  inBoth: number | undefined;
  #restored: KnownChanges | undefined;
  #rows: readonly Markable[] = [];
  #rowCount = 0;
  #selected: readonly string[] = [];
  #goneThrough: ReadonlySet<string> = new Set();
  /** While a refresh is under way: the rows from before it, and when they were requested. */
  #before:
    | (Omit<RowsRead, 'gaps'> & Pick<PagedList<Markable>['state'], 'asOf' | 'unreadable'>)
    | undefined;
  readonly #unsubscribe: () => void;

  constructor(list: PagedList<Markable>) {
    this.#unsubscribe = list.onChange(() => {
      this.#follow(list.state);
    });
  }

  /**
   * Call this before stored rows are restored in the list. The marks apply to those rows; if other
   * rows come first, there are none.
   */
  restore(changes: KnownChanges): void {
    this.#restored = changes;
  }

  /** Calls `listener` with the keys of rows whose marks were removed because they were viewed. */
  onSeen(listener: (seen: readonly string[]) => void): void {
    this.#listeners.add(listener);
  }

  /**
   * Call this with the keys of the rows selected. A row counts as viewed once it was selected and
   * another row is selected, so that the user can read its mark while it is selected. Selecting
   * rows that were gone through (`goThrough`) does not count. An empty selection changes nothing:
   * the editor reports one also when it moves the selected row.
   */
  select(keys: readonly string[]): void {
    if (keys.length === 0) return;
    const left = [...this.#selected, ...this.#goneThrough];
    this.#selected = keys;
    if (keys.every((key) => this.#goneThrough.has(key))) return;
    this.#goneThrough = new Set();
    this.see(left.filter((key) => !keys.includes(key)));
  }

  /**
   * Call this before a command selects the next change. That row and the selected ones keep their
   * marks until the user selects another row, so that it is possible to go back to them.
   */
  goThrough(key: string): void {
    this.#goneThrough = new Set([...this.#goneThrough, ...this.#selected, key]);
  }

  /** Whether the user goes through the changes: from the first until another row is selected. */
  get isGoneThrough(): boolean {
    return this.#goneThrough.size > 0;
  }

  see(keys: Iterable<string>): void {
    const seen = [...keys].filter((key) => this.marks.has(key));
    if (seen.length === 0) return;
    const left = new Map(this.marks);
    for (const key of seen) left.delete(key);
    this.#set(left);
    for (const listener of this.#listeners) listener(seen);
  }

  dispose(): void {
    this.#unsubscribe();
    this.#listeners.clear();
  }

  #follow({ rows, work, asOf, unreadable, ...facts }: PagedList<Markable>['state']): void {
    const complete = !facts.hasMore && !facts.short && !facts.drifted;
    if (work === 'refresh') {
      this.#before ??= { rows, asOf, complete, unreadable };
      return;
    }
    const before = this.#before;
    this.#before = undefined;
    if (rows === this.#rows) {
      this.#findAgain(rows);
      return;
    }
    this.#rows = rows;
    this.#rowCount = rows.length;
    const restored = facts.restored ? this.#restored : undefined;
    this.#restored = undefined;
    // Without `asOf` the list has no rows since the start or the last change of connection.
    if (asOf === undefined) {
      this.#set(NO_MARKS);
      this.#selected = [];
    } else if (before?.asOf !== undefined && rows !== before.rows) {
      this.since ??= before.asOf;
      if (!before.complete || !complete) {
        const known = byKey(before.rows);
        const inBoth = rows.filter(({ key }) => known.has(key)).length;
        this.inBoth = Math.min(this.inBoth ?? Infinity, inBoth);
      }
      const more = unreadable - before.unreadable;
      const gaps = facts.short || facts.drifted || more > 0;
      const was = { ...before, gaps: more < 0 };
      this.#set(marksAfter(this.marks, was, { rows, complete, gaps }));
      this.#forgetChanged(before.rows);
    } else {
      if (restored) {
        // The clock may have been set back since.
        this.since = restored.since && Math.min(restored.since, asOf);
        this.inBoth = restored.inBoth;
      }
      this.#set(stillTrue(restored?.marks ?? this.marks, rows));
    }
  }

  /** Rows of further pages were added to these: one that counted as gone may be among them. */
  #findAgain(rows: readonly Markable[]): void {
    const added = rows.slice(this.#rowCount);
    this.#rowCount = rows.length;
    const isFound = added.some(({ key }) => this.marks.get(key)?.kind === 'gone');
    if (isFound) this.#set(stillTrue(this.marks, rows));
  }

  #set(marks: Marks): void {
    this.marks = marks;
    if (marks.size > 0) return;
    this.since = undefined;
    this.inBoth = undefined;
    this.#goneThrough = new Set();
  }

  /** A row that was gone through and has changed again since then is not viewed yet. */
  #forgetChanged(before: readonly Markable[]): void {
    if (this.#goneThrough.size === 0) return;
    const current = byKey(this.#rows);
    const left = new Set(this.#goneThrough);
    for (const row of before) if (differs(current.get(row.key) ?? {}, row)) left.delete(row.key);
    this.#goneThrough = left;
  }
}

/** The marks for rows that were not found by a refresh: some may be gone, or be as last seen. */
function stillTrue(marks: Marks, rows: readonly Markable[]): Marks {
  if (marks.size === 0) return marks;
  const current = byKey(rows);
  return new Map(
    [...marks].filter(([key, mark]) => {
      const row = current.get(key);
      if (mark.kind === 'gone') return row === undefined;
      return row && (mark.kind === 'new' || differs(mark.was, row));
    }),
  );
}
