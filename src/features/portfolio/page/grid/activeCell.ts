import type { Place } from '../place.ts';

/**
 * Marks the cell that the keyboard is in as the active descendant of the grid. A screen reader reads
 * it when its id changes.
 */
export class ActiveCell {
  readonly #grid: HTMLElement;
  #cell: HTMLElement | undefined;

  constructor(grid: HTMLElement) {
    this.#grid = grid;
  }

  /** @param cell the element that shows the place now; `undefined` if it is not drawn. */
  mark(cell: HTMLElement | undefined, { row, column }: Place): void {
    const id = `cell-${row}-${column}`;
    if (this.#cell !== cell) {
      this.#cell?.removeAttribute('id');
      this.#cell?.removeAttribute('data-active');
      this.#cell = cell;
      // Not a class: the headings set theirs.
      cell?.toggleAttribute('data-active', true);
    }
    if (!cell) this.#grid.removeAttribute('aria-activedescendant');
    else if (cell.id !== id) {
      cell.id = id;
      this.#grid.setAttribute('aria-activedescendant', id);
    }
  }

  scrollIntoView(): void {
    this.#cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /**
   * Opens the context menu at the cell instead of in the middle of the table, where the browser opens
   * it after a key. When the menu is closed, the grid has the focus again.
   */
  openMenu(event: MouseEvent): void {
    event.preventDefault();
    event.stopImmediatePropagation();
    const cell = this.#cell ?? this.#grid;
    const { left, bottom } = cell.getBoundingClientRect();
    const place = { clientX: left + 8, clientY: bottom - 4 };
    cell.dispatchEvent(
      new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...place }),
    );
    const back = () => {
      this.#grid.focus();
    };
    window.addEventListener('focus', back, { once: true });
  }
}
