import type * as vscode from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';

/** A tooltip counts as open for this long, because most users read one in less. */
const LONGEST_MS = 20_000;
/** Rows are not repainted this soon after a click: the editor could lose the click that follows. */
const AFTER_CLICK_MS = 500;
/** The editor repaints rows up to 200 ms after the event, and later if it is busy. */
const LATEST_REPAINT_MS = 2000;

/**
 * Delays repaints that would disturb the user. The editor closes the tooltip of a row that it
 * repaints, and does not say when a tooltip was closed: so the row under the pointer, and those that
 * are repainted with it, are not repainted until a row is selected or the tooltip of one elsewhere
 * is opened, for 20 s at most.
 */
export class OpenHover implements vscode.Disposable {
  #key: string | undefined;
  /** The row whose tooltip was requested last. The editor keeps it until the row is repainted. */
  #resolved: string | undefined;
  /** When rows were last to be repainted, in milliseconds since 1970. */
  #repaintedAt = 0;
  /** The rows to repaint once the tooltip is closed. */
  readonly #waiting = new Set<string>();
  #workOnceClosed: (() => void) | undefined;
  readonly #clock: Clock;
  readonly #together: (keys: readonly string[]) => readonly string[];
  readonly #repaint: (keys: readonly string[]) => void;
  readonly #forget: (keys: readonly string[]) => void;
  readonly #closing: Later;
  readonly #working: Later;

  /**
   * @param together returns the rows that are repainted with these, as `repaintedTogether` does.
   * @param forget repaints these rows alone, if that is possible. The editor then requests their
   *   tooltips again when they open, so that these have the newest counts and are known to be open.
   */
  constructor(
    clock: Clock,
    together: (keys: readonly string[]) => readonly string[],
    repaint: (keys: readonly string[]) => void,
    forget: (keys: readonly string[]) => void,
  ) {
    this.#clock = clock;
    this.#together = together;
    this.#repaint = repaint;
    this.#forget = forget;
    this.#closing = new Later(clock, () => {
      this.#close();
      this.#working.now();
    });
    this.#working = new Later(clock, () => {
      this.#workOnceClosed?.();
      this.#workOnceClosed = undefined;
    });
  }

  /** Call this when the editor requests the tooltip of a row. */
  open(key: string): void {
    const group = this.#together([key]);
    if (key !== this.#key) this.#repaintWaiting(group);
    // While the pointer moves within the group, a repaint would close the tooltip that opens.
    if (this.#resolved !== undefined && !group.includes(this.#resolved)) {
      this.#forget(this.#together([this.#resolved]));
    }
    this.#key = this.#resolved = key;
    this.#closing.restart(LONGEST_MS);
  }

  /** Call this when rows are selected: a click or a key closes the tooltip. */
  closed([one, other]: readonly string[]): void {
    // The editor may be repainting one of them just now, without the others.
    const isRepainted = this.#clock.now() - this.#repaintedAt < LATEST_REPAINT_MS;
    if (one !== undefined && other !== undefined && isRepainted) this.#waiting.add(one);
    if (this.#key !== undefined || this.#waiting.size > 0) this.#closing.restart(AFTER_CLICK_MS);
  }

  /**
   * Returns the rows to repaint now. The others are repainted once the tooltip is closed.
   * @param most more rows than this are repainted by painting the whole tree.
   */
  letPass(keys: readonly string[], most: number): readonly string[] {
    this.#repaintedAt = this.#clock.now();
    if (this.#key === undefined) return keys;
    const group = new Set(this.#together([this.#key]));
    const others = keys.filter((key) => !group.has(key));
    const free = this.#together(others).length > most ? [] : others;
    for (const key of keys) if (!free.includes(key)) this.#waiting.add(key);
    return free;
  }

  /**
   * Runs `work` when no tooltip may be open, or after 20 s even if one is. If called again before
   * that, only the last `work` runs.
   */
  onceClosed(work: () => void): void {
    this.#workOnceClosed = work;
    if (this.#key === undefined) this.#working.now();
    else this.#working.soon(LONGEST_MS);
  }

  dispose(): void {
    this.#working.cancel();
    this.#closing.cancel();
  }

  readonly #close = (): void => {
    this.#closing.cancel();
    this.#key = undefined;
    this.#repaintWaiting([]);
  };

  #repaintWaiting(except: readonly string[]): void {
    const waiting = [...this.#waiting].filter((key) => !except.includes(key));
    for (const key of waiting) this.#waiting.delete(key);
    if (waiting.length === 0) return;
    this.#repaintedAt = this.#clock.now();
    this.#repaint(waiting);
  }
}
