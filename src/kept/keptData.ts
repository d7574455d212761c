import { type Clock, DAY_MS, MINUTE_MS } from '../core/base/clock.ts';
import { Later } from '../core/base/later.ts';
import { Database, type Row, type SqlValue } from './database.ts';
import { fault, isFault } from './fault.ts';
import { OWNED } from './schema.ts';

const MOST_READINGS = 200_000;
/** See `KeptData.tidy`. */
const UNUSED_MS = 90 * DAY_MS;
/** How many rows a step deletes: few, because SQLite overwrites what it deletes. */
const AT_A_TIME = 300;
const ROWS_PER_STEP: Readonly<Record<string, number>> = { list: 1, mark: 10 };

export interface KeptDataParts {
  readonly storage: string;
  readonly clock: Clock;
  /** Whether its data goes to the disk: not of sample data, nor with `mintscope.keepRows` off. */
  readonly isOnDisk: (signIn: string) => boolean;
  /** Whether anything of it may be stored: not once the user has signed out. */
  readonly mayStore: (signIn: string) => boolean;
  readonly warn?: (line: string) => void;
}

/** One database on disk, and one in memory for what must not be there. */
export class KeptData {
  readonly file: Database;
  readonly parts: KeptDataParts;
  #memory: Database | undefined;
  readonly #forgotten = new Set<string>();
  readonly #listeners = new Set<(isCleared: boolean) => void>();
  readonly #deletion: Later;

