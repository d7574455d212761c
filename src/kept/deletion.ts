import type { SQLInputValue } from 'node:sqlite';
import type { Database } from './database.ts';
import { lockedError } from './fault.ts';

/** How many rows a step deletes: few, because SQLite overwrites what it deletes. */
const ROWS_PER_STEP = {
  list: 1,
  mark: 10,
  reading: 300,
  acknowledged: 300,
  watched: 300,
  account: 100,
} as const;

const OF_ACCOUNTS = ['list', 'mark', 'reading', 'acknowledged', 'watched'] as const;

/**
 * Deletes rows in small steps, so that other work of the extension host is not blocked. Rejects as
 * `Database.whenFree`.
 */
export async function deleteFrom(
  database: Database,
  table: keyof typeof ROWS_PER_STEP,
  where = 'true',
  ...values: SQLInputValue[]
): Promise<void> {
  const limit = ROWS_PER_STEP[table];
  const sql = `delete from ${table} where id in
    (select id from ${table} where ${where} limit ${limit})`;
  while ((await database.whenFree(() => database.run(sql, ...values))) === limit) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Empties the write-ahead log, which may still hold deleted data. Rejects as `Database.whenFree`. */
export function purge(database: Database): Promise<void> {
  return database.whenFree(() => {
    if (database.get('pragma wal_checkpoint(truncate)')?.busy === 1) throw lockedError();
  });
}

/**
 * Deletes the accounts for which `condition` is true, with their rows of `OF_ACCOUNTS`. After the
 * first step, other windows no longer read any of them. Rejects as SQLite throws.
 */
export async function forgetWhere(
  database: Database,
  condition: string,
  ...values: (string | number)[]
): Promise<void> {
  const sql = `update account set sign_in = null where ${condition}`;
  await database.whenFree(() => database.run(sql, ...values));
  // Read once: if another window ends a sign-in from now on, deleting its account here would also
  // delete all its readings, in one blocking step.
  const ids = database.all('select id from account where sign_in is null').map(({ id }) => id);
  if (ids.length === 0) return;
  for (const table of OF_ACCOUNTS) await deleteFrom(database, table, `account in (${ids.join()})`);
  await deleteFrom(database, 'account', `id in (${ids.join()})`);
  await purge(database);
}
