import type { Database } from './database.ts';

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

/** What is stored of each sign-in. Yields to other work. Rejects as SQLite throws. */
export async function contentsOf(file: Database): Promise<readonly StoredAccount[]> {
  const all: StoredAccount[] = [];
  const signIns = file.all(
    'select sign_in from account where sign_in is not null group by sign_in order by min(id)',
  );
  for (const { sign_in } of signIns) {
    const signIn = String(sign_in);
    const read = async (columns: string, table: string) => {
      await new Promise((resolve) => setImmediate(resolve));
      const accounts = 'select id from account where sign_in = ?';
      return file.all(`select ${columns} from ${table} where account in (${accounts})`, signIn);
    };
    const count = async (what: string, table: string) =>
      Number((await read(`count(${what}) as n`, table))[0]?.n);
    const lists = await read('name, octet_length(rows) + octet_length(head) as bytes', 'list');
    all.push({
      signIn,
      lists: lists.map(({ name }) => String(name)).sort(),
      rowBytes: lists.reduce((sum, { bytes }) => sum + Number(bytes), 0),
      readings: await count('*', 'reading'),
      projects: await count('distinct project', 'reading'),
      watched: await count('*', 'watched'),
    });
  }
  return all;
}

/** Rejects if no row can be stored and found again, or if the data is in memory instead of a file. */
export async function checkDatabase(file: Database): Promise<void> {
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
