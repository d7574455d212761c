import type * as vscode from 'vscode';

/**
 * How often a list repaints while all of it is being read. Each repaint costs all its rows, so a
 * longer list repaints less often: by a tenth of a millisecond a row.
 */
const REPAINT_MS = 400;
const REPAINT_MS_PER_ROW = 0.1;
const LASTING_MS = 250;

/** When a tree is painted again: at once, when it is due, or each second while a wait counts down. */
export class RepaintScheduler implements vscode.Disposable {
  readonly #paint: () => void;
  #due: NodeJS.Timeout | undefined;
  #tick: NodeJS.Timeout | undefined;

  constructor(paint: () => void) {
    this.#paint = paint;
  }

  now(): void {
    clearTimeout(this.#due);
    this.#due = undefined;
    this.#paint();
  }

  /** For a change among many: they share one repaint of `rows` rows. */
  soon(rows: number): void {
    this.#in(REPAINT_MS + rows * REPAINT_MS_PER_ROW);
  }

  /**
   * For a look that matters only if it lasts, such as a spinner: the editor paints the first change
   * at once and keeps the next for 200 ms, so that rows that come soon would wait for it.
   */
  ifItLasts(): void {
    this.#in(LASTING_MS);
  }

  #in(ms: number): void {
    this.#due ??= setTimeout(() => {
      this.now();
    }, ms);
  }

  /** Calls `paint` each second as long as `counting` says so. Replaces what counted before. */
  eachSecond(counting: () => boolean, paint: () => void): void {
    clearTimeout(this.#tick);
    if (!counting()) return;
    this.#tick = setTimeout(() => {
      paint();
      this.eachSecond(counting, paint);
    }, 1000);
  }

  dispose(): void {
    clearTimeout(this.#due);
    clearTimeout(this.#tick);
  }
}
