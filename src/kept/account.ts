import { type Clock, DAY_MS } from '../core/base/clock.ts';
import type { Database } from './database.ts';
import type { Part } from './schema.ts';

/**
 * Events of the stored data of all sign-ins. Each calls `listener` until the returned function is
 * called.
 */
export interface AccountEvents {
  /** This window has cleared data, or given it to another sign-in. */
  onDidClear(listener: () => void): () => void;
  /** Another window has written, at most a second ago. */
  onWrittenElsewhere(listener: () => void): () => void;
}

/** The stored data of one sign-in, in the database that it is in now. */
export class Account {
  /** The id of the sign-in, or `SAMPLE`. */
  readonly signIn: string;
  readonly clock: Clock;
  readonly events: AccountEvents;
  readonly #database: () => Database;
  readonly #mayStore: () => boolean;

  /**
   * @param database returns the database; another one once `mintscope.keepRows` has changed.
   * @param mayStore whether anything may be stored: false once the user has signed out.
   */
  constructor(
    signIn: string,
    clock: Clock,
    database: () => Database,
    mayStore: () => boolean,
    events: AccountEvents,
  ) {
    this.signIn = signIn;
    this.clock = clock;
    this.events = events;
    this.#database = database;
    this.#mayStore = mayStore;
  }

  get database(): Database {
    return this.#database();
  }

  /**
   * The number in the tables of a part of the data; `undefined` if nothing is stored of it. It is
   * another one once the part was cleared, also in another window, so it is looked up each time.
   * Throws as SQLite does.
   */
  id(part: Part): number | undefined {
    const sql = 'select id from account where sign_in = ? and part = ?';
    const found = this.database.get(sql, this.signIn, part);
    return found === undefined ? undefined : Number(found.id);
  }

  /**
   * Runs `work` in a transaction with the number of a part, which is created if it is new. Returns
   * `undefined` without a call if nothing may be stored. Throws as SQLite and `work` do.
   */
  write<T>(part: Part, work: (id: number, database: Database) => T): T | undefined {
    const { database } = this;
    return database.transaction(() => {
      if (!this.#mayStore()) return undefined;
      // Not at each write: that would be one more page.
      database.run(
        `insert into account (sign_in, part, used_at) values (?1, ?2, ?3)
         on conflict (sign_in, part) do update set used_at = ?3, stale_at = null
         where abs(used_at - ?3) > ${DAY_MS}`,
        ...[this.signIn, part, this.clock.now()],
      );
      const id = this.id(part);
      return id === undefined ? undefined : work(id, database);
    });
  }
}
