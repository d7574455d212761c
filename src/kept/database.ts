import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type Sqlite from 'node:sqlite';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Clock } from '../core/base/clock.ts';
import { closedError, isBusy, isDamaged, lockedError } from './fault.ts';
import { SCHEMA, SCHEMA_VERSION } from './schema.ts';

/** How often a window looks whether another one has written. */
const LOOK_MS = 1000;
/** How long SQLite waits for another window. That blocks the extension host. */
const BUSY_MS = 5;
/** From one try to the next while another window is writing, or has the file locked. */
const AGAIN_MS = 50;
/** Five seconds of tries. */
const MOST_TRIES = 100;
/**
 * From a write to the checkpoint, which is a step of its own: of 2 MB, either takes some 12 ms. They
 * are frequent, so that each one is short. `synchronous = off` would be quicker, but after a power
 * cut the file could be damaged without notice, and with it the list of watched projects.
 */
const CHECKPOINT_MS = 250;
/** At so many pages of 4 KB, SQLite makes a checkpoint at the end of a write. */
const MOST_PAGES = 2_000;

const FILE = /^mintscope(?:-(\d+))?\.db/;

export type Row = Readonly<Record<string, string | number | null>>;

/**
 * A database of this extension: one file that all windows share, or in memory. It is opened at the
 * first use. It is synchronous, so a caller limits each call to some 10 ms. Where no file can be
 * used, the data is in memory, and `trouble` says why.
 *
 * A damaged file stays where it is, and another one is begun: `mintscope.db`, `mintscope-2.db` … It
 * is not renamed, because SQLite finds its log by the name of the file, also in other windows.
 */
export class Database {
  readonly #clock: Clock;
  readonly #folder: string | undefined;
  readonly #onTrouble: (error: Error) => void;
  #sql: DatabaseSync | undefined;
  #number = 1;
  #openFile: number | undefined;
  #isClosed = false;
  #retry: (() => void) | undefined;
  /** How often it could not be opened because another window had the file locked. */
  #tries = 0;
  /** Whether this host has no SQLite. */
  #hasNone = false;
  readonly #statements = new Map<string, StatementSync>();
  #trouble: Error | undefined;
  #version: unknown;
  #looking: (() => void) | undefined;
  #checkpoint: (() => void) | undefined;
  readonly #listeners = new Set<() => void>();

  /**
   * @param folder of the file, which is created; `undefined` for a database in memory.
   * @param onTrouble called once if no file can be used.
   */
  constructor(
    folder: string | undefined,
    clock: Clock,
    onTrouble: (error: Error) => void = () => undefined,
  ) {
    this.#clock = clock;
    this.#folder = folder;
    this.#onTrouble = onTrouble;
  }

