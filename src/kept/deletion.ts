import type { SQLInputValue } from 'node:sqlite';
import { DAY_MS } from '../core/base/clock.ts';
import type { Database } from './database.ts';
import { lockedError } from './fault.ts';
import { PARTS } from './schema.ts';

/** The data of a sign-in that was not used for this long is deleted. */
const UNUSED_MS = 90 * DAY_MS;
/** How many rows a step deletes: few, because SQLite overwrites what it deletes. */
const AT_A_TIME = 300;
const ROWS_PER_STEP: Readonly<Record<string, number>> = { list: 1, mark: 10 };

/**
 * Deletes rows in small steps, so that other work of the extension host is not blocked. Rejects as
 * `Database.whenFree`.
 */
export async function deleteFrom(
  database: Database,
  table: string,
  where = 'true',
  ...values: SQLInputValue[]
): Promise<void> {
  const limit = ROWS_PER_STEP[table] ?? AT_A_TIME;
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
 * Deletes what belongs to no sign-in any more, also from the log and with the damaged files. Rejects
 * as SQLite throws. What is not deleted then is found again by the next call.
 */
export async function finishDeletion(database: Database): Promise<void> {
  const rows = database.all('select id from account where sign_in is null');
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id).join();
  for (const table of Object.values(PARTS).flat()) {
    await deleteFrom(database, table, `account in (${ids})`);
  }
  await purge(database);
  await database.deleteDamaged();
  await deleteFrom(database, 'account', `id in (${ids})`);
}

/**
 * Takes data off sign-ins that were not used for 90 days. A clock may be wrong when a window opens,
 * so that has to be found at two times a day apart, with a clock that was not set back in between.
 * Throws as SQLite does.
 */
export function forgetUnused(database: Database, now: number): void {
  const unused = `sign_in is not null and used_at < ${now - UNUSED_MS}`;
  database.transaction(() => {
    database.run(`update account set stale_at = null where stale_at > ? or not (${unused})`, now);
    database.run(
      `update account set sign_in = null where ${unused} and stale_at < ?`,
      now - DAY_MS,
    );
    database.run(`update account set stale_at = ? where ${unused} and stale_at is null`, now);
  });
}
