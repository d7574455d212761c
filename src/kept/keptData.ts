import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../core/base/clock.ts';
import { DAY_MS } from '../core/history/history.ts';
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
  #sweeping: Promise<void> | undefined;

  constructor(parts: KeptDataParts) {
    this.#parts = parts;
    this.file = new Database(parts.storage, parts.clock);
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
    await this.#sweep();
  }

  /** The same for sign-ins that were not used for 90 days. */
  forgetOld(): Promise<void> {
    return this.#forgetWhere('used_at < ?', this.#parts.clock.now() - UNUSED_MS);
  }

  /**
   * Deletes a part of what is stored, so that no window stores it again. Throws as SQLite does.
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
        for (const table of tables) await this.#deleteFrom(table, 'account = ?', account);
      }
      this.file.purge();
    } finally {
      for (const listener of this.#listeners) listener();
    }
  }

  /** Deletes what an interrupted deletion has left, and the files of earlier builds. */
  async tidy(): Promise<void> {
    const earlier = join(this.#parts.storage, 'kept');
    if (existsSync(earlier)) rmSync(earlier, { recursive: true, force: true });
    await this.#sweep();
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
    await this.#sweep();
  }

  /** Deletes what belongs to no sign-in. */
  #sweep(): Promise<void> {
    this.#sweeping ??= this.#sweepOnce().finally(() => {
      this.#sweeping = undefined;
    });
    return this.#sweeping;
  }

  async #sweepOnce(): Promise<void> {
    const condition = 'account in (select id from account where sign_in is null)';
    const left = 'select 1 from account where sign_in is null';
    if (!this.file.get(left)) return;
    await this.#deleteFrom('reading', condition);
    // The other tables are small; their rows go with that of the account.
    this.file.run('delete from account where sign_in is null');
    this.file.purge();
  }

  async #deleteFrom(table: string, condition: string, ...values: number[]): Promise<void> {
    const sql = `delete from ${table} where id in
      (select id from ${table} where ${condition} limit ${AT_A_TIME})`;
    while (this.file.run(sql, ...values) === AT_A_TIME) {
      await new Promise<void>((resolve) => void this.#parts.clock.after(0, resolve));
    }
  }
}
