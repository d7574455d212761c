import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { keyOf, takeNews, type Watched, type WatchedProject } from '../../core/watch/watchList.ts';
import type { WatchChange, WatchedProjects } from '../../kept/watchedProjects.ts';
import { readerOf } from '../../stats/statsReader.ts';

export interface AnnouncerParts {
  readonly connection: ActiveConnection;
  /** Whether this window has the focus. */
  readonly focused: () => boolean;
  /** Called when this window has taken the news over from the list. */
  readonly onTaken: () => void;
  /** Called once with what is to be announced, in one window only. */
  readonly onNews: (news: readonly Watched[]) => void;
}

/** News of this time becomes one message: all projects are read within it. */
const COMBINE_MS = 5000;

/** Announces the news of the watched projects of a sign-in: combined, and in one window only. */
export class NewsAnnouncer {
  readonly #parts: AnnouncerParts;
  readonly #list: WatchedProjects;
  #due: (() => void) | undefined;
  #couldNotTake = false;

  /** @param list the watched projects, as all windows of the sign-in see them. */
  constructor(parts: AnnouncerParts, list: WatchedProjects) {
    this.#parts = parts;
    this.#list = list;
  }

  /** Call it when these projects may have news. A window with the focus announces it first. */
  announceSoon(watched: readonly WatchedProject[]): void {
    const isNews = ({ news }: WatchedProject) => news !== undefined;
    if (this.#due || !watched.some(isNews)) return;
    const ms = watched.every(isNews) ? 0 : COMBINE_MS;
    const later = this.#parts.focused() && !this.#couldNotTake ? 0 : COMBINE_MS;
    this.#due = this.#parts.connection.store.clock.after(ms + later, () => {
      this.#due = undefined;
      this.#announce();
    });
  }

  cancel(): void {
    this.#due?.();
  }

  /** Announces what no other window has announced. */
  #announce(): void {
    const keys = new Set(this.#list.all.filter(({ news }) => news !== undefined).map(keyOf));
    let taken: readonly WatchedProject[] = [];
    const take: WatchChange = (all) => {
      const { watched, news } = takeNews(all, keys);
      taken = news;
      return watched;
    };
    const isTaken = this.#list.changeNow(take);
    if (!isTaken && this.#couldNotTake) this.#list.change(take);
    // If the disk stays full, news is announced all the same.
    const news = isTaken || this.#couldNotTake ? taken : [];
    this.#couldNotTake = !isTaken && !this.#couldNotTake;
    this.#parts.onTaken();
    const reader = readerOf(this.#parts.connection);
    const shown: readonly Watched[] = news.map((one) => ({ ...one, last: reader.last(one.ref) }));
    if (shown.length > 0) this.#parts.onNews(shown);
  }
}
