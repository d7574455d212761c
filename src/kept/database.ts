import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Clock } from '../core/base/clock.ts';
import { Later } from '../core/base/later.ts';
import { fault, isFault, readOr } from './fault.ts';
import { SCHEMA_VERSION, TABLES } from './schema.ts';

export type SqlValue = SQLInputValue;

/** Between two tries while another program is writing, or has the file locked. */
const AGAIN_MS = 50;
const LONGEST_MS = 5_000;
/**
 * Between two looks whether other windows have written; if not, a checkpoint follows, a step of its
 * own because it takes some 12 ms for 2 MB.
 */
const LOOK_MS = 1000;

/** SQLite waits so long for another window, and blocks the extension host. */
const BUSY_MS = 5;
/** SQLite makes a checkpoint at the end of a write if its log has this many pages of 4 KB. */
const MOST_PAGES = 2_000;

/** The database goes last: a new one must not find the log of the old one. */
const FILES = ['-wal', '-shm', '-journal', ''];

export type Row = Readonly<Record<string, string | number | null>>;

/**
 * One file that all windows share, or in memory; opened at the first use. It is synchronous, so
 * each call should take at most some 10 ms. If no file can be used, or a later version of Mintscope
 * has written it, the data is in memory, and `trouble` says why.
 *
 * A damaged file is deleted: its rows and counts are read again. The call that finds the damage
 * throws, and the next one uses a new file, or memory if the file cannot be deleted, as on Windows
 * while another window has it open.
 *
 * Methods throw as SQLite does, for example if another window is writing or the disk is full.
 */
export class Database {
  readonly #folder: string | undefined;
  readonly #clock: Clock;
  readonly #warn: (line: string) => void;
  #sql: DatabaseSync | undefined;
  readonly #statements = new Map<string, StatementSync>();
  /** Of the file: a later one of the same path has another. */
  #inode: number | undefined;
  /** How often it was opened. `data_version` values of two connections cannot be compared. */
  #openings = 0;
  #isClosed = false;
  #trouble: Error | undefined;
  /** When the file was last found locked, by `Clock.uptime`. */
  #lockedAt = -Infinity;
  readonly #listeners = new Set<() => void>();
  readonly #look: Later;
  #lookedAt: string | undefined;

  /** @param folder is created; `undefined` for a database in memory. */
  constructor(folder: string | undefined, clock: Clock, warn?: (line: string) => void) {
    this.#folder = folder;
    this.#clock = clock;
    this.#warn = warn ?? (() => undefined);
    this.#look = new Later(clock, () => {
      if (this.#listeners.size > 0) this.#look.soon(LOOK_MS);
      const before = this.#lookedAt;
      this.#lookedAt = this.#version();
      if (this.#lookedAt !== before) for (const listener of this.#listeners) listener();
      else readOr([], () => this.all('pragma wal_checkpoint(passive)'));
    });
  }

  /** Why the data is in memory although it should be in a file; else `undefined`. */
  get trouble(): Error | undefined {
    readOr(undefined, () => this.#opened());
    return this.#trouble;
  }

  all(sql: string, ...values: SqlValue[]): Row[] {
    return this.#guarded(() => this.#statement(sql).all(...values) as Row[]);
  }

  get(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.all(sql, ...values)[0];
  }

  /** @returns how many rows have changed. */
  run(sql: string, ...values: SqlValue[]): number {
    return this.transaction(() => Number(this.#statement(sql).run(...values).changes));
  }

  /** In one transaction, or in the one that is open. If `work` throws, nothing of it is written. */
  transaction<T>(work: () => T): T {
    return this.#guarded(() => {
      const sql = this.#opened();
      if (sql.isTransaction) return work();
      try {
        sql.exec('begin immediate');
        const result = work();
        sql.exec('commit');
        return result;
      } catch (error) {
        // After some errors SQLite has rolled back or closed the file already.
        readOr(undefined, () => {
          sql.exec('rollback');
        });
        throw error;
      }
    });
  }

  /**
   * Repeats `work` while it fails because another program is writing, for up to five seconds.
   * Rejects with its last error.
   */
  async whenFree<T>(work: () => T): Promise<T> {
    const end = this.#clock.uptime() + LONGEST_MS;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isFault(error, 'busy') || this.#clock.uptime() >= end) throw error;
        await new Promise<void>((resolve) => void this.#clock.after(AGAIN_MS, resolve));
      }
    }
  }

