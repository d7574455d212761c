import { rm } from 'node:fs/promises';
import type { Clock } from '../core/base/clock.ts';
import { DAY_MS } from '../core/stats/history.ts';
import { Account } from './account.ts';
import { Database } from './database.ts';

/** A sign-in that was not used for this long is taken for deleted. */
const UNUSED_MS = 90 * DAY_MS;
/** Rows that are deleted in one statement: a few milliseconds, because SQLite overwrites them. */
const AT_A_TIME = 500;

/** What the user may clear of an account, and the tables that hold it. */
const PARTS = {
  rows: { tables: ['list', 'mark'], clearedAt: 'rows_cleared_at' },
  readings: { tables: ['reading'], clearedAt: 'readings_cleared_at' },
  watched: { tables: ['watched'], clearedAt: 'watched_cleared_at' },
} as const;

export type ClearedPart = keyof typeof PARTS;

/** What the stores of this machine are made of. */
export interface KeptDataParts {
  /** The extension's storage for all workspaces. */
  readonly storage: string;
  readonly clock: Clock;
  /** Whether data of a sign-in goes to the disk: not of sample data, nor with `mintscope.keepRows` off. */
  readonly isOnDisk: (signIn: string) => boolean;
  /** Whether anything of a sign-in may be stored: not once the user has signed out. */
  readonly mayStore: (signIn: string) => boolean;
  /** Folders of earlier builds, which `tidy` deletes. */
  readonly earlier?: readonly string[];
  /** Says why data is in memory although it should be on the disk. */
  readonly warn?: (line: string) => void;
}

/** What is stored of a sign-in. */
export interface StoredAccount {
  /** The number of the account in the tables. */
  readonly id: number;
  readonly signIn: string;
  /** The names of the lists of which rows are stored, and the size of these, in bytes. */
  readonly lists: readonly string[];
  readonly rowBytes: number;
  /** How many readings there are, and of how many projects. */
  readonly readings: number;
  readonly projects: number;
  readonly watched: number;
}

/** What is stored on this machine: one database, and another one in memory for what must not be on disk. */
export class KeptData {
  /** Snapshots are here also with `mintscope.keepRows` off, because the user has saved them. */
  readonly file: Database;
  readonly #parts: KeptDataParts;
  #memory: Database | undefined;
  readonly #accounts = new Map<string, Account>();
  readonly #forgotten = new Set<string>();
  readonly #listeners = new Set<() => void>();

  constructor(parts: KeptDataParts) {
    this.#parts = parts;
    this.file = new Database(parts.storage, parts.clock, ({ message }) => {
      parts.warn?.(`What is stored on this machine: ${message}`);
    });
  }

