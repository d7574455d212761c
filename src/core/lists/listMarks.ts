import {
  differs,
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
  /** The fewest rows in both lists that a refresh has compared, if one of them was incomplete. */
  inBoth: number | undefined;
  readonly #list: PagedList<Markable>;
  #restored: KnownChanges | undefined;
  #selected: readonly string[] = [];
  #goneThrough: ReadonlySet<string> = new Set();
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

  /**
   * Call this with the keys of the rows selected. A row counts as viewed once it was selected and
   * another row is selected, so that the user can read its mark while it is selected. Selecting
   * rows that were gone through (`goThrough`) does not count. An empty selection changes nothing:
   * the editor reports one also when it moves the selected row.
   */
  select(keys: readonly string[]): void {
    if (keys.length === 0) return;
    const before = [...this.#selected, ...this.#goneThrough];
    this.#selected = keys;
    if (keys.every((key) => this.#goneThrough.has(key))) return;
    this.#goneThrough = new Set();
    this.see(before.filter((key) => !keys.includes(key)));
  }

  /**
   * Call this before a command selects the next change. That row and the selected ones keep their
   * marks until the user selects another row, so that it is possible to go back to them.
   */
  goThrough(key: string): void {
    const marked = this.#selected.filter((selected) => this.marks.has(selected));
    this.#goneThrough = new Set([...this.#goneThrough, ...marked, key]);
  }

  /** True from the first Next Change until the user selects another row. */
  get isGoneThrough(): boolean {
    return this.#goneThrough.size > 0;
  }

  /** Removes the marks of these rows, because the user has viewed them. */
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
      this.#selected = [];
    } else if (before?.asOf !== undefined && rows !== before.rows) {
      this.since ??= before.asOf;
      if (!before.complete || !complete) {
        const inBoth = before.rows.filter(({ key }) => this.#list.rowOf(key)).length;
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
      const marks = restored?.marks ?? this.marks;
      this.#set(marksThatApply(marks, (key) => this.#list.rowOf(key)));
    }
  }

  #set(marks: Marks): void {
    this.marks = marks;
    if (marks.size > 0) return;
    this.since = undefined;
    this.inBoth = undefined;
    this.#goneThrough = new Set();
  }

  /** A row that has changed again since it was gone through counts as not viewed. */
  #forgetChanged(before: readonly Markable[]): void {
    if (this.#goneThrough.size === 0) return;
    const changed = before.filter((row) => differs(this.#list.rowOf(row.key) ?? {}, row));
    const keys = new Set(changed.map(({ key }) => key));
    this.#goneThrough = new Set([...this.#goneThrough].filter((key) => !keys.has(key)));
  }
}
