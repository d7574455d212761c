import type { Clock } from '../core/base/clock.ts';
import type { Database } from './database.ts';
import { readingCounts } from './readingRows.ts';

/** What is stored of a sign-in. */
export interface StoredAccount {
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
    `select sign_in, max(id) filter (where part = 'readings') as readings,
       group_concat((select group_concat(name) from list where account = account.id)) as lists,
       sum((select sum(octet_length(rows) + octet_length(head)) from list
         where account = account.id)) as bytes,
       sum((select count(*) from watched where account = account.id)) as watched
     from account where sign_in is not null group by sign_in order by min(id)`,
  );
  const all: StoredAccount[] = [];
  for (const { sign_in, readings, lists, bytes, watched } of accounts) {
    const counts = await readingCounts(file, Number(readings ?? 0), Number.MAX_SAFE_INTEGER);
    all.push({
      signIn: String(sign_in),
      lists: typeof lists === 'string' ? lists.split(',').sort() : [],
      rowBytes: Number(bytes ?? 0),
      readings: [...counts.values()].reduce((sum, count) => sum + count, 0),
      projects: counts.size,
      watched: Number(watched),
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
  const name = `check ${now()}`;
  await file.whenFree(() => {
    file.transaction(() => {
      file.run('insert into renewed (name, account) values (?, ?)', name, '');
      if (!file.get('select 1 from renewed where name = ?', name)) {
        throw new Error('No row was stored.');
      }
      file.run('delete from renewed where name = ?', name);
    });
  });
}
