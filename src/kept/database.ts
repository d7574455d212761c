import { mkdirSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Clock } from '../core/base/clock.ts';
import { Later } from '../core/base/later.ts';
import {
  checkVersion,
  connected,
  connectedTo,
  deleteOlder,
  freeFrom,
  newestIn,
  pathOf,
} from './databaseFile.ts';
import { closedError, isBusy, isDamaged, lockedError, readOr } from './fault.ts';

/** The wait between two tries while another window is writing, or has the file locked. */
const AGAIN_MS = 50;
const LONGEST_MS = 5_000;
/**
 * The time from a write to the checkpoint, which is a separate step, because with 2 MB each of them
 * takes some 12 ms. Checkpoints are frequent, so that each one is short. `synchronous = off` would
 * be faster, but after a power cut the file could be damaged without notice, and the list of
 * watched projects with it.
 */
const CHECKPOINT_MS = 250;
/** How often it is checked whether other windows have written. */
const LOOK_MS = 1000;

export type Row = Readonly<Record<string, string | number | null>>;

export interface DatabaseEvents {
  /** Logs why data is in memory although it should be in a file, or that a file was put aside. */
  readonly warn?: ((line: string) => void) | undefined;
}

/**
 * A database of this extension: one file that all windows share, or in memory. It is opened at the
 * first use. It is synchronous, so each call should take at most some 10 ms. If no file can be
 * used, or a later version of Mintscope has taken it over, the data is in memory, and `trouble` says
 * why.
 *
 * A damaged file stays where it is, and a new one is created: `mintscope.db`, `mintscope-2.db` … It
 * is not renamed, because SQLite finds its log by the name of the file, also in other windows.
 */
export class Database {
  readonly #clock: Clock;
  readonly #folder: string | undefined;
  readonly #events: DatabaseEvents;
  #sql: DatabaseSync | undefined;
  readonly #statements = new Map<string, StatementSync>();
  /** The number of the file, and its inode: a later file of the same path has another. */
  #number = 0;
  #inode: number | undefined;
  /** How often it was opened. `data_version` values of two connections cannot be compared. */
  #openings = 0;
  #isClosed = false;
  #hasNoSqlite = false;
  #trouble: Error | undefined;
  /** When the file was first and last found locked, by `Clock.uptime`. */
  #locked: { readonly since: number; readonly last: number } | undefined;
  readonly #checkpoint: Later;
  readonly #listeners = new Set<() => void>();
  readonly #look: Later;
  #lookedAt: string | undefined;

