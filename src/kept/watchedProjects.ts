import { formatRef } from '../core/model/model.ts';
import { parseProjectRef } from '../core/model/projectRef.ts';
import { keyOf, MOST_WATCHED, type WatchedProject } from '../core/watch/watchList.ts';
import type { Account } from './account.ts';
import type { Database } from './database.ts';
import { parsedCell, readOr } from './fault.ts';

/** Returns the changed list. It may be called again with a newer list. */
export type WatchChange = (all: readonly WatchedProject[]) => readonly WatchedProject[];

interface Pending {
  readonly change: WatchChange;
  /** What `Account.id` was; it does not apply once that has changed, because all was cleared. */
  readonly account: number | undefined;
}

/**
 * The projects that an account watches: one list for all its windows. A change is one transaction.
 * If the database cannot be written, the change applies in this window, and is repeated on the
 * stored list once it can be.
 */
export class WatchedProjects {
  readonly #account: Account;
  readonly #warn: (line: string) => void;
  readonly #stops: readonly (() => void)[];
  #pending: readonly Pending[] = [];
  #database: Database;
  /** The last result of `all`. */
  #lastList: readonly WatchedProject[] = [];

  /**
   * @param onChange called when data was cleared, and within a second after another window has
   *   written.
   */
  constructor(account: Account, warn: (line: string) => void, onChange: () => void) {
    this.#account = account;
    this.#warn = warn;
    this.#database = account.database;
    const { events } = account;
    this.#stops = [events.onDidClear(onChange), events.onWrittenElsewhere(onChange)];
  }

  /** What all windows watch now, in the order in which it was added, with pending changes. */
  get all(): readonly WatchedProject[] {
    this.#move();
    readOr(undefined, this.#write);
    this.#lastList = readOr(this.#lastList, () => this.#after(this.#stored()));
    return this.#lastList;
  }

  /**
   * Resolves when the change is stored, also if another window is writing for up to 5 seconds: then
   * the last call of `change` got the list as stored by all windows. Or else resolves when storing
   * has failed, and tries again later. Never rejects.
   */
  async change(change: WatchChange): Promise<void> {
    const before = this.all;
    if (isSame(change(before), before)) return;
    const account = readOr(undefined, () => this.#account.id('watched'));
    this.#pending = [...this.#pending, { change, account }];
    await this.#account.database.whenFree(this.#write).catch((error: unknown) => {
      this.#warn(`The list of watched projects cannot be stored: ${String(error)}`);
    });
  }

  /** Writes what is pending and ends. Never rejects. */
  async settle(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.#account.database.whenFree(this.#write).catch(() => undefined);
  }

  /** If `mintscope.keepRows` was switched, moves the list to the other database. */
  #move(): void {
    const { database, signIn } = this.#account;
    const from = this.#database;
    const moved = this.#lastList;
    if (database === from) return;
    this.#database = database;
    // The pending changes are part of what is moved.
    this.#pending = [];
    // If that fails, the rest of that database is deleted later, and this with it.
    const sql = `update account set sign_in = null where sign_in = ? and part = 'watched'`;
    readOr(0, () => from.run(sql, signIn));
    void this.change((all) => {
      const keys = new Set(all.map(keyOf));
      return [...all, ...moved.filter((one) => !keys.has(keyOf(one)))].slice(0, MOST_WATCHED);
    });
  }

  readonly #write = (): void => {
    if (this.#pending.length === 0) return;
    this.#account.write('watched', (id, database) => {
      const after = this.#after(this.#stored());
      database.run('delete from watched where account = ?', id);
      for (const { ref, ...facts } of after) {
        database.run(
          'insert into watched (account, project, facts) values (?, ?, ?)',
          ...[id, formatRef(ref), JSON.stringify(facts)],
        );
      }
    });
    this.#pending = [];
  };

  /** Rows that are damaged are left out. */
  #stored(): readonly WatchedProject[] {
    const id = this.#account.id('watched') ?? null;
    const sql = 'select project, facts from watched where account = ? order by id';
    return this.#account.database.all(sql, id).flatMap(({ project, facts }) => {
      const ref = parseProjectRef(String(project));
      const found = parsedCell(facts) as Partial<WatchedProject> | null | undefined;
      if (!ref || typeof found?.name !== 'string' || typeof found.since !== 'number') return [];
      return [{ ...found, ref, name: found.name, since: found.since }];
    });
  }

  /** The list after the pending changes. */
  #after(before: readonly WatchedProject[]): readonly WatchedProject[] {
    const id = this.#account.id('watched');
    return this.#pending.reduce(
      (all, { change, account = id }) => (account === id ? change(all) : all),
      before,
    );
  }
}

function isSame(one: readonly WatchedProject[], other: readonly WatchedProject[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
