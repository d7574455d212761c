import * as l10n from '@vscode/l10n';
import type { Clock } from '../core/base/clock.ts';
import type { Database } from '../kept/database.ts';
import { deleteFrom, purge } from '../kept/deletion.ts';
import { withoutPath } from '../kept/fault.ts';

/** The project and account that snapshots belong to. */
export interface SnapshotOwner {
  readonly service: string;
  /** `t/12`. */
  readonly key: string;
}

export interface Snapshot {
  /** When it was taken, in milliseconds since 1970. */
  readonly at: number;
}

/** Snapshots of projects. Each method throws or rejects as SQLite throws. */
export class Snapshots {
  readonly #database: Database;
  readonly #now: Clock['now'];
  readonly #onChange: () => void;

  /** @param onChange called after snapshots were saved or deleted. */
  constructor(database: Database, now: Clock['now'], onChange: () => void) {
    this.#database = database;
    this.#now = now;
    this.#onChange = onChange;
  }

  /** The newest first. */
  list({ service, key }: SnapshotOwner): Snapshot[] {
    const sql = 'select at from snapshot where account = ? and project = ? order by at desc';
    return this.#database.all(sql, service, key).map(({ at }) => ({ at: Number(at) }));
  }

  /**
   * Saves a text under the current time, or under the next that no snapshot of the project has. Also
   * rejects if the database is in memory: the snapshot would be lost when the window closes.
   */
  async save({ service, key }: SnapshotOwner, text: string): Promise<void> {
    const { trouble } = this.#database;
    if (trouble) throw trouble;
    const sql = 'insert or ignore into snapshot (account, project, at, text) values (?, ?, ?, ?)';
    let at = this.#now();
    await this.#database.whenFree(() => {
      while (this.#database.run(sql, service, key, at, text) === 0) at++;
    });
    this.#onChange();
  }

  read({ service, key }: SnapshotOwner, { at }: Snapshot): string | undefined {
    const sql = 'select text from snapshot where account = ? and project = ? and at = ?';
    const found = this.#database.get(sql, service, key, at);
    return found && String(found.text);
  }

  async delete({ service, key }: SnapshotOwner, { at }: Snapshot): Promise<void> {
    const sql = 'delete from snapshot where account = ? and project = ? and at = ?';
    await this.#database.whenFree(() => this.#database.run(sql, service, key, at));
    this.#onChange();
  }

  /** How many there are of all projects and accounts. */
  count(): number {
    return Number(this.#database.get('select count(*) as n from snapshot')?.n ?? 0);
  }

  /** Deletes those of all projects and accounts. */
  async deleteAll(): Promise<void> {
    await deleteFrom(this.#database, 'snapshot');
    await purge(this.#database);
    this.#onChange();
  }
}

const FAILED = {
  saved: (why: string) => l10n.t('The snapshot could not be saved ({0}).', why),
  listed: (why: string) => l10n.t('The snapshots could not be listed ({0}).', why),
  read: (why: string) => l10n.t('The snapshot could not be read ({0}).', why),
  deleted: (why: string) => l10n.t('The snapshot could not be deleted ({0}).', why),
};

/** Does something with stored snapshots. Rejects with a sentence for the user if that fails. */
export async function onDisk<T>(done: keyof typeof FAILED, act: () => T | Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new Error(FAILED[done](withoutPath(error)), { cause: error });
  }
}
