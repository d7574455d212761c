import { formatRef } from '../core/model/model.ts';
import { parseProjectRef } from '../core/model/projectRef.ts';
import {
  keyOf,
  MOST_WATCHED,
  NEWS,
  type Wanted,
  type WatchedProject,
} from '../core/watch/watchList.ts';
import type { Account } from './account.ts';
import type { Database, Row } from './database.ts';
import { readOr } from './fault.ts';
import { PendingWrite } from './pendingWrite.ts';

/** Returns the changed list. It may be called again with a newer list. */
export type WatchChange = (all: readonly WatchedProject[]) => readonly WatchedProject[];

/**
 * The projects that an account watches: one list for all its windows. A change is one transaction.
 * If the database cannot be written, the change applies in this window, and is repeated on the
 * stored list once it can be.
 */
export class WatchedProjects {
  readonly #account: Account;
  readonly #writing: PendingWrite;
  readonly #stops: readonly (() => void)[];
  #pending: readonly WatchChange[] = [];
  #database: Database;
  /** The last result of `all`. */
  #lastList: readonly WatchedProject[] = [];

  /**
   * @param onChange called when data was cleared, and within a second after another window has
   *   written.
   */
  constructor(account: Account, warn: (line: string) => void, onChange: () => void) {
    this.#account = account;
    this.#database = account.database;
    const { events } = account;
    this.#stops = [events.onDidClear(onChange), events.onWrittenElsewhere(onChange)];
    const write = () => this.#write();
    const what = 'The list of watched projects';
    this.#writing = new PendingWrite({ clock: account.clock, warn, what, write });
  }

  /** What all windows watch now, in the order in which it was added, with pending changes. */
  get all(): readonly WatchedProject[] {
    this.#move();
    this.#lastList = readOr(this.#lastList, () => {
      const { id } = this.#account;
      return this.#afterChanges(id, id === undefined ? [] : this.#stored(id), this.#pending);
    });
    return this.#lastList;
  }

  change(change: WatchChange): void {
    const before = this.all;
    if (isSame(change(before), before)) return;
    this.#pending = [...this.#pending, change];
    this.#writing.flush();
  }

  /** As `change`, but if the list cannot be written now, returns false and drops the change. */
  changeNow(change: WatchChange): boolean {
    const before = this.#pending;
    this.#pending = [...before, change];
    const isWritten = this.#writing.flush();
    if (!isWritten) this.#pending = before;
    return isWritten;
  }

  /** Writes what is pending and ends. Never rejects. */
  async settle(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.#writing.settle();
  }

  /** If `mintscope.keepRows` was switched, moves the list to the other database. */
  #move(): void {
    const { database, signIn } = this.#account;
    const [from, moved] = [this.#database, this.#lastList];
    if (database === from) return;
    this.#database = database;
    // The pending changes are part of what is moved.
    this.#pending = [];
    try {
      const accounts = 'select id from account where sign_in = ?';
      from.run(`delete from watched where account in (${accounts})`, signIn);
    } catch {
      // The rest of that database is deleted later, and this with it.
    }
    this.change((all) => {
      const keys = new Set(all.map(keyOf));
      return [...all, ...moved.filter((one) => !keys.has(keyOf(one)))].slice(0, MOST_WATCHED);
    });
  }

  #write(): boolean {
    const changes = this.#pending;
    if (changes.length === 0) return false;
    this.#account.write((id, database) => {
      const before = this.#stored(id);
      const after = this.#afterChanges(id, before, changes);
      const keys = new Set(after.map(keyOf));
      for (const one of before) {
        if (keys.has(keyOf(one))) continue;
        const project = formatRef(one.ref);
        database.run('delete from watched where account = ? and project = ?', id, project);
      }
      for (const { ref, name, row, since, news, stalled, failed, wanted } of after) {
        database.run(
          `insert into watched
             (account, project, name, row_key, since, news, stalled, failed, wanted)
           values (?, ?, ?, ?, ?, ?, ?, ?, ?)
           on conflict (account, project) do update set name = excluded.name,
             row_key = excluded.row_key, since = excluded.since, news = excluded.news,
             stalled = excluded.stalled, failed = excluded.failed, wanted = excluded.wanted`,
          ...[id, formatRef(ref), name, row ?? null, since, news ?? null],
          ...[Number(stalled ?? false), Number(failed ?? false)],
          wanted ? JSON.stringify(wanted) : null,
        );
      }
    });
    this.#pending = [];
    return false;
  }

  #stored(id: number): readonly WatchedProject[] {
    const sql = 'select * from watched where account = ? order by id';
    return this.#account.database.all(sql, id).flatMap(watchedOf);
  }

  /** The list after these changes, without what they added before the user cleared the list. */
  #afterChanges(
    id: number | undefined,
    before: readonly WatchedProject[],
    changes: readonly WatchChange[],
  ): readonly WatchedProject[] {
    if (changes.length === 0) return before;
    const { database, clock } = this.#account;
    const cleared = database.get(
      'select watched_cleared_at as at from account where id = ?',
      id ?? 0,
    );
    const clearedAt = Number(cleared?.at ?? 0);
    const keys = new Set(before.map(keyOf));
    // A time in the future means that the clock was set back after the clearing.
    const mayStay = (one: WatchedProject) =>
      keys.has(keyOf(one)) || one.since > clearedAt || clearedAt > clock.now();
    return changes.reduce((all, change) => change(all), before).filter(mayStay);
  }
}

function watchedOf(row: Row): WatchedProject[] {
  const ref = parseProjectRef(String(row.project));
  const one = {
    name: String(row.name),
    row: row.row_key === null ? undefined : String(row.row_key),
    since: Number(row.since),
    news: NEWS.find((news) => news === row.news),
    stalled: row.stalled === 1,
    failed: row.failed === 1,
    wanted: typeof row.wanted === 'string' ? (JSON.parse(row.wanted) as Wanted) : undefined,
  };
  return ref ? [{ ref, ...one }] : [];
}

function isSame(one: readonly WatchedProject[], other: readonly WatchedProject[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
