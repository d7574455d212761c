import type { Marks } from '../../core/lists/changeMarks.ts';
import type { ListState } from '../../core/lists/listState.ts';

/**
 * Which rows a tree shows while it shows changes only: those with a mark, and those viewed since it
 * began, so that no row vanishes under the pointer. Ends when a refresh leaves no change.
 */
export class ChangesOnly {
  /** The keys of the rows to show; `undefined` while all are. Another set when they change. */
  keys: ReadonlySet<string> | undefined;
  #rows: readonly unknown[] | undefined;
  #asOf: number | undefined;

  get isOn(): boolean {
    return this.keys !== undefined;
  }

  shows({ key }: { readonly key: string }): boolean {
    return this.keys?.has(key) ?? true;
  }

  start(marks: Marks): void {
    this.keys = new Set(marks.keys());
  }

  end(): void {
    this.keys = undefined;
  }

  /** Call this after each change of the list: adds new marks, or ends. @returns whether it ended. */
  follow(marks: Marks, { rows, asOf }: Pick<ListState<unknown>, 'rows' | 'asOf'>): boolean {
    // Without rows, it is not known yet which changes there are.
    if (rows === this.#rows || asOf === undefined) return false;
    const wasOn = this.isOn;
    this.#rows = rows;
    // A single row may have been read again, which is no refresh.
    const isRefreshed = asOf !== this.#asOf;
    this.#asOf = asOf;
    if (marks.size === 0 && isRefreshed) this.end();
    else if (this.keys) this.keys = new Set([...this.keys, ...marks.keys()]);
    return wasOn && !this.isOn;
  }
}
