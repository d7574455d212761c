import { existsSync, mkdirSync, statSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Clock } from '../core/base/clock.ts';
import { Later } from '../core/base/later.ts';
import { connected, connectedTo, deleteOlder, newestIn, pathOf } from './databaseFile.ts';
import { closedError, isBusy, isDamaged, lockedError, readOr } from './fault.ts';
import { otherWindows } from './otherWindows.ts';

/** The wait between two tries while another window is writing, or has the file locked. */
const AGAIN_MS = 50;
/** Five seconds in all. */
const MOST_TRIES = 100;
/**
 * The time from a write to the checkpoint, which is a separate step, because with 2 MB each of them
 * takes some 12 ms. Checkpoints are frequent, so that each one is short. `synchronous = off` would
 * be faster, but after a power cut the file could be damaged without notice, and the list of
 * watched projects with it.
 */
const CHECKPOINT_MS = 250;

export type Row = Readonly<Record<string, string | number | null>>;

/**
 * A database of this extension: one file that all windows share, or in memory. It is opened at the
 * first use. It is synchronous, so each call should take at most some 10 ms. If no file can be
 * used, the data is in memory, and `trouble` says why.
 *
 * A damaged file stays where it is, and a new one is created: `mintscope.db`, `mintscope-2.db` … It
 * is not renamed, because SQLite finds its log by the name of the file, also in other windows.
 */
export class Database {
  readonly #clock: Clock;
  readonly #folder: string | undefined;
  readonly #onTrouble: (error: Error) => void;
  #sql: DatabaseSync | undefined;
  #number = 1;
  #openFileId: number | undefined;
  #isClosed = false;
  readonly #retry: Later;
  /** How often it could not be opened because another window had the file locked. */
  #tries = 0;
  #hasNoSqlite = false;
  readonly #statements = new Map<string, StatementSync>();
  #trouble: Error | undefined;
  /** How often it was opened. `data_version` values of two connections cannot be compared. */
  #openings = 0;
  readonly #others: ReturnType<typeof otherWindows>;
  readonly #checkpoint: Later;

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
    this.#others = otherWindows(clock, () => this.#version());
    this.#retry = new Later(clock, () => {
      this.#open();
    });
    this.#checkpoint = new Later(clock, () => {
      try {
        this.all('pragma wal_checkpoint(passive)');
      } catch {
        // The next checkpoint includes this one.
      }
    });
  }

  /** Why the data is in memory although it should be in a file; else `undefined`. */
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
    const hasFile = this.#folder !== undefined && !this.#trouble;
    if (hasFile && this.#sql?.isTransaction === false) this.#checkpoint.soon(CHECKPOINT_MS);
    return changes;
  }

  /**
   * Runs `work` in one transaction, during which no other window can write. Throws as SQLite does,
   * for example if another window is writing or the disk is full, and what `work` throws; then
   * nothing of it is written.
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
   * Runs `work`, and again while it fails because another window is writing, for up to five seconds.
   * Rejects with the last error of `work`.
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

  /** Deletes the damaged files, which a newer one has replaced. Rejects as the file system does. */
  async deleteDamaged(): Promise<void> {
    if (this.#folder === undefined || this.trouble) return;
    await deleteOlder(this.#folder, this.#number);
  }

  /** As `onWritten` of `otherWindows`. */
  onWrittenElsewhere(listener: () => void): () => void {
    return this.#folder === undefined ? () => undefined : this.#others.onWritten(listener);
  }

  /** All later calls throw. */
  close(): void {
    this.#isClosed = true;
    this.#others.dispose();
    for (const later of [this.#retry, this.#checkpoint]) later.cancel();
    this.#closeFile();
  }

  #openOnce(): void {
    if (!this.#sql && !this.#retry.isDue && !this.#isClosed && !this.#hasNoSqlite) this.#open();
  }

  /** Opens the newest file. While another window has it locked, tries again, and calls throw. */
  #open(): void {
    try {
      this.#sql = this.#folder === undefined ? connected(':memory:') : this.#opened(this.#folder);
      this.#openFileId = this.#fileId();
      this.#openings++;
      this.#tries = 0;
    } catch (error) {
      if (isBusy(error) && ++this.#tries < MOST_TRIES) this.#retry.soon(AGAIN_MS);
      else this.#useMemory(error);
    }
  }

  #opened(folder: string): DatabaseSync {
    mkdirSync(folder, { recursive: true });
    this.#number = Math.max(this.#number, newestIn(folder));
    try {
      return connectedTo(pathOf(folder, this.#number));
    } catch (error) {
      if (!isDamaged(error)) throw error;
      return connectedTo(pathOf(folder, ++this.#number));
    }
  }

  /** Continues in memory. Without SQLite nothing is stored, and queries are empty. */
  #useMemory(error: unknown): void {
    this.#trouble = error instanceof Error ? error : new Error(String(error));
    this.#onTrouble(this.#trouble);
    try {
      this.#sql = connected(':memory:');
    } catch {
      this.#hasNoSqlite = true;
    }
  }

  /** `undefined` without SQLite. */
  #statement(sql: string): StatementSync | undefined {
    this.#openOnce();
    if (this.#hasNoSqlite) return undefined;
    if (!this.#sql) throw this.#isClosed ? closedError() : lockedError();
    const statement = this.#statements.get(sql) ?? this.#sql.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** If a call finds the file damaged, it throws, and the next call creates a new file. */
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
  }

  /** Closes the file if another window has found it damaged, or the user has deleted it. */
  #followFile(): void {
    if (this.#folder === undefined || !this.#sql || this.#trouble) return;
    const isNewer = existsSync(pathOf(this.#folder, this.#number + 1));
    if (isNewer || this.#fileId() !== this.#openFileId) this.#closeFile();
  }

  /** The inode of the file: a later one of the same path has another. `undefined` without a file. */
  #fileId(): number | undefined {
    if (this.#folder === undefined) return undefined;
    return statSync(pathOf(this.#folder, this.#number), { throwIfNoEntry: false })?.ino;
  }

  /** Changes when another window has written, or another file is used. */
  #version(): string | undefined {
    return readOr(undefined, () => {
      this.#followFile();
      return `${this.get('pragma data_version')?.data_version} of ${this.#openings}`;
    });
  }
}
