import { Later } from '../../core/base/later.ts';
import { systemClock } from '../../editor/systemClock.ts';

/** How long a note is shown, and the wait before the last of several sentences is said. */
const NOTE_MS = 3000;
const PAUSE_MS = 300;

/** What a screen reader is told of what the user did, and what is shown of it for a while. */
export class Notes {
  readonly #paint: () => void;
  #next = () => '';
  /** The text of the live region. */
  spoken = '';
  /** What was just done; mostly empty. */
  shown = '';

  readonly #end = new Later(systemClock, () => {
    // The same words are read aloud again when they are said again.
    if (this.spoken === this.shown) this.spoken = '';
    this.shown = '';
    this.#paint();
  });
  readonly #later = new Later(systemClock, () => {
    this.say(this.#next());
  });

  constructor(paint: () => void) {
    this.#paint = paint;
  }

  say(words: string): void {
    // What is older would replace it.
    this.#later.cancel();
    this.spoken = words;
    this.#paint();
  }

  /** Says what `words` returns then, once no more follows for a moment. */
  saySoon(words: () => string): void {
    this.#next = words;
    this.#later.soon(PAUSE_MS);
  }

  /** Says what was done, and shows it for a while, or until the next note if it `stays`. */
  show(words: string, stays = false): void {
    this.shown = words;
    if (stays) this.#end.cancel();
    else this.#end.restart(NOTE_MS);
    this.say(words);
  }
}
