import { chmodSync, closeSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Clock } from '../core/base/clock.ts';
import { SCHEMA, SCHEMA_VERSION } from './schema.ts';

/** How often a window looks whether another one has written. */
const LOOK_MS = 1000;
/**
 * How long SQLite waits for another window, which blocks the extension host. What is to be written
 * is tried again after that (`PendingWrite`).
 */
const BUSY_MS = 5;

/** How often opening is tried while another window has the file locked. */
const MOST_TRIES = 50;

/** SQLite's primary result codes. */
const BUSY = 5;
const READ_ONLY = 8;
const CORRUPT = 11;
const FULL = 13;
const NOT_A_DATABASE = 26;

export type Row = Readonly<Record<string, string | number | null>>;

/**
 * A database of this extension: one file that all windows share, or in memory. It is synchronous, so
 * a caller keeps each call below 10 ms. A damaged file is put aside and another one is begun. Where
 * no file can be used, the data is in memory, and `trouble` says why.
 */
export class Database {
  readonly #clock: Clock;
  readonly #folder: string | undefined;
  #sql: DatabaseSync | undefined;
  /** How often it could not be opened because another window had the file locked. */
  #tries = 0;
  /** Whether this host has no SQLite. */
  #hasNone = false;
  readonly #statements = new Map<string, StatementSync>();
  #trouble: Error | undefined;
  readonly #onTrouble: (trouble: Error) => void;
  #version: unknown;
  #looking: (() => void) | undefined;
  readonly #listeners = new Set<() => void>();

  /**
   * @param folder of the file, which is created; `undefined` for a database in memory.
   * @param onTrouble called once if the file cannot be used, and for each that is put aside.
   */
  constructor(
    folder: string | undefined,
    clock: Clock,
    onTrouble: (trouble: Error) => void = () => undefined,
  ) {
    this.#clock = clock;
    this.#folder = folder;
    this.#onTrouble = onTrouble;
    this.#open();
  }

  /** Why the data is in memory although a file was wanted; `undefined` if it is in the file. */
  get trouble(): Error | undefined {
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

  /** Returns how many rows have changed. Throws as SQLite does. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return this.#guarded(() => Number(this.#statement(sql)?.run(...values).changes ?? 0));
  }

  /**
   * Runs `work` in one transaction that no other window writes in. Throws as SQLite does, for example
   * if another window is writing or the disk is full, and what `work` throws; then nothing of it is
   * written.
   */
  transaction<T>(work: () => T): T {
    this.run('begin immediate');
    try {
      const result = work();
      this.run('commit');
      return result;
    } catch (error) {
      // After some errors SQLite has rolled back already.
      if (this.#sql?.isTransaction) this.run('rollback');
      throw error;
    }
  }

  /**
   * Calls `listener` within a second after another window has written, until the result is called.
   */
  onWrittenElsewhere(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#version ??= this.#dataVersion();
    this.#lookLater();
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Removes what was deleted from the log of SQLite too, as far as no other window is using it. */
  purge(): void {
    this.all('pragma wal_checkpoint(truncate)');
  }

  close(): void {
    this.#looking?.();
    this.#listeners.clear();
    this.#statements.clear();
    if (this.#sql?.isOpen) this.#sql.close();
    this.#sql = undefined;
  }

  get #path(): string {
    return this.#folder === undefined ? ':memory:' : join(this.#folder, 'mintscope.db');
  }

  /** Leaves it closed if another window has the file locked. The next call tries again. */
  #open(): void {
    try {
      if (this.#folder !== undefined) createFile(this.#folder, this.#path);
      this.#sql = connected(this.#path);
    } catch (error) {
      if (codeOf(error) === BUSY && ++this.#tries < MOST_TRIES) return;
      if (this.#folder !== undefined && isDamaged(error) && this.#putAside(error)) this.#open();
      else this.#useMemory(error);
    }
  }

  /** Without SQLite nothing is stored at all; then queries are empty. */
  #useMemory(error: unknown): void {
    this.#trouble = error instanceof Error ? error : new Error(String(error));
    this.#onTrouble(this.#trouble);
    try {
      this.#sql = connected(':memory:');
    } catch {
      this.#hasNone = true;
    }
  }

  /** Renames a damaged file, which may be rescued by hand. Returns whether that worked. */
  #putAside(damage: Error): boolean {
    const path = this.#path;
    const aside = `${path}.damaged-${this.#clock.now()}`;
    try {
      renameSync(path, aside);
    } catch {
      return false;
    }
    this.#onTrouble(
      new Error(`The database was damaged and put aside: ${aside}`, { cause: damage }),
    );
    for (const part of ['-wal', '-shm']) {
      try {
        renameSync(path + part, aside + part);
      } catch {
        // It has no such part.
      }
    }
    return true;
  }

  /** `undefined` without SQLite. */
  #statement(sql: string): StatementSync | undefined {
    if (this.#hasNone) return undefined;
    if (!this.#sql) this.#open();
    const statement = this.#statements.get(sql) ?? this.#sql?.prepare(sql);
    if (!statement) throw new Error('Another window has the database locked.');
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Begins another file if this one turns out to be damaged; the call that found it fails. */
  #guarded<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      if (this.#folder !== undefined && this.#trouble === undefined && isDamaged(error)) {
        this.#statements.clear();
        this.#sql?.close();
        this.#sql = undefined;
        if (this.#putAside(error)) this.#open();
        else this.#useMemory(error);
      }
      throw error;
    }
  }

  #lookLater(): void {
    if (this.#looking || this.#listeners.size === 0) return;
    this.#looking = this.#clock.after(LOOK_MS, () => {
      this.#looking = undefined;
      this.#look();
      this.#lookLater();
    });
  }

