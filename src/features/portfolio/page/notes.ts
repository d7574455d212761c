import { Later } from '../../../core/base/later.ts';
import { systemClock } from '../../../editor/systemClock.ts';

/** How long a note is shown. */
const NOTE_MS = 3000;
/** The delay of an announcement that a newer one may replace. */
const DELAY_MS = 300;

/** The text of the live region, and a note on screen that is removed after a while. */
export class Notes {
  readonly #paint: () => void;
  #next = () => '';
  /** The text of the live region. */
  spoken = '';
  /** The note on screen; empty if there is none. */
  shown = '';

  readonly #end = new Later(systemClock, () => {
    // Clear the text, so that the same words are announced if they are said again.
    if (this.spoken === this.shown) this.spoken = '';
    this.shown = '';
    this.#paint();
  });
  readonly #pending = new Later(systemClock, () => {
    this.say(this.#next());
  });

  constructor(paint: () => void) {
    this.#paint = paint;
  }

  say(words: string): void {
    // An earlier sentence that still waits would replace this one.
    this.#pending.cancel();
    this.spoken = words;
    this.#paint();
  }

  /** Announces what the latest `words` returns, at most once in `DELAY_MS`. */
  saySoon(words: () => string): void {
    this.#next = words;
    this.#pending.soon(DELAY_MS);
  }

  /** Announces and shows a note. */
  show(words: string): void {
    this.shown = words;
    this.#end.restart(NOTE_MS);
    this.say(words);
  }
}
