import { Later } from '../../core/base/later.ts';
import { systemClock } from '../../editor/systemClock.ts';

/** How long a note is shown, and the wait before the last of several sentences is said. */
const NOTE_MS = 3000;
const PAUSE_MS = 300;

/** What a screen reader announces of the user's actions, and what is shown of them for a while. */
export class Notes {
  readonly #paint: () => void;
  #next = () => '';
  /** The text of the live region. */
  spoken = '';
  /** What was just done; mostly empty. */
  shown = '';

  readonly #end = new Later(systemClock, () => {
    // Clear the text, so that the same words are announced if they are said again.
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
    // An earlier sentence that still waits would replace this one.
    this.#later.cancel();
    this.spoken = words;
    this.#paint();
  }

  /** Says what `words` returns, once no other call has followed for a moment. */
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
