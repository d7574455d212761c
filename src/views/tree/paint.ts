import type * as vscode from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';

/** The least time between two background paints. */
const LEAST_MS = 2_000;
/** Paints take at most a twentieth of the time: a background paint waits this often its length. */
const REST_FACTOR = 20;
/** What the editor itself takes at least to paint a row, in milliseconds. */
const ROW_MS = 0.035;
/** But not longer than this: the machine may have slept during a paint. */
const LONGEST_REST_MS = 20_000;
/** Changes within this time are painted together. */
const TOGETHER_MS = 100;
/** A tooltip may be open for this long after it was requested: most users read one in less. */
const READING_MS = 20_000;
/** After a click, another may follow, and the row that it opens is not to wait for a paint. */
const AFTER_CLICK_MS = 500;
/** The longest that a click waits for a paint: a row that opens later would surprise the user. */
const LONGEST_WAIT_MS = 2_000;
/** How often a `reveal` is tried while the rows are painted again and again. */
const MOST_REVEALS = 3;

/**
 * When a tree is painted, always as a whole: a change event for single rows closes their tooltips,
 * takes selected rows out of the selection that Ctrl extends, and forgets commands with arguments.
 *
 * What the user did is painted at once (`now`). Other changes are painted in the background
 * (`later`): seldom, and not while a tooltip may be open, because a paint closes it and the editor
 * does not report that a tooltip was closed. During a paint the editor reports no selection.
 */
export class Paint implements vscode.Disposable {
  readonly #clock: Clock;
  readonly #view: { readonly visible: boolean };
  readonly #fire: () => void;
  /** Whether the editor was told to request the rows, and has not done so yet. */
  #isRequested = false;
  /** When the editor requested the rows, by `Clock.uptime`, until they were returned. */
  #askedAt: number | undefined;
  /** How many of these requests wait for their rows. */
  #asked = 0;
  #endedAt = -Infinity;
  #tookMs = 0;
  #paintedLaterAt = -Infinity;
  #readUntil = -Infinity;
  #reveals = 0;
  /** How often the rows were painted at once. */
  #painted = 0;
  #isDue = false;
  readonly #work = new Set<() => void>();
  readonly #waiting = new Set<() => void>();
  readonly #next: Later;

  /** @param fire has the editor request all rows. */
  constructor(clock: Clock, view: { readonly visible: boolean }, fire: () => void) {
    this.#clock = clock;
    this.#view = view;
    this.#fire = fire;
    this.#next = new Later(clock, this.#runIfFree);
  }

  /** Whether a paint is under way, so that the editor reports no selection. */
  get isOn(): boolean {
    return this.#isRequested || this.#askedAt !== undefined;
  }

  /** Paints at once. */
  now(): void {
    this.#isDue = false;
    this.#isRequested = true;
    this.#painted++;
    this.#fire();
  }

  /** Paints in the background. */
  later(): void {
    this.#isDue = true;
    this.#plan();
  }

  /** Runs `work`, which disturbs the user as a paint does, in place of a background paint. */
  instead(work: () => void): void {
    this.#work.add(work);
    this.#plan();
  }

  /** Call this when the editor requests the rows of the top level. */
  begin(): void {
    this.#isRequested = false;
    this.#isDue = false;
    this.#askedAt ??= this.#clock.uptime();
    this.#asked++;
  }

  /**
   * Call this just before so many rows are returned: the editor takes them over at once.
   * @param isTop whether they are those of the top level.
   */
  rowsReturned(count = 0, isTop = true): void {
    if (isTop) this.#asked--;
    setImmediate(() => {
      const isLast = !this.#isRequested && this.#asked === 0;
      if (isLast && this.#askedAt !== undefined) this.#end(this.#askedAt, count);
      for (const look of this.#waiting) look();
    });
  }

  /** Call this when the view has become visible. */
  readonly shown = (): void => {
    this.#plan();
  };

  /** Call this when the editor requests a tooltip. A paint later makes it request it again. */
  tooltipRequested(): void {
    this.#isDue = true;
    this.#readUntil = this.#clock.uptime() + READING_MS;
    this.#plan();
  }

  /** Call this when the user has selected a row or run a command: that has closed the tooltip. */
  userActed(): void {
    this.#readUntil = this.#clock.uptime() + AFTER_CLICK_MS;
    this.#plan();
  }

  /** Resolves once no paint is under way and `isReady`, but after 2 s at most. */
  end(isReady: () => boolean = () => true): Promise<void> {
    const isOver = () => !this.isOn && isReady();
    if (isOver()) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        cancel();
        this.#waiting.delete(look);
        resolve();
      };
      const look = () => {
        if (isOver()) done();
      };
      const cancel = this.#clock.after(LONGEST_WAIT_MS, done);
      this.#waiting.add(look);
    });
  }

  /**
   * Runs a `reveal` after the paint under way, and again if one came during it: the editor then
   * resolves it without effect.
   * @param isDone whether it had an effect all the same, or the user has selected something since.
   */
  async reveal(run: () => Thenable<void>, isDone = () => false): Promise<void> {
    for (let tries = 0; tries < MOST_REVEALS; tries++) {
      await this.end();
      if (tries > 0 && isDone()) return;
      const before = this.#painted;
      this.#reveals++;
      try {
        await run();
      } finally {
        this.#reveals--;
        this.#plan();
      }
      if (this.#painted === before) return;
    }
  }

  dispose(): void {
    this.#next.cancel();
  }

  #end(askedAt: number, count: number): void {
    this.#askedAt = undefined;
    this.#endedAt = this.#clock.uptime();
    this.#tookMs = Math.max(this.#endedAt - askedAt, count * ROW_MS);
    this.#readUntil = -Infinity;
    this.#plan();
  }

  /** Whether something waits for a time at which the user is not disturbed. */
  get #isAnyDue(): boolean {
    return this.#isDue || this.#work.size > 0;
  }

  get #isFree(): boolean {
    return !this.isOn && this.#reveals === 0 && this.#view.visible;
  }

  #plan(): void {
    if (!this.#isAnyDue || !this.#isFree) return;
    const freeAt = Math.max(
      this.#endedAt + Math.min(REST_FACTOR * this.#tookMs, LONGEST_REST_MS),
      this.#paintedLaterAt + LEAST_MS,
      this.#readUntil,
    );
    const now = this.#clock.uptime();
    if (freeAt > now + TOGETHER_MS) this.#next.restart(freeAt - now);
    else this.#next.soon(TOGETHER_MS);
  }

  readonly #runIfFree = (): void => {
    if (!this.#isAnyDue || !this.#isFree) return;
    this.#paintedLaterAt = this.#clock.uptime();
    const work = [...this.#work];
    this.#work.clear();
    for (const run of work) run();
    if (this.#isDue) this.now();
  };
}
