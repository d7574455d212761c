import { DAY_MS, HOUR_MS } from '../core/base/clock.ts';
import { ALL_COUNTS, type AnyCount, countsOf } from '../core/model/counts.ts';
import type { LastReading, Reading } from '../core/stats/reading.ts';
import { afterLast } from '../core/stats/stall.ts';
import type { Database, Row } from './database.ts';

/* The table of readings: how rows are made, and which of them stay. All throw as SQLite does. */

/** From a day up to this age one reading of each hour is stored, of older ones one of each day. */
const HOURLY_MS = 7 * DAY_MS;
/** The most readings that are stored of one account. */
const MOST_READINGS = 200_000;
const DELETED_AT_A_TIME = 300;
const COUNTED_AT_A_TIME = 500;
/** Rows that are read in some milliseconds. A query takes as long as `ROWS_FOR_QUERY` rows. */
const READ_AT_A_TIME = 500;
const ROWS_FOR_QUERY = 20;

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

/** Stores a reading. Of readings with equal counts in a row, only the first and the last stay. */
export function insertReading(
  database: Database,
  account: number,
  project: string,
  reading: LastReading,
  now: number,
): void {
  const before = database
    .all(
      `select id, ${COLUMNS} from reading
       where account = ? and project = ? and at < ? order by at desc limit 2`,
      ...[account, project, reading.at],
    )
    .map((row) => ({ id: Number(row.id), ...readingOf(row) }));
  const [last, earlier] = before;
  if (last && earlier && isSame(earlier, last) && isSame(last, reading)) {
    database.run('delete from reading where id = ?', last.id);
  }
  // Another window may have stored one in between.
  const movedAt = Math.min(reading.movedAt, afterLast(last, reading).movedAt);
  database.run(
    `insert or replace into reading (account, project, ${COLUMNS})
     values (?, ?${', ?'.repeat(COLUMN_NAMES.length)})`,
    ...[account, project, reading.at],
    ...ALL_COUNTS.map((name) => reading[name] ?? null),
    ...[reading.notCounts?.join() ?? null, movedAt],
    reading.restMs === undefined ? null : Math.round(reading.restMs),
  );
  const isNextHour = last && Math.floor(last.at / HOUR_MS) !== Math.floor(reading.at / HOUR_MS);
  if (isNextHour) thin(database, account, project, now);
}

/** Of readings older than a day, keeps the last of each hour or day (`HOURLY_MS`) of a project. */
function thin(database: Database, account: number, project: string, now: number): void {
  database.run(
    `delete from reading where id in (
       select id from (
         select id, at, lead(at) over (order by at) as next,
           case when at > ? then ? else ? end as grain
         from reading where account = ? and project = ? and at < ?)
       where next is not null and cast(at / grain as integer) = cast(next / grain as integer))`,
    ...[now - HOURLY_MS, HOUR_MS, DAY_MS],
    ...[account, project, now - DAY_MS],
  );
}

/** Deletes the oldest readings beyond `MOST_READINGS`, but no project's last one. */
export class ReadingTrim {
  #excess = 0;
  /** The id of the last row that was examined. */
  #after = 0;

  /**
   * Counts the readings of an account, or deletes some; each takes up to 10 ms. Returns whether to
   * call it again.
   */
  step(database: Database, account: number): boolean {
    if (this.#excess === 0) {
      const row = database.get('select count(*) as n from reading where account = ?', account);
      this.#excess = Math.max(0, Number(row?.n) - MOST_READINGS);
      this.#after = 0;
      return this.#excess > 0;
    }
    // The plus sign makes SQLite go through the rows by id.
    const last = database.all(
      'select id from reading where +account = ? and id > ? order by id limit ?',
      ...[account, this.#after, Math.min(DELETED_AT_A_TIME, this.#excess)],
    );
    const to = Number(last.at(-1)?.id ?? 0);
    this.#excess -= database.run(
      `delete from reading where +account = ? and id > ? and id <= ? and at < (
         select max(at) from reading as other
         where other.account = reading.account and other.project = reading.project)`,
      ...[account, this.#after, to],
    );
    this.#after = to;
    if (last.length === 0) this.#excess = 0;
    return this.#excess > 0;
  }
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

/**
 * The readings of each project since a time, with the last one before it, the oldest first, in parts.
 * Other work is done between slices. Rejects as SQLite throws.
 */
export async function* historiesSince(
  database: Database,
  account: number,
  from: number,
  now: number,
): AsyncGenerator<readonly [string, readonly LastReading[]]> {
  const next = (after: string) =>
    database.get(
      'select project from reading where account = ? and project > ? order by project limit 1',
      ...[account, after],
    )?.project;
  let work = 0;
  for (let project = next(''); typeof project === 'string'; project = next(project)) {
    for (let after = -1, more = true; more;) {
      const some = database
        .all(
          `select ${COLUMNS} from reading
           where account = ?1 and project = ?2 and at <= ?3 and at > ?4 and at >= coalesce(
             (select max(at) from reading where account = ?1 and project = ?2 and at < ?5), ?5)
           order by at limit ?6`,
          ...[account, project, now, after, from, READ_AT_A_TIME],
        )
        .map(readingOf);
      yield [project, some];
      after = some.at(-1)?.at ?? after;
      more = some.length === READ_AT_A_TIME;
      work += some.length + ROWS_FOR_QUERY;
      if (work < READ_AT_A_TIME) continue;
      work = 0;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

function isSame(one: Reading, other: Reading): boolean {
  return (
    ALL_COUNTS.every((name) => one[name] === other[name]) &&
    one.notCounts?.join() === other.notCounts?.join()
  );
}
