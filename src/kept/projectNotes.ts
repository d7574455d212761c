import type { Account } from './account.ts';
import { readOr } from './fault.ts';

/**
 * What is noted of projects, of all windows of a sign-in: `acknowledged` are the concerns that the
 * user has seen and does not want to see again until they change, `failed` is a `FailedSince`.
 */
export class ProjectNotes {
  readonly #account: Account;
  readonly #kind: 'acknowledged' | 'failed';

  constructor(account: Account, kind: 'acknowledged' | 'failed') {
    this.#account = account;
    this.#kind = kind;
  }

  /** The note of each project, by `t/12`. Empty if the database cannot be read. */
  get all(): ReadonlyMap<string, string> {
    const rows = readOr([], () => {
      const id = this.#account.id('readings') ?? null;
      const sql = 'select project, text from note where account = ? and kind = ?';
      return this.#account.database.all(sql, id, this.#kind);
    });
    return new Map(rows.map(({ project, text }) => [String(project), String(text)]));
  }

  /** @param notes by `t/12`. Throws as SQLite does. */
  add(notes: ReadonlyMap<string, string>): void {
    this.#account.write('readings', (account, database) => {
      const sql = 'insert or replace into note (account, kind, project, text) values (?, ?, ?, ?)';
      for (const [project, text] of notes) database.run(sql, account, this.#kind, project, text);
    });
  }

  /** Throws as SQLite does. */
  remove(refs: Iterable<string>): void {
    this.#account.write('readings', (account, database) => {
      const sql = 'delete from note where account = ? and kind = ? and project = ?';
      for (const ref of refs) database.run(sql, account, this.#kind, ref);
    });
  }

  /** Throws as SQLite does. */
  clear(): void {
    this.#account.write('readings', (account, database) =>
      database.run('delete from note where account = ? and kind = ?', account, this.#kind),
    );
  }
}
