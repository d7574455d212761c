import type { PagedList } from './pagedList.ts';

/**
 * A change that a refresh found in a row. It is stored until the row was viewed
 * (`ListMarks.select`), is no longer listed or has its earlier status again.
 */
export type ChangeMark =
  | { readonly kind: 'new' }
  /** `was` is the status before the first refresh that changed it. */
  | { readonly kind: 'changed'; readonly was: string | undefined };

export type Marks = ReadonlyMap<string, ChangeMark>;

export const NO_MARKS: Marks = new Map();

/** The part of a row that is compared; Collections have no status. */
export interface Markable {
  readonly key: string;
  readonly status?: string | undefined;
}

export interface RowsBefore {
  readonly rows: readonly Markable[];
  readonly complete: boolean;
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
 * from a page that was not loaded.
 */
export function marksAfter(
  marks: Marks,
  before: RowsBefore,
  after: readonly Markable[],
): Map<string, ChangeMark> {
  const known = new Map(before.rows.map((row) => [row.key, row]));
  const end = before.complete ? after.length : after.findLastIndex(({ key }) => known.has(key));
  const next = new Map<string, ChangeMark>();
  after.forEach(({ key, status }, at) => {
    const old = known.get(key);
    const mark = marks.get(key);
    if (old ? mark?.kind === 'new' : at < end) {
      next.set(key, { kind: 'new' });
    } else if (old) {
      const was = mark?.kind === 'changed' ? mark.was : old.status;
      if (was !== status) next.set(key, { kind: 'changed', was });
    }
  });
  return next;
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
  #selected: readonly string[] = [];
  #goneThrough: ReadonlySet<string> = new Set();
  /** While a refresh is under way: the rows from before it, and when they were requested. */
  #before: (RowsBefore & { readonly asOf: number | undefined }) | undefined;
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

  #follow({ rows, work, asOf, kept, ...facts }: PagedList<Markable>['state']): void {
    const complete = !facts.hasMore && !facts.short && !facts.drifted;
    if (work === 'refresh') {
      this.#before ??= { rows, asOf, complete };
      return;
    }
    const before = this.#before;
    this.#before = undefined;
    if (rows === this.#rows) return;
    this.#rows = rows;
    const restored = kept ? this.#restored : undefined;
    this.#restored = undefined;
    // Without `asOf` the list has no rows since the start or the last change of connection.
    if (asOf === undefined) {
      this.#set(NO_MARKS);
      this.#selected = [];
    } else if (before?.asOf !== undefined && rows !== before.rows) {
      this.since ??= before.asOf;
      if (!before.complete || !complete) {
        this.inBoth = Math.min(this.inBoth ?? Infinity, countInBoth(before.rows, rows));
      }
      this.#set(marksAfter(this.marks, before, rows));
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
    const statuses = new Map(before.map(({ key, status }) => [key, status]));
    const changed = this.#rows.filter(({ key, status }) => statuses.get(key) !== status);
    const left = new Set(this.#goneThrough);
    for (const { key } of changed) left.delete(key);
    this.#goneThrough = left;
  }
}

function countInBoth(before: readonly Markable[], after: readonly Markable[]): number {
  const known = new Set(before.map(({ key }) => key));
  return after.filter(({ key }) => known.has(key)).length;
}

/** Marks of rows that are no longer listed, or have their last seen status again, are left out. */
function stillTrue(marks: Marks, rows: readonly Markable[]): Marks {
  if (marks.size === 0) return marks;
  const listed = new Map(rows.map((row) => [row.key, row]));
  return new Map(
    [...marks].filter(([key, mark]) => {
      const row = listed.get(key);
      return row && (mark.kind === 'new' || mark.was !== row.status);
    }),
  );
}
