import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { followConnection } from '../../connection/perConnection.ts';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { notReadYet } from '../../core/messages/countMessages.ts';
import type { Project } from '../../core/model/model.ts';
import type { ProjectPace } from '../../core/stats/forecast.ts';
import {
  goesOn,
  keyOf,
  rowKeysOf,
  type Watched,
  type WatchedProject,
} from '../../core/watch/watchList.ts';
import { contextSetter } from '../../editor/contextKeys.ts';
import { asOfWords } from '../../editor/locale.ts';
import { Slice } from '../../editor/slices.ts';
import { hasFocus, onDidChangeFocus } from '../../editor/windowFocus.ts';
import type { WatchChange } from '../../kept/watchedProjects.ts';
import { failuresOf } from '../../stats/failures.ts';
import { projectPace } from '../../stats/projectPace.ts';
import { watchedOf } from '../../stats/rowFacts.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { Watcher } from './watcher.ts';
import { showNews } from './watchNews.ts';
import { WatchStatusItem } from './watchStatusItem.ts';
import type { WatchedTime } from './watchWords.ts';

export interface WatchingParts {
  readonly session: Session;
  readonly projects: PagedList<Project>;
  /** Paints the rows at once, for what the user has changed in this window. */
  readonly paintNow: () => void;
}

/** Reports on what the sign-in in use watches, in the status bar and in messages. */
export class Watching implements vscode.Disposable {
  readonly #parts: WatchingParts;
  readonly #status = new WatchStatusItem();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  readonly #setContext = contextSetter();
  #watcher: Watcher | undefined;
  #connection: ActiveConnection | undefined;
  /** Stands for the last call of `#showStatus`. */
  #call: object = {};

  constructor(parts: WatchingParts) {
    this.#parts = parts;
    const { session, projects } = parts;
    const look = () => {
      this.#watcher?.look();
    };
    this.#subscriptions = [
      this.#status,
      // Subscribed after the panels, so that they have taken a reading over by then.
      followConnection(session, (current) => this.#follow(current)),
      session.onDidChangeStatus(look),
      onDidChangeFocus(() => {
        if (hasFocus()) this.#watcher?.hurry();
        else look();
      }),
      vscode.workspace.onDidChangeConfiguration(look),
      { dispose: projects.onChange(look) },
    ];
  }

  get over(): readonly Watched[] {
    return this.#watcher?.over ?? [];
  }

  get watched(): readonly Watched[] {
    return this.#watcher?.watched ?? [];
  }

  /** The pace of each, by `keyOf`; `undefined` while no counts can be read. */
  get paces(): ReadonlyMap<string, ProjectPace> | undefined {
    const connection = this.#connection;
    const { outage, refused } = this.#parts.session;
    if (!connection || outage || refused) return undefined;
    const paceOf = ({ ref, last }: Watched) => projectPace(connection, ref, last);
    return new Map(this.watched.map((one) => [keyOf(one), paceOf(one)]));
  }

  /** Call it when the user has seen these rows: what is over of them is then shown in no window. */
  see(keys: ReadonlySet<string>): void {
    const isSeen = (one: WatchedProject) => rowKeysOf(one).some((key) => keys.has(key));
    if (!this.#connection || !this.over.some(isSeen)) return;
    this.change(this.#connection, (all) => all.filter((one) => !one.over || !isSeen(one)));
  }

  /** For an action of the user in this window. Does nothing if the sign-in is no longer in use. */
  change(connection: ActiveConnection, work: WatchChange): void {
    if (connection !== this.#connection) return;
    this.#watcher?.change(work);
    this.#parts.paintNow();
  }

  /** @returns how many of the projects of these rows were watched. */
  stop(connection: ActiveConnection, keys: ReadonlySet<string>): number {
    const isStopped = (one: WatchedProject) =>
      !one.over && rowKeysOf(one).some((key) => keys.has(key));
    let stopped = 0;
    this.change(connection, (all) => {
      const remaining = all.filter((one) => !isStopped(one));
      stopped = all.length - remaining.length;
      return remaining;
    });
    return stopped;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #follow(current: ActiveConnection | undefined): readonly vscode.Disposable[] {
    const { session } = this.#parts;
    this.#connection = current;
    this.#watcher = undefined;
    if (!current) {
      this.#show();
      return [];
    }
    const watcher = new Watcher({
      connection: current,
      focused: hasFocus,
      random: Math.random,
      mayRequest: () => !session.refused,
      statusOf: (one) => this.#statusOf(one),
      isShared: (ref) => this.#parts.projects.rowsOf(keyOf({ ref })).length > 1,
      onChange: this.#show,
      onNews: (all) => void showNews(this, current, all),
    });
    this.#watcher = watcher;
    watcher.look();
    return [
      new vscode.Disposable(watcher.dispose),
      failuresOf(current).onDidChange((refs) => {
        // Mark All as Seen.
        if (refs.length === 0) this.see(new Set(this.over.map(keyOf)));
      }),
    ];
  }

  #statusOf(one: WatchedProject): string | undefined {
    const { projects } = this.#parts;
    const { restored, asOf = 0 } = projects.state;
    const rows = rowKeysOf(one).flatMap((key) => projects.rowOf(key) ?? []);
    // A stored row counts once its page was read again.
    return rows.find(({ askedAt = 0 }) => !restored || askedAt > asOf)?.status;
  }

  readonly #show = (): void => {
    const { watched } = this;
    // The others have ended and await their notification.
    const ongoing = watched.filter(goesOn);
    this.#setContext('mintscope.watching', watched.length > 0);
    if (this.#connection) {
      const rows = watched.flatMap((one) => rowKeysOf(one).map((key) => [key, one.ref] as const));
      watchedOf(this.#connection).set(new Map(rows));
    }
    void this.#showStatus(ongoing);
  };

  /** Finding the paces yields to other work after each slice; then a later call ends it. */
  async #showStatus(ongoing: readonly Watched[]): Promise<void> {
    const connection = this.#connection;
    const call = (this.#call = {});
    const slice = new Slice(1);
    for (const { ref, last } of connection ? ongoing : []) {
      if (slice.isOver) await slice.next();
      if (!connection || this.#call !== call) return;
      projectPace(connection, ref, last);
    }
    const reader = connection && readerOf(connection);
    const now = connection?.store.clock.now() ?? 0;
    const { waitUntil } = this.#parts.session;
    this.#status.show(ongoing, this.over, now, reader, waitUntil, this.#timeOf(ongoing));
  }

  #timeOf(ongoing: readonly Watched[]): WatchedTime {
    const { paces } = this;
    if (paces) return { paces };
    const readAt = Math.max(...ongoing.map(({ last }) => last?.at ?? 0));
    return { age: readAt > 0 ? asOfWords(readAt) : notReadYet() };
  }
}
