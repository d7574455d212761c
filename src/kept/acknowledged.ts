import type { Account } from './account.ts';
import { readOr } from './fault.ts';

/**
 * The concerns of projects that the user has seen and does not want to see again until they change,
 * of all windows of a sign-in.
 */
export class Acknowledged {
  readonly #account: Account;

  constructor(account: Account) {
    this.#account = account;
  }

  /** The acknowledged concerns of each project, by `t/12`. Empty if the database cannot be read. */
  get all(): ReadonlyMap<string, string> {
    const { database, signIn } = this.#account;
    const sql = `select project, concerns from acknowledged
      where account = (select id from account where sign_in = ?)`;
    const rows = readOr([], () => database.all(sql, signIn));
    return new Map(rows.map(({ project, concerns }) => [String(project), String(concerns)]));
  }

  /** @param concerns by `t/12`. Throws as SQLite does. */
  add(concerns: ReadonlyMap<string, string>): void {
    this.#account.write((account, database) => {
      for (const one of concerns) {
        database.run(
          'insert or replace into acknowledged (account, project, concerns) values (?, ?, ?)',
          ...[account, ...one],
        );
      }
    });
  }

  /** Throws as SQLite does. */
  remove(refs: Iterable<string>): void {
    this.#account.write((account, database) => {
      for (const ref of refs) {
        database.run('delete from acknowledged where account = ? and project = ?', account, ref);
      }
    });
  }

  /** Throws as SQLite does. */
  clear(): void {
    this.#account.write((account, database) =>
      database.run('delete from acknowledged where account = ?', account),
    );
  }
}
