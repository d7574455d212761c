import type { Clock } from '../core/base/clock.ts';
import type { Database } from './database.ts';
import { readingCounts } from './readingRows.ts';

export interface StoredAccount {
  /** The number of the account in the tables. */
  readonly id: number;
  readonly signIn: string;
  /** The names of the lists of which rows are stored. */
  readonly lists: readonly string[];
  /** The size of all stored rows. */
  readonly rowBytes: number;
  readonly readings: number;
  readonly projects: number;
  readonly watched: number;
}

/** What is stored of each sign-in in a database. Rejects as SQLite throws. */
export async function contentsOf(file: Database): Promise<readonly StoredAccount[]> {
  const accounts = file.all(
    `select id, sign_in,
       (select group_concat(name) from (
         select name from list where account = account.id order by name)) as lists,
       (select sum(octet_length(rows) + octet_length(head)) from list
         where account = account.id) as bytes,
       (select count(*) from watched where account = account.id) as watched
     from account where sign_in is not null`,
  );
  const all: StoredAccount[] = [];
  for (const row of accounts) {
    const id = Number(row.id);
    const counts = await readingCounts(file, id, Number.MAX_SAFE_INTEGER);
    all.push({
      id,
      signIn: String(row.sign_in),
      lists: typeof row.lists === 'string' ? row.lists.split(',') : [],
      rowBytes: Number(row.bytes ?? 0),
      readings: [...counts.values()].reduce((sum, count) => sum + count, 0),
      projects: counts.size,
      watched: Number(row.watched),
    });
  }
  return all;
}

/**
 * Checks a database by storing a row, reading it and deleting it. Rejects as SQLite and the file
 * system do, also if the data is in memory because no file can be used.
 */
export async function checkDatabase(file: Database, now: Clock['now']): Promise<void> {
  if (file.trouble) throw file.trouble;
  const written = ['check', String(now())] as const;
  const where = 'from renewed where name = ? and account = ?';
  await file.whenFree(() => {
    file.transaction(() => {
      file.run('insert into renewed (name, account) values (?, ?)', ...written);
      if (!file.get(`select 1 ${where}`, ...written)) throw new Error('No row was stored.');
      file.run(`delete ${where}`, ...written);
    });
  });
}
