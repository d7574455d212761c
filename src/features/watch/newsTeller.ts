import type { Clock } from '../../core/base/clock.ts';
import { takeNews, type Watched } from '../../core/watch/watchList.ts';
import type { WatchFile } from '../../core/watch/watchText.ts';
import type { WatchStore } from './watchStore.ts';

/** News of this time becomes one message: all projects are asked for within it. */
const COMBINE_MS = 5000;

/** What the telling of news is made of. */
export interface TellerParts {
  readonly store: WatchStore;
  readonly clock: Clock;
  /** Whether this window has the focus. */
  readonly focused: () => boolean;
  /** Whether watching has ended here; then another window tells the news. */
  readonly hasEnded: () => boolean;
  /** Called with what the file says then, and its news: none if another window has taken it. */
  readonly onTaken: (file: WatchFile, news: readonly Watched[]) => void;
}

/** Takes news out of the file that the windows of a sign-in share, so that one window tells it. */
export class NewsTeller {
  readonly #parts: TellerParts;
  #due: (() => void) | undefined;

  constructor(parts: TellerParts) {
    this.#parts = parts;
  }

  /** Takes the news of these after a while, together. A window with the focus comes first. */
  tellSoon(watched: readonly Watched[]): void {
    if (this.#due || watched.every(({ news }) => news === undefined)) return;
    const isAll = watched.every(({ news }) => news !== undefined);
    const { clock, focused } = this.#parts;
    const ms = (isAll ? 0 : COMBINE_MS) + (focused() ? 0 : COMBINE_MS);
    this.#due = clock.after(ms, () => void this.#take());
  }

  dispose(): void {
    this.#due?.();
  }

  async #take(): Promise<void> {
    const { store, hasEnded, onTaken } = this.#parts;
    let news: readonly Watched[] = [];
    const file = await store.change((before) => {
      // Another window tells it.
      if (hasEnded()) return before;
      const taken = takeNews(before.watched);
      ({ news } = taken);
      return { ...before, watched: taken.watched };
    });
    this.#due = undefined;
    if (!hasEnded()) onTaken(file, news);
  }
}