  /** Why the data is in memory although a file was wanted; `undefined` if it is in the file. */
  get trouble(): Error | undefined {
    this.#openOnce();
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
    const changes = this.#guarded(() => Number(this.#statement(sql)?.run(...values).changes ?? 0));
    if (this.#sql?.isTransaction === false) this.#checkpointLater();
    return changes;
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
   * Runs `work` once no other window is writing. Rejects as SQLite throws, also if others write for
   * five seconds.
   */
  async whenFree<T>(work: () => T): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || tries >= MOST_TRIES) throw error;
        await new Promise<void>((resolve) => void this.#clock.after(AGAIN_MS, resolve));
      }
    }
  }

  /**
   * Deletes rows a few at a time, between which other work of the extension host is done. Rejects as
   * `whenFree`.
   * @param few how many take a few milliseconds: SQLite overwrites what it deletes.
   */
  async deleteFrom(
    table: string,
    few: number,
    where = 'true',
    ...values: SQLInputValue[]
  ): Promise<void> {
    const sql = `delete from ${table} where id in
      (select id from ${table} where ${where} limit ${few})`;
    while ((await this.whenFree(() => this.run(sql, ...values))) === few) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Removes what was deleted from the log of SQLite too. Rejects as `whenFree`. */
  purge(): Promise<void> {
    return this.whenFree(() => {
      if (this.get('pragma wal_checkpoint(truncate)')?.busy === 1) throw lockedError();
    });
  }

  /** Deletes the damaged files, for which a newer one was begun. Rejects as the file system does. */
  async deleteDamaged(): Promise<void> {
    if (this.#folder === undefined || this.trouble) return;
    for (const name of readdirSync(this.#folder)) {
      const isOlder = (numberOf(name) ?? Infinity) < this.#number;
      if (isOlder) await rm(join(this.#folder, name), { force: true });
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

  /** From then on every call throws. */
  close(): void {
    this.#isClosed = true;
    for (const cancel of [this.#looking, this.#retry, this.#checkpoint]) cancel?.();
    this.#listeners.clear();
    this.#closeFile();
  }

  #pathOf(folder: string, number: number): string {
    return join(folder, number === 1 ? 'mintscope.db' : `mintscope-${number}.db`);
  }

  #openOnce(): void {
    if (!this.#sql && !this.#retry && !this.#isClosed && !this.#hasNone) this.#open();
  }

  /** Opens the newest file. If another window has it locked, that is tried again later. */
  #open(): void {
    try {
      this.#sql = this.#folder === undefined ? connected(':memory:') : this.#opened(this.#folder);
      this.#openFile = this.#fileId();
      this.#tries = 0;
    } catch (error) {
      if (isBusy(error) && ++this.#tries < MOST_TRIES) {
        this.#retry = this.#clock.after(AGAIN_MS, () => {
          this.#retry = undefined;
          this.#open();
        });
      } else this.#useMemory(error);
    }
  }

  #opened(folder: string): DatabaseSync {
    mkdirSync(folder, { recursive: true });
    const numbers = readdirSync(folder).map((name) => numberOf(name) ?? 1);
    this.#number = Math.max(this.#number, ...numbers);
    try {
      return connectedTo(this.#pathOf(folder, this.#number));
    } catch (error) {
      if (!isDamaged(error)) throw error;
      return connectedTo(this.#pathOf(folder, ++this.#number));
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

  /** `undefined` without SQLite. */
  #statement(sql: string): StatementSync | undefined {
    this.#openOnce();
    if (this.#hasNone) return undefined;
    if (!this.#sql) throw this.#isClosed ? closedError() : lockedError();
    const statement = this.#statements.get(sql) ?? this.#sql.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Begins another file if this one turns out to be damaged; the call that found it fails. */
  #guarded<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      if (this.#folder !== undefined && this.#trouble === undefined && isDamaged(error)) {
        this.#closeFile();
        this.#number++;
      }
      throw error;
    }
  }

  #closeFile(): void {
    this.#statements.clear();
    try {
      this.#sql?.close();
    } catch {
      // A damaged file cannot be closed properly.
    }
    this.#sql = undefined;
    // Versions of two connections cannot be compared.
    this.#version = undefined;
  }

  #checkpointLater(): void {
    if (this.#folder === undefined || this.#trouble) return;
    this.#checkpoint ??= this.#clock.after(CHECKPOINT_MS, () => {
      this.#checkpoint = undefined;
      try {
        this.all('pragma wal_checkpoint(passive)');
      } catch {
        // The next one does its work too.
      }
    });
  }

  #lookLater(): void {
    if (this.#looking || this.#listeners.size === 0 || this.#folder === undefined) return;
    this.#looking = this.#clock.after(LOOK_MS, () => {
      this.#looking = undefined;
      this.#lookLater();
      this.#look();
    });
  }

  #look(): void {
    this.#followFile();
    const before = this.#version;
    this.#version = this.#dataVersion();
    if (this.#version === before) return;
    for (const listener of this.#listeners) listener();
  }

  /** Another window may have found this file damaged, or somebody have deleted it. */
  #followFile(): void {
    if (this.#folder === undefined || !this.#sql || this.#trouble) return;
    const isNewer = existsSync(this.#pathOf(this.#folder, this.#number + 1));
    if (isNewer || this.#fileId() !== this.#openFile) this.#closeFile();
  }

  /** What tells the file from a later one of the same path; `undefined` if there is none. */
  #fileId(): number | undefined {
    if (this.#folder === undefined) return undefined;
    return statSync(this.#pathOf(this.#folder, this.#number), { throwIfNoEntry: false })?.ino;
  }

  /** Changes when another window has written. */
  #dataVersion(): unknown {
    try {
      return this.get('pragma data_version')?.data_version;
    } catch {
      return undefined;
    }
  }
}

/** The number of a file of a database, or of its log; `undefined` for any other file. */
function numberOf(name: string): number | undefined {
  const found = FILE.exec(name);
  return found ? Number(found[1] ?? 1) : undefined;
}

/** Creates the file first, because SQLite would let everybody read it. Its log follows its mode. */
function connectedTo(path: string): DatabaseSync {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  return connected(path);
}

/** Opens a database with its tables. Throws if there is no SQLite, or as SQLite does. */
function connected(path: string): DatabaseSync {
  // An import would be resolved by bundlers, which take it for a package while it is experimental.
  const sqlite = process.getBuiltinModule('node:sqlite') as typeof Sqlite | undefined;
  if (!sqlite) throw new Error('This editor has no SQLite.');
  const database = new sqlite.DatabaseSync(path);
  try {
    database.exec(
      `pragma busy_timeout = ${BUSY_MS}; pragma foreign_keys = on; pragma secure_delete = on;
       pragma journal_mode = wal; pragma synchronous = normal;
       pragma wal_autocheckpoint = ${MOST_PAGES}`,
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