  #look(): void {
    const before = this.#version;
    this.#version = this.#dataVersion();
    if (this.#version === before) return;
    for (const listener of this.#listeners) listener();
  }

  /** Changes when another window has written. */
  #dataVersion(): unknown {
    try {
      return this.get('pragma data_version')?.data_version ?? 0;
    } catch {
      return undefined;
    }
  }
}

/** Creates the file, because SQLite would let everybody read it. Its other files follow its mode. */
function createFile(folder: string, path: string): void {
  mkdirSync(folder, { recursive: true });
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

/** Opens a database with its tables. Throws if there is no SQLite, or as SQLite does. */
function connected(path: string): DatabaseSync {
  // An import would be resolved by bundlers, which take it for a package while it is experimental.
  const sqlite = process.getBuiltinModule('node:sqlite');
  const database = new sqlite.DatabaseSync(path);
  try {
    database.exec(
      `pragma busy_timeout = ${BUSY_MS}; pragma foreign_keys = on; pragma secure_delete = on;
       pragma journal_mode = wal; pragma synchronous = normal`,
    );
    prepareSchema(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** @throws Error for a database that a later version of this extension has written. */
function prepareSchema(database: DatabaseSync): void {
  const version = () => database.prepare('pragma user_version').get()?.user_version;
  if (version() === SCHEMA_VERSION) return;
  database.exec('begin immediate');
  try {
    // Another window may have made it meanwhile.
    const found = version();
    if (typeof found === 'number' && found > SCHEMA_VERSION) {
      throw new Error(`The database was written by a later version of Mintscope (${found}).`);
    }
    if (found !== SCHEMA_VERSION) database.exec(SCHEMA);
    database.exec('commit');
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

/** The primary result code of SQLite, if the error is one of SQLite. */
function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined;
}

function isDamaged(error: unknown): error is Error {
  return [CORRUPT, NOT_A_DATABASE].includes(codeOf(error) ?? 0);
}

/** A short code for why something cannot be stored, for people: `ENOSPC`, `SQLITE 5`. */
export function storageCode(error: Error): string {
  const code = codeOf(error);
  if (code === FULL) return 'ENOSPC';
  if (code === READ_ONLY) return 'EROFS';
  if (code !== undefined) return `SQLITE ${code}`;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
