import { rm } from 'node:fs/promises';
import { type Clock, DAY_MS } from '../core/base/clock.ts';
import { Account } from './account.ts';
import { Database } from './database.ts';
import { deleteFrom, forgetWhere, purge } from './deletion.ts';
import { readOr } from './fault.ts';

/** The data of a sign-in that was not used for this long is deleted. */
const UNUSED_MS = 90 * DAY_MS;

/** The parts of an account that the user may clear, and their tables. */
const PARTS = {
  rows: { tables: ['list', 'mark'], clearedAt: 'rows_cleared_at' },
  readings: { tables: ['reading', 'acknowledged'], clearedAt: 'readings_cleared_at' },
  watched: { tables: ['watched'], clearedAt: 'watched_cleared_at' },
} as const;

export type ClearedPart = keyof typeof PARTS;

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
  /** Logs why data is in memory although it should be on disk. */
  readonly warn?: (line: string) => void;
}

/** What is stored on this machine: one database, and another one in memory for what must not be on disk. */
export class KeptData {
  /** The one on disk. */
  readonly file: Database;
  readonly #parts: KeptDataParts;
  #memory: Database | undefined;
  readonly #accounts = new Map<string, Account>();
  readonly #forgotten = new Set<string>();
  readonly #listeners = new Set<() => void>();

  constructor(parts: KeptDataParts) {
    this.#parts = parts;
    this.file = new Database(parts.storage, parts.clock, ({ message }) => {
      parts.warn?.(`Until the window closes, data is stored in memory only: ${message}`);
    });
  }

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

  /** As `AccountEvents.onDidClear`. */
  onDidClear(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** As `Database.onWrittenElsewhere`. No other window writes to the database in memory. */
  onWrittenElsewhere(listener: () => void): () => void {
    return this.file.onWrittenElsewhere(listener);
  }

  /**
   * Deletes all that is stored of a sign-in. From then on no window reads or
   * stores any of it, although the deletion takes several steps. Damaged files, which may contain
   * some of it, are deleted too. Rejects as SQLite throws.
   */
  async forget(signIn: string): Promise<void> {
    this.#forgotten.add(signIn);
    for (const database of this.#memory ? [this.file, this.#memory] : [this.file]) {
      await forgetWhere(database, 'sign_in = ?', signIn);
    }
    await this.file.deleteDamaged();
  }

  /**
   * As `forget`, for all sign-ins that have data on disk, also those in use: they start with empty
   * data. What is in memory stays.
   */
  async forgetAll(): Promise<void> {
    await forgetWhere(this.file, 'true');
    await this.file.deleteDamaged();
  }

  /** Gives what is stored of sign-in `from` to `to`, which renews its token. Rejects as SQLite throws. */
  async renew(from: string, to: string): Promise<void> {
    await this.file.whenFree(() => {
      handOver(this.file, from, to);
    });
    this.renewInMemory(from, to);
    for (const listener of this.#listeners) listener();
  }

  /**
   * As `renew`, for the database in memory, which each window has for itself. Throws as SQLite
   * does.
   */
  renewInMemory(from: string, to: string): void {
    if (this.#memory) handOver(this.#memory, from, to);
  }

  /**
   * The account that a token belongs to: the one that it renews (`noteRenewed`), or `name`.
   * @param name the `accountName` of the token.
   */
  accountOf(name: string): string {
    const sql = 'select account from renewed where name = ?';
    return readOr(name, () => String(this.file.get(sql, name)?.account ?? name));
  }

  /** From now on, `accountOf` returns this account for the name. Rejects as SQLite throws. */
  async noteRenewed(name: string, account: string): Promise<void> {
    const sql = 'insert or replace into renewed (name, account) values (?, ?)';
    await this.file.whenFree(() => this.file.run(sql, name, account));
  }

  /** Deletes what is stored of sign-ins that were not used for 90 days. Rejects as SQLite throws. */
  forgetOld(): Promise<void> {
    return forgetWhere(this.file, 'used_at < ?', this.#parts.clock.now() - UNUSED_MS);
  }

  /**
   * Deletes a part of the data on disk. No window stores it again. Rejects as SQLite throws.
   * @param accounts the numbers of the accounts.
   */
  async clear(part: ClearedPart, accounts: readonly number[]): Promise<void> {
    const { tables, clearedAt } = PARTS[part];
    const { file } = this;
    const sql = `update account set ${clearedAt} = ? where id = ?`;
    try {
      for (const account of accounts) {
        await file.whenFree(() => file.run(sql, this.#parts.clock.now(), account));
        for (const table of tables) {
          await deleteFrom(file, table, 'account = ?', account);
        }
      }
      await purge(file);
      await file.deleteDamaged();
    } finally {
      for (const listener of this.#listeners) listener();
    }
  }

  /**
   * Whether nothing is on the disk that the user could delete; false if that cannot be read.
   * @param signIn the one in use, of which something is about to be stored.
   */
  isEmpty(signIn?: string): boolean {
    if (signIn !== undefined && this.#parts.isOnDisk(signIn)) return false;
    const sql = ['list', 'reading', 'watched']
      .map((table) => `exists(select 1 from ${table})`)
      .join(' or ');
    return readOr(false, () => (this.file.get(`select ${sql} as some`)?.some ?? 0) === 0);
  }

  /**
   * Deletes what is not needed: the files of earlier builds, what an interrupted deletion has left,
   * and what is stored of sign-ins that have ended or are no longer used.
   */
  async tidy(): Promise<void> {
    for (const path of this.#parts.earlier ?? []) await rm(path, { recursive: true, force: true });
    for (const row of this.file.all('select sign_in from account where sign_in is not null')) {
      const signIn = String(row.sign_in);
      if (!this.#parts.mayStore(signIn)) await this.forget(signIn);
    }
    await this.forgetOld();
  }

  dispose(): void {
    this.file.close();
    this.#memory?.close();
  }

  get #inMemory(): Database {
    return (this.#memory ??= new Database(undefined, this.#parts.clock));
  }
}

function handOver(database: Database, from: string, to: string): void {
  const account = database.get('select id from account where sign_in = ?', from);
  if (!account) return;
  database.transaction(() => {
    database.run('delete from account where sign_in = ?', to);
    database.run('update account set sign_in = ? where id = ?', to, Number(account.id));
  });
}