  /** @param folder of the file, which is created; `undefined` for a database in memory. */
  constructor(folder: string | undefined, clock: Clock, events: DatabaseEvents = {}) {
    this.#clock = clock;
    this.#folder = folder;
    this.#events = events;
    this.#checkpoint = new Later(clock, () => {
      // If it fails, the next checkpoint includes this one.
      readOr([], () => this.all('pragma wal_checkpoint(passive)'));
    });
    this.#look = new Later(clock, () => {
      if (this.#listeners.size > 0) this.#look.soon(LOOK_MS);
      const before = this.#lookedAt;
      this.#lookedAt = this.#version();
      if (this.#lookedAt === before) return;
      for (const listener of this.#listeners) listener();
    });
  }

  /** Why the data is in memory although it should be in a file; else `undefined`. */
  get trouble(): Error | undefined {
    readOr(undefined, () => this.#opened());
    return this.#trouble;
  }

  /** The rows of a query. Throws as SQLite does. */
  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#guarded(() => (this.#statement(sql)?.all(...values) ?? []) as Row[]);
  }

  /** The first row of a query. Throws as SQLite does. */
  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#guarded(() => this.#statement(sql)?.get(...values) as Row | undefined);
  }

  /** Returns how many rows have changed. Throws as `transaction`. */
  run(sql: string, ...values: SQLInputValue[]): number {
    const opened = this.#guarded(() => this.#opened());
    if (opened && !opened.isTransaction) return this.transaction(() => this.run(sql, ...values));
    return this.#guarded(() => Number(this.#statement(sql)?.run(...values).changes ?? 0));
  }

  /**
   * Runs `work` in one transaction, during which no other window can write. Throws as SQLite does,
   * for example if another window is writing or the disk is full, and what `work` throws; then
   * nothing of it is written.
   */
  transaction<T>(work: () => T): T {
    const sql = this.#guarded(() => this.#opened());
    if (!sql) return work();
    try {
      this.#guarded(() => {
        sql.exec('begin immediate');
        this.#checkVersion(sql);
      });
      const result = work();
      this.#guarded(() => {
        sql.exec('commit');
      });
      if (this.#folder !== undefined && !this.#trouble) this.#checkpoint.soon(CHECKPOINT_MS);
      return result;
    } catch (error) {
      // After some errors SQLite has rolled back or closed the file already.
      if (sql.isOpen && sql.isTransaction) sql.exec('rollback');
      throw error;
    }
  }

  /**
   * Runs `work`, and again while it fails because another window is writing, for up to five seconds.
   * Rejects with the last error of `work`.
   */
  async whenFree<T>(work: () => T): Promise<T> {
    const end = this.#clock.uptime() + LONGEST_MS;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || this.#clock.uptime() >= end) throw error;
        await new Promise<void>((resolve) => void this.#clock.after(AGAIN_MS, resolve));
      }
    }
  }

  /** Deletes the damaged files, which a newer one has replaced. Rejects as the file system does. */
  async deleteDamaged(): Promise<void> {
    if (this.#folder === undefined || this.trouble) return;
    await deleteOlder(this.#folder, this.#number);
  }

  /**
   * Calls `listener` within a second after another window has written, until the returned function
   * is called.
   */
  onWrittenElsewhere(listener: () => void): () => void {
    if (this.#folder === undefined) return () => undefined;
    this.#listeners.add(listener);
    this.#lookedAt ??= this.#version();
    this.#look.soon(LOOK_MS);
    return () => void this.#listeners.delete(listener);
  }

  /** All later calls throw. */
  close(): void {
    this.#isClosed = true;
    this.#listeners.clear();
    for (const later of [this.#look, this.#checkpoint]) later.cancel();
    this.#closeFile();
  }

  /**
   * The open database; `undefined` without SQLite: then nothing is stored, and queries are empty.
   * Throws if it is closed, or while another program has the file locked, for up to five seconds.
   */
  #opened(): DatabaseSync | undefined {
    if (this.#isClosed) throw closedError();
    if (this.#sql || this.#hasNoSqlite) return this.#sql;
    const now = this.#clock.uptime();
    const { since = now, last = -Infinity } = this.#locked ?? {};
    if (now - last < AGAIN_MS) throw lockedError();
    try {
      this.#sql = this.#folder === undefined ? connected(':memory:') : this.#file(this.#folder);
      this.#openings++;
      this.#locked = undefined;
    } catch (error) {
      if (isBusy(error) && now - since < LONGEST_MS) {
        this.#locked = { since, last: now };
        throw lockedError();
      }
      this.#useMemory(error);
    }
    return this.#sql;
  }

  /** Opens the newest file of a folder, or a new one if it is damaged. */
  #file(folder: string): DatabaseSync {
    mkdirSync(folder, { recursive: true });
    this.#number = Math.max(this.#number, newestIn(folder));
    try {
      return this.#connected(folder);
    } catch (error) {
      if (!isDamaged(error)) throw error;
      this.#putAside(folder, error);
      return this.#connected(folder);
    }
  }

  #connected(folder: string): DatabaseSync {
    const sql = connectedTo(pathOf(folder, this.#number));
    this.#inode = this.#fileId();
    return sql;
  }

  /** From now on, another file is used. */
  #putAside(folder: string, error: unknown): void {
    const damaged = basename(pathOf(folder, this.#number));
    this.#number = freeFrom(folder, this.#number + 1);
    const used = basename(pathOf(folder, this.#number));
    this.#events.warn?.(
      `What was stored is damaged (${String(error)}). It stays in ${damaged}, and ${used} is used instead.`,
    );
  }

  /** Continues in memory. */
  #useMemory(error: unknown): void {
    this.#closeFile();
    this.#trouble = error instanceof Error ? error : new Error(String(error));
    this.#events.warn?.(
      `Until the window closes, data is stored in memory only: ${this.#trouble.message}`,
    );
    try {
      this.#sql = connected(':memory:');
    } catch {
      this.#hasNoSqlite = true;
    }
  }

  /** Continues in memory if another window has a later version, and has changed the tables. */
  #checkVersion(sql: DatabaseSync): void {
    try {
      checkVersion(sql);
    } catch (error) {
      if (!isDamaged(error) && !isBusy(error)) this.#useMemory(error);
      throw error;
    }
  }

  /** `undefined` without SQLite. */
  #statement(sql: string): StatementSync | undefined {
    const statement = this.#statements.get(sql) ?? this.#opened()?.prepare(sql);
    if (statement) this.#statements.set(sql, statement);
    return statement;
  }

  /** If a call finds the file damaged, it throws, and the next call creates a new file. */
  #guarded<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      if (this.#folder !== undefined && this.#sql && !this.#trouble && isDamaged(error)) {
        this.#closeFile();
        this.#putAside(this.#folder, error);
      }
      throw error;
    }
  }

  #closeFile(): void {
    this.#statements.clear();
    // A damaged file cannot be closed properly.
    readOr(undefined, () => this.#sql?.close());
    this.#sql = undefined;
  }

  /** Closes the file if another window has found it damaged, or the user has deleted it. */
  #followFile(folder: string): void {
    if (!this.#sql || this.#trouble) return;
    const isOutdated = this.#fileId() !== this.#inode || newestIn(folder) > this.#number;
    if (isOutdated) this.#closeFile();
    else this.#checkVersion(this.#sql);
  }

  #fileId(): number | undefined {
    const path = pathOf(this.#folder ?? '', this.#number);
    return statSync(path, { throwIfNoEntry: false })?.ino;
  }

  /** Changes when another window has written, or another file is used. */
  #version(): string | undefined {
    return readOr(undefined, () => {
      const folder = this.#folder;
      if (folder !== undefined) {
        readOr(undefined, () => {
          this.#followFile(folder);
        });
      }
      return `${this.get('pragma data_version')?.data_version} of ${this.#openings}`;
    });
  }
}
