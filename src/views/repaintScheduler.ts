import type * as vscode from 'vscode';

/**
 * The least time between repaints while all of a list is read. A repaint costs time for each row,
 * so longer lists repaint less often: plus a tenth of a millisecond per row.
 */
const REPAINT_MS = 400;
const REPAINT_MS_PER_ROW = 0.1;
const LASTING_MS = 250;

/** Schedules repaints of a tree: at once or throttled. */
export class RepaintScheduler implements vscode.Disposable {
  readonly #paint: () => void;
  #due: NodeJS.Timeout | undefined;

  constructor(paint: () => void) {
    this.#paint = paint;
  }

  now(): void {
    clearTimeout(this.#due);
    this.#due = undefined;
    this.#paint();
  }

  /** For frequent changes: they share one repaint, which waits longer for more `rows`. */
  soon(rows: number): void {
    this.#in(REPAINT_MS + rows * REPAINT_MS_PER_ROW);
  }

  /**
   * For a change that matters only if it lasts, such as a spinner. The editor paints the first
   * change at once and delays the next by 200 ms, so new rows would have to wait for it.
   */
  ifItLasts(): void {
    this.#in(LASTING_MS);
  }

  #in(ms: number): void {
    this.#due ??= setTimeout(() => {
      this.now();
    }, ms);
  }

  dispose(): void {
    clearTimeout(this.#due);
  }
}
