import type * as vscode from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';

/** Longer than most users read a tooltip; what arrives in that time is shown after it. */
const LONGEST_MS = 20_000;
/** More clicks may follow one, and the editor can lose a click on rows that it repaints. */
const AFTER_CLICK_MS = 500;

/**
 * Which row of a view may have its tooltip open. The editor closes the tooltip of a row that it
 * repaints, and does not say when a tooltip was closed: so the row under the pointer is not
 * repainted until a row is selected or the tooltip of another one is opened, for 20 s at most.
 */
export class OpenHover implements vscode.Disposable {
  #key: string | undefined;
  /** The row whose tooltip was requested last: until it is repainted, the editor does not ask again. */
  #resolved: string | undefined;
  readonly #waiting = new Set<string>();
  #onceClosed: (() => void) | undefined;
  readonly #repaint: (keys: readonly string[]) => void;
  readonly #forget: (key: string) => void;
  readonly #closing: Later;
  readonly #waited: Later;

  /**
   * @param forget paints one row alone, if that is possible. After that the editor asks for its
   *   tooltip again, so that the tooltip has the newest counts and is known to be open.
   */
  constructor(
    clock: Clock,
    repaint: (keys: readonly string[]) => void,
    forget: (key: string) => void,
  ) {
    this.#repaint = repaint;
    this.#forget = forget;
    this.#closing = new Later(clock, () => {
      this.#close();
      this.#waited.now();
    });
    this.#waited = new Later(clock, () => {
      this.#onceClosed?.();
      this.#onceClosed = undefined;
    });
  }

  /** Call this when the editor asks for the tooltip of a row. */
  open(key: string): void {
    if (key !== this.#key) this.#close();
    if (this.#resolved !== undefined && key !== this.#resolved) this.#forget(this.#resolved);
    this.#key = this.#resolved = key;
    this.#closing.restart(LONGEST_MS);
  }

  /** Call this when a row is selected: a click or a key closes the tooltip. */
  readonly closed = (): void => {
    if (this.#key !== undefined) this.#closing.restart(AFTER_CLICK_MS);
  };

  /**
   * The rows that can be repainted now. The others are repainted later.
   * @param most more rows than this are repainted by painting the whole tree.
   */
  letPass(keys: readonly string[], most: number): readonly string[] {
    if (this.#key === undefined) return keys;
    const free = keys.length > most ? [] : keys.filter((key) => key !== this.#key);
    for (const key of keys) if (!free.includes(key)) this.#waiting.add(key);
    return free;
  }

  /**
   * Runs `work` when no tooltip may be open, or after 20 s, if one after another is opened; of several
   * that wait, the last one.
   */
  onceClosed(work: () => void): void {
    this.#onceClosed = work;
    if (this.#key === undefined) this.#waited.now();
    else this.#waited.soon(LONGEST_MS);
  }

  dispose(): void {
    this.#waited.cancel();
    this.#closing.cancel();
  }

  readonly #close = (): void => {
    this.#closing.cancel();
    this.#key = undefined;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    if (waiting.length > 0) this.#repaint(waiting);
  };
}
