import type { Account } from './keptData.ts';
import { readOr } from './fault.ts';

/**
 * Of all windows of a sign-in. `acknowledged` are the concerns that the user does not want to see
 * again until they change; `failed` is a `FailedSince`. Methods that write throw as SQLite does.
 */
export class ProjectNotes {
  readonly #account: Account;
  readonly #kind: 'acknowledged' | 'failed';

  constructor(account: Account, kind: 'acknowledged' | 'failed') {
    this.#account = account;
    this.#kind = kind;
  }

  /** By the references of projects, or the keys of rows without one. Empty if unreadable. */
  get all(): ReadonlyMap<string, string> {
    const sql = 'select project, text from note where account = ? and kind = ?';
    const rows = readOr([], () => this.#account.all(sql, this.#kind));
    return new Map(rows.map(({ project, text }) => [String(project), String(text)]));
  }

  add(notes: ReadonlyMap<string, string>): void {
    const sql = 'insert or replace into note (account, kind, project, text) values (?, ?, ?, ?)';
    this.#account.write((id, database) => {
      for (const note of notes) database.run(sql, id, this.#kind, ...note);
    });
  }

  remove(refs: Iterable<string>): void {
    const sql = 'delete from note where account = ? and kind = ? and project = ?';
    this.#account.write((id, database) => {
      for (const ref of refs) database.run(sql, id, this.#kind, ref);
    });
  }

  clear(): void {
    const sql = 'delete from note where account = ? and kind = ?';
    this.#account.write((id, database) => database.run(sql, id, this.#kind));
  }
}
