import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/base/clock.ts';
import { ALL_COUNTS, type AnyCount, countsOf } from '../core/model/counts.ts';
import { isDropped, type LastReading, type Reading } from '../core/stats/reading.ts';
import { afterLast } from '../core/stats/stall.ts';
import type { Database, Row } from './database.ts';
import { deleteFrom } from './deletion.ts';

/* The table of readings: how rows are made, and which of them stay. All throw as SQLite does. */

/**
 * Of a project all of the newest readings are stored, before them one for every five minutes, then
 * one an hour, then one a day. This goes by their number and their own times: a clock that is wrong
 * for a while deletes nothing. It also bounds how much there is to read: a chart shows 500 readings,
 * and to find a pace from all that is stored takes some milliseconds.
 */
const NEWEST = 300;
const THINNED_FROM = NEWEST + 1;
const HOURLY_FROM = THINNED_FROM + DAY_MS / (5 * MINUTE_MS);
const DAILY_FROM = HOURLY_FROM + (7 * DAY_MS) / HOUR_MS;
/** The most readings that are stored of one account. */
const MOST_READINGS = 200_000;
const COUNTED_AT_A_TIME = 100;

const COLUMN_NAMES = ['at', ...ALL_COUNTS, 'not_counts', 'moved_at', 'rest_ms'];

/** The columns that `readingOf` reads. */
export const COLUMNS = COLUMN_NAMES.join(', ');

export function readingOf(row: Row): LastReading {
  const counts: Partial<Record<AnyCount, number>> = {};
  for (const name of ALL_COUNTS) if (row[name] !== null) counts[name] = Number(row[name]);
  const notCounts =
    typeof row.not_counts === 'string' ? (row.not_counts.split(',') as AnyCount[]) : undefined;
  return {
    at: Number(row.at),
    ...countsOf({ ...counts, notCounts }),
    movedAt: Number(row.moved_at),
    restMs: row.rest_ms === null ? undefined : Number(row.rest_ms),
  };
}

/**
 * Stores a reading, and deletes the one before it if that is to be dropped now (`isDropped`).
 * @returns the reading with what follows from the ones before it.
 */
export function insertReading(
  database: Database,
  account: number,
  project: string,
  reading: Reading,
): LastReading {
  const [last, earlier] = database
    .all(
      `select id, ${COLUMNS} from reading
       where account = ? and project = ? and at < ? order by at desc limit 2`,
      ...[account, project, reading.at],
    )
    .map((row) => ({ id: Number(row.id), ...readingOf(row) }));
  const isLastDropped = last !== undefined && isDropped(earlier, last, reading);
  if (isLastDropped) database.run('delete from reading where id = ?', last.id);
  const added = afterLast(isLastDropped ? earlier : last, reading);
  database.run(
    `insert or replace into reading (account, project, ${COLUMNS})
     values (?, ?${', ?'.repeat(COLUMN_NAMES.length)})`,
    ...[account, project, added.at],
    ...ALL_COUNTS.map((name) => added[name] ?? null),
    ...[added.notCounts?.join() ?? null, added.movedAt],
    added.restMs === undefined ? null : Math.round(added.restMs),
  );
  const part = 5 * MINUTE_MS;
  if (last && Math.floor(last.at / part) !== Math.floor(added.at / part)) {
    thin(database, account, project);
  }
  return added;
}

/** Deletes the readings of a project that `NEWEST` no longer covers, but the last one of each part. */
function thin(database: Database, account: number, project: string): void {
  database.run(
    `delete from reading where id in (
       select id from (
         select id, at, rank, next,
           case when rank < ${HOURLY_FROM} then ${5 * MINUTE_MS}
             when rank < ${DAILY_FROM} then ${HOUR_MS} else ${DAY_MS} end as part
         from (
           select id, at, lag(at) over newest as next, row_number() over newest as rank
           from reading where account = ? and project = ? window newest as (order by at desc)))
       where rank >= ${THINNED_FROM} and at / part = next / part)`,
    ...[account, project],
  );
}

/** Deletes the oldest readings beyond `MOST_READINGS`, but no project's last one. Rejects as SQLite throws. */
export async function trimReadings(database: Database, account: number): Promise<void> {
  const row = database.get('select count(*) as n from reading where account = ?', account);
  const excess = Number(row?.n) - MOST_READINGS;
  if (excess <= 0) return;
  // The plus sign makes SQLite go through the rows by id.
  const oldest = database.get(
    'select id from reading where +account = ? order by id limit 1 offset ?',
    ...[account, excess],
  );
  await deleteFrom(
    database,
    'reading',
    `+account = ? and id < ? and at < (select max(at) from reading as other
       where other.account = reading.account and other.project = reading.project)`,
    ...[account, Number(oldest?.id)],
  );
}

/**
 * How many readings an account has of each project, by `t/12`, without those of the future. Other
 * work is done between slices. Rejects as SQLite throws.
 */
export async function readingCounts(
  database: Database,
  account: number,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (let after = '', more = true; more;) {
    const rows = database.all(
      `select project, count(*) as count from reading where account = ? and at <= ? and project > ?
       group by project order by project limit ?`,
      ...[account, now, after, COUNTED_AT_A_TIME],
    );
    for (const row of rows) counts.set(String(row.project), Number(row.count));
    after = String(rows.at(-1)?.project);
    more = rows.length === COUNTED_AT_A_TIME;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return counts;
}