  /** The data of a sign-in. */
  of(signIn: string): Account {
    const { clock, isOnDisk, mayStore } = this.#parts;
    const found =
      this.#accounts.get(signIn) ??
      new Account(
        signIn,
        clock,
        () => (isOnDisk(signIn) ? this.file : this.#inMemory),
        () => !this.#forgotten.has(signIn) && mayStore(signIn),
        this,
      );
    this.#accounts.set(signIn, found);
    return found;
  }

  /** Calls `listener` when this window has cleared data, until the result is called. */
  onDidClear(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** As `Database` says, wherever the data of this window is: no other one writes to its memory. */
  onWrittenElsewhere(listener: () => void): () => void {
    return this.file.onWrittenElsewhere(listener);
  }

  /**
   * Deletes all that is stored of a sign-in but snapshots. No window gives or stores any of it from
   * then on, although the deletion takes several steps. Rejects as SQLite throws.
   */
  async forget(signIn: string): Promise<void> {
    this.#forgotten.add(signIn);
    await this.#forgetWhere('sign_in = ?', signIn);
  }

  /**
   * The same for all sign-ins that have data on disk, also those that are still in use: they begin
   * anew. What is in memory stays.
   */
  async forgetAll(): Promise<void> {
    this.file.run('update account set sign_in = null where sign_in is not null');
    await this.#sweep(this.file);
  }

  /** The same for sign-ins that were not used for 90 days. */
  forgetOld(): Promise<void> {
    return this.#forgetWhere('used_at < ?', this.#parts.clock.now() - UNUSED_MS);
  }

  /**
   * Deletes a part of what is stored, so that no window stores it again. Rejects as SQLite throws.
   * @param accounts the numbers of the accounts.
   */
  async clear(part: ClearedPart, accounts: readonly number[]): Promise<void> {
    const { tables, clearedAt } = PARTS[part];
    try {
      for (const account of accounts) {
        this.file.run(
          `update account set ${clearedAt} = ? where id = ?`,
          ...[this.#parts.clock.now(), account],
        );
        for (const table of tables)
          await this.#deleteFrom(this.file, table, 'account = ?', account);
      }
      this.file.purge();
    } finally {
      for (const listener of this.#listeners) listener();
    }
  }

  /** What is stored of each sign-in on the disk. Throws as SQLite does. */
  contents(): readonly StoredAccount[] {
    return this.file
      .all(
        `select id, sign_in,
           (select group_concat(name) from (
             select name from list where account = account.id order by name)) as lists,
           (select sum(length(rows) + length(head)) from list where account = account.id) as bytes,
           (select count(*) from reading where account = account.id) as readings,
           (select count(distinct project) from reading where account = account.id) as projects,
           (select count(*) from watched where account = account.id) as watched
         from account where sign_in is not null`,
      )
      .map((row) => ({
        id: Number(row.id),
        signIn: String(row.sign_in),
        lists: typeof row.lists === 'string' ? row.lists.split(',') : [],
        rowBytes: Number(row.bytes ?? 0),
        readings: Number(row.readings),
        projects: Number(row.projects),
        watched: Number(row.watched),
      }));
  }

  /**
   * Writes something, reads it and deletes it. Throws if that fails or the data is in memory.
   * @returns false if nothing may be on the disk, because `mintscope.keepRows` is off.
   */
  check(): boolean {
    const signIn = 'check';
    if (!this.#parts.isOnDisk(signIn)) return false;
    if (this.file.trouble) throw this.file.trouble;
    this.file.transaction(() => {
      this.file.run('insert into account (sign_in, used_at) values (?, 0)', signIn);
      if (this.file.run('delete from account where sign_in = ?', signIn) !== 1) {
        throw new Error('What was written could not be read.');
      }
    });
    return true;
  }

  /** Deletes what an interrupted deletion has left, and the files of earlier builds. */
  async tidy(): Promise<void> {
    for (const path of this.#parts.earlier ?? []) await rm(path, { recursive: true, force: true });
    await this.#sweep(this.file);
  }

  dispose(): void {
    this.file.close();
    this.#memory?.close();
  }

  get #inMemory(): Database {
    return (this.#memory ??= new Database(undefined, this.#parts.clock));
  }

  async #forgetWhere(condition: string, ...values: (string | number)[]): Promise<void> {
    for (const database of [this.file, this.#memory]) {
      database?.run(`update account set sign_in = null where ${condition}`, ...values);
    }
    for (const database of [this.file, this.#memory]) if (database) await this.#sweep(database);
  }

  /** Deletes what belongs to no sign-in. */
  async #sweep(database: Database): Promise<void> {
    if (!database.get('select 1 from account where sign_in is null')) return;
    const condition = 'account in (select id from account where sign_in is null)';
    await this.#deleteFrom(database, 'reading', condition);
    // The other tables are small; their rows go with that of the account.
    database.run('delete from account where sign_in is null');
    database.purge();
  }

  async #deleteFrom(
    database: Database,
    table: string,
    condition: string,
    ...values: number[]
  ): Promise<void> {
    const sql = `delete from ${table} where id in
      (select id from ${table} where ${condition} limit ${AT_A_TIME})`;
    while (database.run(sql, ...values) === AT_A_TIME) {
      await new Promise<void>((resolve) => void this.#parts.clock.after(0, resolve));
    }
  }
}
