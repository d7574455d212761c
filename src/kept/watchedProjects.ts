import { parseProjectRef } from '../core/model/projectRef.ts';
import { keyOf, MOST_WATCHED, type WatchedProject } from '../core/watch/watchList.ts';
import type { Account } from './keptData.ts';
import type { Database, Row } from './database.ts';
import { readOr } from './fault.ts';

/** May be called again with a newer list. */
export type WatchChange = (all: readonly WatchedProject[]) => readonly WatchedProject[];

/**
 * One list for all windows of an account. A change that cannot be written applies in this window,
 * and is repeated on the stored list once it can be.
 */
export class WatchedProjects {
  readonly #account: Account;
  readonly #warn: (line: string) => void;
  readonly #stop: () => void;
  #pending: readonly WatchChange[] = [];
  #database: Database;
  #lastList: readonly WatchedProject[] = [];

  constructor(account: Account, warn: (line: string) => void, onChange: () => void) {
    this.#account = account;
    this.#warn = warn;
    this.#database = account.database;
    this.#stop = account.onChange((isCleared) => {
      if (isCleared) this.#pending = [];
      onChange();
    });
  }

  /** In the order in which it was added, with pending changes. */
  get all(): readonly WatchedProject[] {
    this.#move();
    readOr(undefined, this.#write);
    this.#lastList = readOr(this.#lastList, () => this.#changed());
    return this.#lastList;
  }

  /**
   * Resolves when the change is stored, also if another window is writing for up to 5 seconds, or
   * when that has failed and is to be tried again. Never rejects.
   */
  async change(change: WatchChange): Promise<void> {
    const before = this.all;
    if (JSON.stringify(change(before)) === JSON.stringify(before)) return;
    this.#pending = [...this.#pending, change];
    await this.#account.database.whenFree(this.#write).catch((error: unknown) => {
      this.#warn(`The list of watched projects cannot be stored: ${String(error)}`);
    });
  }

  /** Writes what is pending. Never rejects. */
  async settle(): Promise<void> {
    this.#stop();
    await this.#account.database.whenFree(this.#write).catch(() => undefined);
  }

  /** If `mintscope.keepRows` was switched, moves the list to the other database. */
  #move(): void {
    const from = this.#database;
    if (this.#account.database === from) return;
    this.#database = this.#account.database;
    // The list as it was includes the pending changes.
    const moved = this.#lastList;
    const moving: WatchChange = (all) => {
      const keys = new Set(all.map(keyOf));
      return [...all, ...moved.filter((one) => !keys.has(keyOf(one)))].slice(0, MOST_WATCHED);
    };
    this.#pending = [moving];
    // If that fails, the rest of that database is deleted later, and this with it.
    const sql = 'delete from watched where account = (select id from account where sign_in = ?)';
    readOr(0, () => from.run(sql, this.#account.signIn));
  }

  readonly #write = (): void => {
    if (this.#pending.length === 0) return;
    this.#account.write((id, database) => {
      const changed = this.#changed();
      database.run('delete from watched where account = ?', id);
      const sql = 'insert into watched (account, project, facts) values (?, ?, ?)';
      for (const { ref, ...facts } of changed) {
        database.run(sql, id, ref, JSON.stringify(facts));
      }
    });
    this.#pending = [];
  };

  /** The stored list after the pending changes. Throws as SQLite does. */
  #changed(): readonly WatchedProject[] {
    const sql = 'select project, facts from watched where account = ? order by id';
    const stored: readonly WatchedProject[] = this.#account.all(sql).flatMap(watchedOf);
    return this.#pending.reduce((all, change) => change(all), stored);
  }
}

/** None if the row is damaged. */
function watchedOf({ project, facts }: Row): readonly WatchedProject[] {
  const ref = parseProjectRef(String(project));
  const found = readOr(null, () => JSON.parse(String(facts)) as Partial<WatchedProject> | null);
  if (!ref || typeof found?.name !== 'string' || typeof found.since !== 'number') return [];
  return [{ ...found, ref, name: found.name, since: found.since }];
}
