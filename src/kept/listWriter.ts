import type { ListMarks, Marks } from '../core/lists/changeMarks.ts';
import type { ListState } from '../core/lists/listState.ts';
import type { PagedList } from '../core/lists/pagedList.ts';
import type { RowOfService } from '../core/model/model.ts';
import type { Account } from './account.ts';
import { type ListTexts, storeList, textsOf } from './lists.ts';

/** Stores a list whenever it has settled, and which of its changes were viewed. */
export class ListWriter {
  readonly #name: string;
  readonly #list: PagedList<RowOfService>;
  readonly #marks: ListMarks;
  readonly #onDue: () => void;
  readonly #viewed = new Set<string>();
  #written:
    { readonly of: Account; readonly rows: readonly unknown[]; readonly marks: Marks } | undefined;
  #texts: { readonly rows: readonly unknown[]; readonly texts: ListTexts } | undefined;
  readonly dispose: () => void;

  constructor(name: string, list: PagedList<RowOfService>, marks: ListMarks, onDue: () => void) {
    this.#name = name;
    this.#list = list;
    this.#marks = marks;
    this.#onDue = onDue;
    marks.onSeen((keys) => {
      for (const key of keys) this.#viewed.add(key);
      onDue();
    });
    this.dispose = list.onChange(() => {
      if (list.state.asOf === undefined) this.#viewed.clear();
      else if (isSettled(list.state)) onDue();
    });
  }

  /** Call it when what was written was deleted, and may be written again. */
  writeAgain(): void {
    this.#written = undefined;
    if (isSettled(this.#list.state)) this.#onDue();
  }

  /**
   * Stores what has changed since the last call. Throws as SQLite does.
   * @returns whether to call it again: preparing the texts and writing them are two steps of up to
   * 10 ms each.
   */
  write(account: Account): boolean {
    const { state } = this.#list;
    const { rows, asOf, total, hasMore } = state;
    if (asOf === undefined) return false;
    const written = this.#written?.of === account ? this.#written : undefined;
    const { marks } = this.#marks;
    // The array grows while the list is the same.
    const now = [rows, rows.length, asOf, total, hasMore];
    const isNew = (before: { readonly rows: readonly unknown[] } | undefined) =>
      now.some((one, at) => one !== before?.rows[at]);
    const areRowsNew = isSettled(state) && isNew(written);
    if (!areRowsNew && marks === written?.marks) return false;
    const toStore = areRowsNew && isNew(this.#texts) ? this.#list.held : undefined;
    if (toStore) {
      this.#texts = { rows: now, texts: textsOf(toStore) };
      return true;
    }
    const texts = areRowsNew ? this.#texts?.texts : undefined;
    const [name, changes, viewed] = [this.#name, this.#marks, this.#viewed];
    storeList(account, { name, asOf, texts, changes, viewed });
    this.#written = { of: account, rows: areRowsNew ? now : (written?.rows ?? []), marks };
    this.#texts = undefined;
    viewed.clear();
    return false;
  }
}

/** Whether the rows were read in this window, and are not being read. */
function isSettled({ work, restored, asOf }: ListState<unknown>): boolean {
  return !work && !restored && asOf !== undefined;
}
