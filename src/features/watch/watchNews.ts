import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import {
  doneWords,
  endedBeforeWords,
  endedWords,
  failedWords,
  goneWords,
  growsWords,
  idleWords,
  movesWords,
  reachedWords,
  stalledWords,
  watchedName,
} from '../../core/messages/watchMessages.ts';
import { formatRef } from '../../core/model/model.ts';
import { describeRef } from '../../core/model/projectRef.ts';
import {
  keyOf,
  type News,
  takeNews,
  type Watched,
  type WatchedProject,
} from '../../core/watch/watchList.ts';
import { askChoice } from '../../editor/askChoice.ts';
import { formatNumber } from '../../editor/locale.ts';
import { showInformation, showWarning } from '../../editor/notify.ts';
import type { WatchChange, WatchedProjects } from '../../kept/watchedProjects.ts';
import { readerOf } from '../../stats/statsReader.ts';

/**
 * Shows the news of watched projects: one message for each kind of news. Resolves when the user has
 * answered those with buttons.
 * @param stop stops watching the projects with these keys. Returns how many were watched.
 */
export async function showNews(
  stop: (keys: ReadonlySet<string>) => number,
  connection: ActiveConnection,
  news: readonly Watched[],
): Promise<void> {
  const [open, stopWatching] = [l10n.t('Open'), l10n.t('Stop Watching')];
  const newsOf = (kind: News) => news.filter((one) => one.news === kind);
  const [done, idle, gone] = [newsOf('done'), newsOf('idle'), newsOf('gone')];
  const [ended, failed, stalled] = [newsOf('ended'), newsOf('failed'), newsOf('stalled')];
  const [share, moves, grows] = [newsOf('share'), newsOf('moves'), newsOf('grows')];
  if (gone.length > 0) void showWarning(`${goneWords(gone)}.`);
  const act = async (all: readonly Watched[], choice: string | undefined) => {
    // The user may answer the message much later.
    if (connection.ended.aborted) return;
    if (choice === open) await openOne(all, connection);
    if (choice !== stopWatching || stop(new Set(all.map(keyOf))) > 0) return;
    void showInformation(`${endedBeforeWords(all)}.`);
  };
  const inform = async (all: readonly Watched[], words: string) => {
    if (all.length > 0) await act(all, await showInformation(`${words}.`, open));
  };
  const warn = async (all: readonly Watched[], words: string, ...actions: readonly string[]) => {
    if (all.length > 0) await act(all, await showWarning(`${words}.`, open, ...actions));
  };
  await Promise.all([
    inform(done, doneWords(done, formatNumber)),
    inform(idle, idleWords(idle)),
    inform(share, reachedWords(share, formatNumber)),
    inform(moves, movesWords(moves, formatNumber)),
    inform(grows, growsWords(grows, formatNumber)),
    warn(ended, endedWords(ended, formatNumber)),
    warn(failed, failedWords(failed, formatNumber), stopWatching),
    warn(stalled, stalledWords(stalled, formatNumber), stopWatching),
  ]);
}

async function openOne(all: readonly Watched[], { ended }: ActiveConnection): Promise<void> {
  const chosen =
    all.length === 1
      ? all[0]
      : await askChoice<Watched>({
          title: l10n.t('Open the stats of which project?'),
          choices: all.map((one) => ({
            label: watchedName(one),
            description: describeRef(one.ref),
            value: one,
          })),
          ended,
        });
  if (!chosen || ended.aborted) return;
  await vscode.commands.executeCommand('mintscope.openStats', formatRef(chosen.ref));
}

export interface AnnouncerParts {
  readonly connection: ActiveConnection;
  readonly focused: () => boolean;
  /** Called after each try to take news from the list. If it failed, `announceSoon` tries again. */
  readonly onTried: () => void;
  /** Called with news, once and in one window only unless the database cannot be written. */
  readonly onNews: (news: readonly Watched[]) => void;
}

/** How long news is collected for one message. A window without the focus waits as long again. */
const COMBINE_MS = 5000;

/** Announces the news of the watched projects of a sign-in: combined, and in one window only. */
export class NewsAnnouncer {
  readonly #parts: AnnouncerParts;
  readonly #list: WatchedProjects;
  #cancelDue: (() => void) | undefined;
  #couldNotTake = false;

  /** @param list the watched projects, as all windows of the sign-in see them. */
  constructor(parts: AnnouncerParts, list: WatchedProjects) {
    this.#parts = parts;
    this.#list = list;
  }

  /** Call it when these projects may have news. The window with the focus announces it first. */
  announceSoon(watched: readonly WatchedProject[]): void {
    const hasNews = ({ news }: WatchedProject) => news !== undefined;
    if (this.#cancelDue || !watched.some(hasNews)) return;
    const collectMs = watched.every(hasNews) ? 0 : COMBINE_MS;
    const waitMs = this.#parts.focused() && !this.#couldNotTake ? 0 : COMBINE_MS;
    this.#cancelDue = this.#parts.connection.store.clock.after(collectMs + waitMs, () => {
      this.#cancelDue = undefined;
      this.#announce();
    });
  }

  cancel(): void {
    this.#cancelDue?.();
  }

  /** Removes from the list the news that no other window has removed, and announces it. */
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
    // If the database cannot be written twice in a row, news is announced all the same.
    const news = isTaken || this.#couldNotTake ? taken : [];
    this.#couldNotTake = !isTaken && !this.#couldNotTake;
    this.#parts.onTried();
    const reader = readerOf(this.#parts.connection);
    const shown: readonly Watched[] = news.map((one) => ({ ...one, last: reader.last(one.ref) }));
    if (shown.length > 0) this.#parts.onNews(shown);
  }
}
