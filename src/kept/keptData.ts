import { rm } from 'node:fs/promises';
import { type Clock, MINUTE_MS } from '../core/base/clock.ts';
import { Later } from '../core/base/later.ts';
import { Account } from './account.ts';
import { Database, type DatabaseEvents } from './database.ts';
import { finishDeletion, forgetUnused } from './deletion.ts';
import { isClosed, readOr } from './fault.ts';
import { trimReadings } from './readingRows.ts';
import type { Part } from './schema.ts';

export interface KeptDataParts extends DatabaseEvents {
  /** The extension's storage for all workspaces. */
  readonly storage: string;
  readonly clock: Clock;
  /** Whether data of a sign-in goes to the disk: not of sample data, nor with `mintscope.keepRows` off. */
  readonly isOnDisk: (signIn: string) => boolean;
  /** Whether anything of a sign-in may be stored: not once the user has signed out. */
  readonly mayStore: (signIn: string) => boolean;
  /** Folders of earlier builds, which `tidy` deletes. */
  readonly earlier?: readonly string[];
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
  readonly #deletion: Later;

  constructor(parts: KeptDataParts) {
    this.#parts = parts;
    this.file = new Database(parts.storage, parts.clock, parts);
    this.#deletion = new Later(parts.clock, () => {
      this.#delete(true).catch((error: unknown) =>
        parts.warn?.(`Not deleted yet: ${String(error)}`),
      );
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
   * Deletes all that is stored of a sign-in. From then on no window reads or stores any of it, although the deletion takes several steps. Damaged files, which may contain
   * some of it, are deleted too. Rejects as SQLite throws; then the deletion is repeated each minute,
   * and at the start of later windows.
   */
  forget(signIn: string): Promise<void> {
    this.#forgotten.add(signIn);
    return this.#delete(true);
  }

  /**
   * As `forget`, for all sign-ins that have data on disk, also those in use: they start with empty
   * data. What is in memory stays.
   */
  async forgetAll(): Promise<void> {
    await this.file.whenFree(() => this.file.run('update account set sign_in = null'));
    await this.#delete(true);
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

  /** Deletes a part of the data of sign-ins on disk. No window stores it again. Rejects as `forget`. */
  async clear(part: Part, signIns: readonly string[]): Promise<void> {
    const { file } = this;
    const sql = `update account set sign_in = null
      where part = ? and sign_in in (select value from json_each(?))`;
    try {
      await file.whenFree(() => file.run(sql, part, JSON.stringify(signIns)));
      await this.#delete(true);
    } finally {
      for (const listener of this.#listeners) listener();
    }
  }

  /**
   * Deletes what is not needed: the files of earlier builds, what a deletion has left, what is stored
   * of sign-ins that have ended or are no longer used, and the oldest of very many readings.
   * @param signIn the one in use.
   */
  async tidy(signIn?: string): Promise<void> {
    const { clock, earlier = [], mayStore } = this.#parts;
    for (const path of earlier) await rm(path, { recursive: true, force: true });
    const used = 'update account set used_at = ?, stale_at = null where sign_in = ?';
    await this.file.whenFree(() => {
      this.file.run(used, clock.now(), signIn ?? null);
      forgetUnused(this.file, clock.now());
    });
    for (const row of this.file.all('select distinct sign_in from account')) {
      const stored = row.sign_in === null ? undefined : String(row.sign_in);
      if (stored !== undefined && !mayStore(stored)) this.#forgotten.add(stored);
    }
    await this.#delete(false);
    for (const { id } of this.file.all(`select id from account where part = 'readings'`)) {
      await trimReadings(this.file, Number(id));
    }
  }

  dispose(): void {
    this.#deletion.cancel();
    this.file.close();
    this.#memory?.close();
  }

  get #inMemory(): Database {
    return (this.#memory ??= new Database(undefined, this.#parts.clock));
  }

  /**
   * Deletes what belongs to sign-ins that have ended, or to none. Repeats it until it has worked.
   * @param damaged whether the damaged files are deleted too.
   */
  async #delete(damaged: boolean): Promise<void> {
    const ended = JSON.stringify([...this.#forgotten]);
    const sql = `update account set sign_in = null
      where sign_in in (select value from json_each(?))`;
    try {
      for (const database of this.#memory ? [this.#memory, this.file] : [this.file]) {
        await database.whenFree(() => database.run(sql, ended));
        await finishDeletion(database);
      }
      if (damaged) await this.file.deleteDamaged();
    } catch (error) {
      if (!isClosed(error)) this.#deletion.restart(MINUTE_MS);
      throw error;
    }
  }
}

function handOver(database: Database, from: string, to: string): void {
  const has = 'select 1 from account where sign_in = ?';
  if (!database.get(has, from)) return;
  database.transaction(() => {
    database.run('update account set sign_in = null where sign_in = ?', to);
    database.run('update account set sign_in = ? where sign_in = ?', to, from);
  });
}