  constructor(parts: KeptDataParts) {
    const { storage, clock, warn } = parts;
    this.parts = parts;
    this.file = new Database(storage, clock, warn);
    this.#deletion = new Later(clock, () => {
      this.#delete().catch((error: unknown) => warn?.(`Not deleted yet: ${String(error)}`));
    });
  }

  of(signIn: string): Account {
    return new Account(this, signIn);
  }

  /** The database of a sign-in; another one once `mintscope.keepRows` has changed. */
  databaseOf(signIn: string): Database {
    if (this.parts.isOnDisk(signIn)) return this.file;
    return (this.#memory ??= new Database(undefined, this.parts.clock));
  }

  mayStore(signIn: string): boolean {
    return !this.#forgotten.has(signIn) && this.parts.mayStore(signIn);
  }

  /**
   * Calls `listener` within a second after another window has written, and with `true` when this
   * one has cleared data.
   * @returns what ends that.
   */
  onChange(listener: (isCleared: boolean) => void): () => void {
    const stop = this.file.onWrittenElsewhere(() => {
      listener(false);
    });
    this.#listeners.add(listener);
    return () => {
      stop();
      this.#listeners.delete(listener);
    };
  }

  /**
   * From then on no window reads or stores data of the sign-in, although its deletion takes several
   * steps. If it fails, it is repeated each minute, and at the start of later windows. Rejects as
   * SQLite throws.
   */
  forget(signIn: string): Promise<void> {
    this.#forgotten.add(signIn);
    return this.#delete();
  }

  /**
   * As `forget`, for all sign-ins, also those in use: they start with empty data. What is in memory
   * stays.
   */
  async forgetAll(): Promise<void> {
    // One small write, after which the data belongs to no sign-in.
    await this.file.whenFree(() => this.file.run('update account set sign_in = null'));
    await this.#delete();
  }

  /** As `forgetAll`, and tells the listeners, so that this window does not store any of it again. */
  async clear(): Promise<void> {
    try {
      await this.forgetAll();
    } finally {
      for (const listener of this.#listeners) listener(true);
    }
  }

  /**
   * Deletes what a deletion has left, what is stored of sign-ins that have ended or were not used for
   * 90 days, and the oldest of very many readings, but no project's last one.
   * @param signIn the one in use.
   */
  async tidy(signIn?: string): Promise<void> {
    const { file } = this;
    const now = this.parts.clock.now();
    await file.whenFree(() => {
      file.transaction(() => {
        file.run('update account set used_at = ? where sign_in = ?', now, signIn ?? null);
        file.run('update account set sign_in = null where used_at < ?', now - UNUSED_MS);
      });
    });
    for (const { sign_in } of file.all('select sign_in from account where sign_in is not null')) {
      if (!this.parts.mayStore(String(sign_in))) this.#forgotten.add(String(sign_in));
    }
    await this.#delete();
    for (const { id } of file.all('select id from account')) {
      // The plus sign makes SQLite go through the rows by id.
      const kept = `select id from reading where +account = ${String(id)}
        order by id desc limit 1 offset ${MOST_READINGS}`;
      const before = file.get(kept)?.id;
      if (before === undefined) continue;
      const last = `select max(at) from reading as other
        where other.account = reading.account and other.project = reading.project`;
      const oldest = `+account = ${String(id)} and id <= ${String(before)} and at < (${last})`;
      await deleteFrom(file, 'reading', oldest);
    }
  }

  /** Rejects if no row can be stored and found again, or if the data is in memory instead. */
  async check(): Promise<void> {
    const { file } = this;
    if (file.trouble) throw file.trouble;
    await file.whenFree(() => {
      file.transaction(() => {
        file.run(`insert into sign_out (sign_in, at) values ('check', 0)`);
        if (file.run(`delete from sign_out where sign_in = 'check'`) === 0) {
          throw new Error('No row was stored.');
        }
      });
    });
  }

  dispose(): void {
    this.#deletion.cancel();
    this.file.close();
    this.#memory?.close();
  }

  /**
   * Deletes what belongs to sign-ins that have ended, or to none, also from the write-ahead log.
   * Until that has worked, the row of account stays.
   */
  async #delete(): Promise<void> {
    const ended = JSON.stringify([...this.#forgotten]);
    const disown = `update account set sign_in = null
      where sign_in in (select value from json_each(?))`;
    const unowned = 'select id from account where sign_in is null';
    try {
      for (const database of this.#memory ? [this.#memory, this.file] : [this.file]) {
        await database.whenFree(() => database.run(disown, ended));
        const rows = database.all(unowned);
        if (rows.length === 0) continue;
        const ids = rows.map(({ id }) => id).join();
        for (const table of OWNED) {
          await deleteFrom(database, table, `account in (${ids})`);
        }
        await database.whenFree(() => {
          const emptied = database.get('pragma wal_checkpoint(truncate)');
          if (emptied?.busy === 1) throw fault('busy', 'database is locked');
        });
        await deleteFrom(database, 'account', `id in (${ids})`);
      }
    } catch (error) {
      if (!isFault(error, 'closed')) this.#deletion.restart(MINUTE_MS);
      throw error;
    }
  }
}

/** The stored data of one sign-in. All methods throw as SQLite does. */
export class Account {
  readonly signIn: string;
  readonly clock: Clock;
  readonly onChange: KeptData['onChange'];
  readonly #data: KeptData;

  constructor(data: KeptData, signIn: string) {
    this.signIn = signIn;
    this.clock = data.parts.clock;
    this.onChange = (listener) => data.onChange(listener);
    this.#data = data;
  }

  get database(): Database {
    return this.#data.databaseOf(this.signIn);
  }

  /**
   * The number in the tables; `undefined` if nothing is stored. It is another one once the data was
   * cleared, also in another window, so it is looked up each time.
   */
  id(): number | undefined {
    const found = this.database.get('select id from account where sign_in = ?', this.signIn);
    return found === undefined ? undefined : Number(found.id);
  }

  /** The rows of a query whose first parameter is `id`. */
  all(sql: string, ...values: SqlValue[]): Row[] {
    const id = this.id();
    return id === undefined ? [] : this.database.all(sql, id, ...values);
  }

  /**
   * Runs `work` in a transaction with the `id`, which is created if it is new; not if nothing may
   * be stored. Throws also as `work` does.
   */
  write<T>(work: (id: number, database: Database) => T): T | undefined {
    const { database } = this;
    return database.transaction(() => {
      if (!this.#data.mayStore(this.signIn)) return undefined;
      // Not at each write: that would be one more page.
      database.run(
        `insert into account (sign_in, used_at) values (?1, ?2)
         on conflict (sign_in) do update set used_at = ?2
         where abs(used_at - ?2) > ${DAY_MS}`,
        ...[this.signIn, this.clock.now()],
      );
      const id = this.id();
      return id === undefined ? undefined : work(id, database);
    });
  }
}

/** In small steps, so that other work is not blocked. Rejects as `Database.whenFree`. */
async function deleteFrom(database: Database, table: string, where: string): Promise<void> {
  const limit = ROWS_PER_STEP[table] ?? AT_A_TIME;
  const sql = `delete from ${table} where id in
    (select id from ${table} where ${where} limit ${limit})`;
  while ((await database.whenFree(() => database.run(sql))) === limit) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