  /**
   * Calls `listener` within a second after another window has written.
   * @returns what ends that.
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
    this.#look.cancel();
    this.#closeFile();
  }

  /** `undefined` in memory. */
  get #path(): string | undefined {
    if (this.#folder === undefined || this.#trouble) return undefined;
    return join(this.#folder, 'mintscope.db');
  }

  /** A locked file is tried rarely, because each try blocks for 5 ms. */
  #opened(): DatabaseSync {
    if (this.#isClosed) throw fault('closed', 'database is closed');
    if (this.#sql) return this.#sql;
    if (this.#clock.uptime() - this.#lockedAt < AGAIN_MS) throw fault('busy', 'database is locked');
    const path = this.#path;
    try {
      this.#sql = path === undefined ? connected(':memory:') : this.#file(path);
    } catch (error) {
      if (isFault(error, 'busy')) this.#lockedAt = this.#clock.uptime();
      if (path === undefined || isFault(error, 'busy')) throw error;
      if (isFault(error, 'damaged')) this.#deleteDamaged(path, error);
      else this.#useMemory(error);
      return this.#opened();
    }
    this.#openings++;
    return this.#sql;
  }

  /**
   * It is created here, because SQLite would make it readable for everybody. Its log gets the same
   * mode.
   */
  #file(path: string): DatabaseSync {
    fs.mkdirSync(dirname(path), { recursive: true });
    fs.closeSync(fs.openSync(path, 'a', 0o600));
    // The target of a link may be a file of somebody else, so its mode stays.
    if (!fs.lstatSync(path).isSymbolicLink()) fs.chmodSync(path, 0o600);
    this.#inode = inodeOf(path);
    return connected(path);
  }

  /** Deletes the file, unless another window has replaced it. */
  #deleteDamaged(path: string, error: unknown): void {
    this.#closeFile();
    try {
      if (inodeOf(path) !== this.#inode) return;
      for (const end of FILES) fs.rmSync(path + end, { force: true });
      this.#warn(`What was stored is damaged (${String(error)}), and was deleted.`);
    } catch {
      this.#useMemory(error);
    }
  }

  /** The next opening is in memory. */
  #useMemory(error: unknown): void {
    this.#trouble = error instanceof Error ? error : new Error(String(error));
    this.#warn(`Until the window closes, data is stored in memory only: ${this.#trouble.message}`);
  }

  #statement(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#opened().prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** If the call finds the file damaged, a new one is used from now on. */
  #guarded<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      const path = this.#sql && this.#path;
      if (path !== undefined && isFault(error, 'damaged')) this.#deleteDamaged(path, error);
      throw error;
    }
  }

  #closeFile(): void {
    this.#statements.clear();
    // A damaged file cannot be closed properly.
    readOr(undefined, () => this.#sql?.close());
    this.#sql = undefined;
  }

  /** Changes when another window has written, or another file is used. */
  #version(): string | undefined {
    const path = this.#sql && this.#path;
    const isOther = () => path !== undefined && inodeOf(path) !== this.#inode;
    // Another window has found the file damaged, or the user has deleted it.
    if (readOr(false, isOther)) this.#closeFile();
    const sql = 'pragma data_version';
    return readOr(undefined, () => `${this.get(sql)?.data_version} of ${this.#openings}`);
  }
}

function inodeOf(path: string): number | undefined {
  return fs.statSync(path, { throwIfNoEntry: false })?.ino;
}

function connected(path: string): DatabaseSync {
  // An import would be resolved by bundlers, which take it for a package while it is experimental.
  const sqlite = process.getBuiltinModule('node:sqlite');
  const database = new sqlite.DatabaseSync(path);
  try {
    database.exec(
      `pragma busy_timeout = ${BUSY_MS}; pragma secure_delete = on;
       pragma journal_mode = wal; pragma synchronous = normal;
       pragma wal_autocheckpoint = ${MOST_PAGES}`,
    );
    if (checkVersion(database) !== SCHEMA_VERSION) createTables(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function checkVersion(database: DatabaseSync): number {
  const version = Number(database.prepare('pragma user_version').get()?.user_version);
  if (version <= SCHEMA_VERSION) return version;
  throw new Error(`The database was written by a later version of Mintscope (${version}).`);
}

/** Creates the tables in a new file, and anew if they are of an earlier version. */
function createTables(database: DatabaseSync): void {
  database.exec('begin immediate');
  // Another window may have created them meanwhile.
  if (checkVersion(database) !== SCHEMA_VERSION) {
    const sql = `select name from sqlite_schema where type = 'table' and name not like 'sqlite%'`;
    for (const { name } of database.prepare(sql).all())
      database.exec(`drop table "${String(name)}"`);
    for (const [name, text] of Object.entries(TABLES)) {
      database.exec(`create table ${name} ${text}`);
    }
    database.exec(`pragma user_version = ${SCHEMA_VERSION}`);
  }
  database.exec('commit');
}
