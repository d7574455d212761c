import type * as vscode from 'vscode';
import { keepInPlace } from '../../core/search/rowSearch.ts';
import type { SearchedRow } from '../../core/search/searchText.ts';
import { type FoundItem, foundItem } from './findItems.ts';

/** The lines of the finder, drawn anew only where something changed. */
export class FoundRows {
  readonly #pick: vscode.QuickPick<FoundItem>;
  readonly #items = new WeakMap<SearchedRow, FoundItem>();
  #typed: string | undefined;

  constructor(pick: vscode.QuickPick<FoundItem>) {
    this.#pick = pick;
    // Rows come ranked. Without this member, which the editor's API does not describe, the editor
    // sorts them by where the text stands in their label. A test in the real editor holds the order.
    (pick as { sortByLabel?: boolean }).sortByLabel = false;
  }

  /** Whether what is shown was found for this text. */
  areFor(typed: string): boolean {
    return this.#typed === typed;
  }

  /**
   * Shows the best rows for what is typed. For the same text, rows down to the one a person is on
   * stay where they are.
   * @param nothing stands in the place of rows if there are none.
   */
  show(typed: string, best: readonly SearchedRow[], nothing: () => FoundItem): void {
    const pick = this.#pick;
    const same = this.areFor(typed);
    this.#typed = typed;
    const shown = pick.items.flatMap(({ row }) => row ?? []);
    const active = same ? pick.activeItems[0]?.row : undefined;
    const on = active ? shown.findIndex(({ key }) => key === active.key) : -1;
    const items = keepInPlace(shown, on, best).map((row) => this.#itemOf(row));
    if (items.length === 0) items.push(this.#unlessShown(nothing()));
    // Sent again, they would only be drawn again.
    if (items.length === pick.items.length && items.every((item, at) => item === pick.items[at])) {
      return;
    }
    pick.keepScrollPosition = same;
    pick.items = items;
    const stays = items[on];
    if (stays) pick.activeItems = [stays];
  }

  #itemOf(row: SearchedRow): FoundItem {
    const item = this.#items.get(row) ?? foundItem(row);
    this.#items.set(row, item);
    return item;
  }

  #unlessShown(item: FoundItem): FoundItem {
    const [shown] = this.#pick.items;
    return shown?.label === item.label && shown.detail === item.detail ? shown : item;
  }
}
