import {
  type KnownChanges,
  type Markable,
  type Marks,
  marksAfter,
  NO_MARKS,
  type RowsRead,
  marksThatApply,
} from './changeMarks.ts';
import type { PagedList } from './pagedList.ts';

/**
 * The marks of one list, updated by its refreshes. Subscribe to the list after creating this, so
 * that the marks are up to date when the listener runs.
 */
export class ListMarks {
  readonly #listeners = new Set<(seen: readonly string[]) => void>();
  marks: Marks = NO_MARKS;
  /** The time of the rows that the marks compare with, in milliseconds since 1970. */
  since: number | undefined;
  readonly #list: PagedList<Markable>;
  #restored: KnownChanges | undefined;
  /** While a refresh is under way: the rows from before it, and when they were requested. */
  #before:
    | (Omit<RowsRead, 'gaps'> & Pick<PagedList<Markable>['state'], 'asOf' | 'unreadable'>)
    | undefined;
  readonly #unsubscribe: () => void;

  constructor(list: PagedList<Markable>) {
    this.#list = list;
    this.#unsubscribe = list.onChange(() => {
      this.#follow(list.state);
    });
  }

  /**
   * Call this before stored rows are restored in the list. The marks apply to those rows only; they
   * are dropped if other rows are loaded first.
   */
  restore(changes: KnownChanges): void {
    this.#restored = changes;
  }

  /** Calls `listener` with the keys of rows whose marks were removed by `see`. */
  onSeen(listener: (seen: readonly string[]) => void): void {
    this.#listeners.add(listener);
  }

  /** Removes the marks of these rows, because the user has seen them. Opening one does not. */
  see(keys: Iterable<string>): void {
    const seen = [...keys].filter((key) => this.marks.has(key));
    if (seen.length === 0) return;
    const remaining = new Map(this.marks);
    for (const key of seen) remaining.delete(key);
    this.#set(remaining);
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
    const restored = facts.restored ? this.#restored : undefined;
    this.#restored = undefined;
    // Without `asOf` the list has no rows since the start or the last change of connection.
    if (asOf === undefined) {
      this.#set(NO_MARKS);
    } else if (before?.asOf !== undefined && rows !== before.rows) {
      this.since ??= before.asOf;
      const more = unreadable - before.unreadable;
      const gaps = facts.short || facts.drifted || more > 0;
      const was = { ...before, gaps: more < 0 };
      this.#set(marksAfter(this.marks, was, { rows, complete, gaps }));
    } else {
      // The clock may have been set back since.
      if (restored) this.since = restored.since && Math.min(restored.since, asOf);
      const marks = restored?.marks ?? this.marks;
      this.#set(marksThatApply(marks, (key) => this.#list.rowOf(key)));
    }
  }

  #set(marks: Marks): void {
    this.marks = marks;
    if (marks.size === 0) this.since = undefined;
  }
}
