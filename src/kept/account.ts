import type { Clock } from '../core/base/clock.ts';
import type { Database } from './database.ts';

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
   * The number of the account in the tables; `undefined` if nothing is stored of it. It is looked up
   * each time, because the user may sign out in another window. Throws as SQLite does.
   */
  get id(): number | undefined {
    const found = this.database.get('select id from account where sign_in = ?', this.signIn);
    return found === undefined ? undefined : Number(found.id);
  }

  /**
   * Runs `work` in a transaction with the number of the account, which is created if it is new.
   * Returns `undefined` without a call if nothing may be stored. Throws as SQLite and `work` do.
   */
  write<T>(work: (id: number, database: Database) => T): T | undefined {
    const { database } = this;
    return database.transaction(() => {
      if (!this.#mayStore()) return undefined;
      database.run(
        `insert into account (sign_in, used_at) values (?, ?)
         on conflict (sign_in) do update set used_at = excluded.used_at`,
        this.signIn,
        this.clock.now(),
      );
      const { id } = this;
      return id === undefined ? undefined : work(id, database);
    });
  }
}
