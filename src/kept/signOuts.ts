import type { Clock } from '../core/base/clock.ts';
import type { Database } from './database.ts';
import { readOr } from './fault.ts';

/** How many sign-outs are stored: more than there are while a window is open. */
const MOST = 1000;

/**
 * The sign-outs of all windows. SecretStorage has an event for them, but where the editor runs in a
 * browser, each window keeps a copy of all secrets from when it was opened: it gets no event and
 * would still find the token. Such a window also does not see sign-ins that others stored after it
 * was opened. So when all sign-ins are deleted, each window deletes those that it sees.
 */
export class SignOuts {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** False if the database cannot be read. */
  has(id: string): boolean {
    const sql = 'select 1 from sign_out where sign_in = ?';
    return readOr(undefined, () => this.#database.get(sql, id)) !== undefined;
  }

  /**
   * Reports a sign-out to all windows. Rejects as `Database.whenFree`.
   * @param id of the sign-in; `null` for all that were put in use until now.
   */
  note(id: string | null): Promise<void> {
    const now = this.#clock.now();
    const database = this.#database;
    return database.whenFree(() => {
      database.transaction(() => {
        database.run('insert into sign_out (sign_in, at) values (?, ?)', id, now);
        database.run(`delete from sign_out where id <= (select max(id) - ${MOST} from sign_out)`);
      });
    });
  }

  /**
   * Calls `listener` within a second after a sign-out in another window; if all sign-ins were
   * ended, with the time of that: those put in use later stay.
   * @returns what ends that.
   */
  follow(listener: (allUntil: number | undefined) => void): () => void {
    const allAt = 'coalesce(max(at) filter (where sign_in is null), 0)';
    const sql = `select max(id) as id, ${allAt} as all_at from sign_out`;
    const newest = () => readOr(undefined, () => this.#database.get(sql));
    let seen = newest();
    return this.#database.onWrittenElsewhere(() => {
      const before = seen;
      seen = newest() ?? before;
      if (seen?.id === before?.id) return;
      const time = Number(seen?.all_at);
      listener(time > Number(before?.all_at ?? 0) ? time : undefined);
    });
  }
}
