import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/base/clock.ts';
import { Later } from '../core/base/later.ts';
import { ALL_COUNTS, type AnyCount, countsOf } from '../core/model/counts.ts';
import type { ProjectRef } from '../core/model/model.ts';
import { isDropped, type LastReading, type Reading } from '../core/stats/reading.ts';
import { afterLast } from '../core/stats/stall.ts';
import type { Account } from './keptData.ts';
import type { Database, Row } from './database.ts';
import { isFault, readOr } from './fault.ts';

/**
 * Of a project all of the newest readings are stored, before them one for every five minutes, then
 * one an hour, then one a day. This goes by their number and their own times: a clock that is wrong
 * for a while deletes nothing.
 */
const NEWEST = 300;
const FIVE_MINUTES_MS = 5 * MINUTE_MS;
const HOURLY_FROM = NEWEST + 1 + DAY_MS / FIVE_MINUTES_MS;
const DAILY_FROM = HOURLY_FROM + (7 * DAY_MS) / HOUR_MS;
/** More readings of a project than are stored. */
const MOST_READ = 2_000;
const AGAIN_MS = 500;
/** The most readings that wait to be written. If the disk stays full, older ones are dropped. */
const MOST_UNSAVED = 20_000;
/** Readings that are written in one transaction, and projects that are read in one slice: 2–6 ms. */
const AT_A_TIME = 100;

const COLUMN_NAMES = ['at', ...ALL_COUNTS, 'not_counts', 'moved_at', 'rest_ms'];
const COLUMNS = COLUMN_NAMES.join(', ');

interface Unsaved {
  readonly ref: ProjectRef;
  readonly reading: LastReading;
}

/**
 * The readings of an account, of all its windows. Each is written at once; what cannot be written,
 * because the disk is full or another window is writing, is in memory meanwhile. Those with a time
 * in the future are ignored: the clock was set back since.
 */
export class Readings {
  readonly #account: Account;
  readonly #warn: (line: string) => void;
  readonly #unsaved: Unsaved[] = [];
  readonly #retry: Later;
  /** Whether the last write failed for another reason than that another window was writing. */
  #hasFailed = false;
  /** The newest readings that were looked up. */
  #newest = new Map<ProjectRef, LastReading>();
  /** Whether all projects that are not in `#newest` have none. */
  #isWhole = false;
  /** The database that these are from. */
  #database: Database | undefined;
  /** The id of the last reading that `changed` has reported. */
  #mark = 0;

  constructor(account: Account, warn: (line: string) => void) {
    this.#account = account;
    this.#warn = warn;
    this.#retry = new Later(account.clock, () => {
      readOr(undefined, this.#write);
    });
    this.#useDatabase();
  }

  /**
   * Replaces a reading of the same time. One that is older than the newest, because its response
   * took long, is dropped.
   * @returns the newest reading, with what follows from earlier ones.
   */
  add(ref: ProjectRef, reading: Reading): LastReading {
    const last = this.last(ref);
    if (last && reading.at < last.at) return last;
    const added = afterLast(last, reading);
    this.#newest.set(ref, added);
    this.#unsaved.push({ ref, reading: added });
    if (this.#unsaved.length > MOST_UNSAVED) this.#unsaved.shift();
    if (!this.#retry.isDue) this.#retry.now();
    return this.#newest.get(ref) ?? added;
  }

  /** It is looked up in the database once, and then remembered. */
  last(ref: ProjectRef): LastReading | undefined {
    this.#followDatabase();
    const known = this.#newest.get(ref);
    const isKnown = known ? known.at <= this.#now : this.#isWhole;
    return isKnown ? known : this.lookUp(ref);
  }

  /** As `last`, but `undefined` if it was not looked up yet. */
  known(ref: ProjectRef): LastReading | undefined {
    return this.#newest.get(ref);
  }

  /** As `last`, but reads the database: call it when another window has stored a reading. */
  lookUp(ref: ProjectRef): LastReading | undefined {
    const last = this.#read(ref, 1).at(-1);
    if (last) this.#newest.set(ref, last);
    else this.#newest.delete(ref);
    return last;
  }

  /** Forgets what is in memory: call it when stored readings were cleared. */
  forget(): void {
    this.#unsaved.length = 0;
    this.#useDatabase();
  }

  /**
   * The newest reading of each project, also of those that are added later. From then on `last`
   * needs no database.
   * @param pause is awaited after each slice of some milliseconds.
   */
  async newest(pause: () => Promise<void>): Promise<ReadonlyMap<ProjectRef, LastReading>> {
    this.#followDatabase();
    if (this.#isWhole) return this.#newest;
    const database = this.#database;
    for (const { ref, reading } of this.#unsaved) this.#offer(ref, reading);
    const next = 'select min(project) as project from reading where account = ? and project > ?';
    let ref: ProjectRef | '' = '';
    for (let count = 1; ; count++) {
      const found = this.#query(next, ref)[0]?.project;
      if (typeof found !== 'string') break;
      ref = found as ProjectRef;
      const [last] = this.#query(NEWEST_FIRST, ref, this.#now, 1);
      if (last) this.#offer(ref, readingOf(last));
      if (count % AT_A_TIME === 0) await pause();
    }
    await pause();
    // Not if the database cannot be read. An account without a number has no readings.
    const isRead = readOr(false, () => {
      this.#account.id();
      return true;
    });
    this.#isWhole = isRead && database === this.#database;
    return this.#newest;
  }

  /** The oldest first; some hundreds. */
  of(ref: ProjectRef): readonly LastReading[] {
    return this.#read(ref, MOST_READ);
  }

  /**
   * The readings of a project in a period, the oldest first, after the last ones before it, of which
   * the first has a count of confirmed NFTs.
   * @param since in milliseconds since 1970.
   */
  since(ref: ProjectRef, since: number): readonly LastReading[] {
    const rows = this.#query(
      `select ${COLUMNS} from reading where account = ?1 and project = ?2 and at <= ?3 and at >= ifnull(
         (select max(at) from reading
          where account = ?1 and project = ?2 and at < ?4 and confirmed is not null), ?4)
       order by at`,
      ...[ref, this.#now, since],
    );
    return rows.map(readingOf);
  }

  /**
   * Some projects of which any window stored readings since the last call. Call it until it returns
   * none.
   */
  changed(): readonly ProjectRef[] {
    this.#followDatabase();
    // First, because another window may write between two queries.
    const newest = this.#newestId;
    // The plus sign makes SQLite go through the rows by id.
    const rows = this.#query(
      'select project, id from reading where +account = ? and id > ? order by id limit ?',
      ...[this.#mark, AT_A_TIME],
    );
    this.#mark = rows.length === AT_A_TIME ? Number(rows.at(-1)?.id) : newest;
    return [...new Set(rows.map(({ project }) => String(project) as ProjectRef))];
  }

  /** Writes all that is pending. Never rejects. */
  async settle(): Promise<void> {
    try {
      while (this.#unsaved.length > 0) {
        await this.#account.database.whenFree(this.#write);
        await new Promise((resolve) => setImmediate(resolve));
      }
    } catch {
      // It was logged, and is tried again until the database is closed.
    }
  }

  get #now(): number {
    return this.#account.clock.now();
  }

  get #newestId(): number {
    const { database } = this.#account;
    const sql = 'select max(id) as id from reading';
    return readOr(0, () => Number(database.get(sql)?.id ?? 0));
  }

  /** When `mintscope.keepRows` changes, the readings are in another database. */
  #followDatabase(): void {
    if (this.#database !== this.#account.database) this.#useDatabase();
  }

  #useDatabase(): void {
    this.#database = this.#account.database;
    this.#mark = this.#newestId;
    this.#newest = new Map();
    this.#isWhole = false;
  }

  /** The newest readings of a project, the oldest first, with those that are not written yet. */
  #read(ref: ProjectRef, most: number): readonly LastReading[] {
    const now = this.#now;
    const unsaved = this.#unsaved.flatMap((one) =>
      one.ref === ref && one.reading.at <= now ? [one.reading] : [],
    );
    const stored = this.#query(NEWEST_FIRST, ref, now, most).map(readingOf);
    return stored
      .filter((one) => !unsaved.some(({ at }) => at === one.at))
      .concat(unsaved)
      .sort((one, other) => one.at - other.at)
      .slice(-most);
  }

  #offer(ref: ProjectRef, reading: LastReading): void {
    const known = this.#newest.get(ref);
    if (!known || reading.at >= known.at) this.#newest.set(ref, reading);
  }

  /** @param values come after the number of the account. Empty if the database cannot be read. */
  #query(sql: string, ...values: (string | number)[]): Row[] {
    return readOr([], () => this.#account.all(sql, ...values));
  }

  /** Writes some of the readings that wait, and the others later. Throws as SQLite does. */
  readonly #write = (): void => {
    const some = this.#unsaved.slice(0, AT_A_TIME);
    if (some.length === 0) return;
    try {
      this.#account.write((id, database) => {
        for (const { ref, reading } of some) {
          this.#offer(ref, insertReading(database, id, ref, reading));
        }
      });
      this.#unsaved.splice(0, some.length);
      this.#hasFailed = false;
      if (this.#unsaved.length > 0) this.#retry.soon(0);
    } catch (error) {
      if (isFault(error, 'closed')) throw error;
      this.#retry.soon(AGAIN_MS);
      if (!this.#hasFailed && !isFault(error, 'busy')) {
        this.#warn(`The readings cannot be stored: ${String(error)}`);
        this.#hasFailed = true;
      }
      throw error;
    }
  };
}

/** The readings of a project that are not of the future. */
const NEWEST_FIRST = `select ${COLUMNS} from reading
  where account = ? and project = ? and at <= ? order by at desc limit ?`;

function readingOf(row: Row): LastReading {
  const counts: Partial<Record<AnyCount, number>> & { notCounts?: AnyCount[] } = {};
  for (const name of ALL_COUNTS) if (row[name] !== null) counts[name] = Number(row[name]);
  if (row.not_counts !== null) counts.notCounts = String(row.not_counts).split(',') as AnyCount[];
  return Object.assign(countsOf(counts), {
    at: Number(row.at),
    movedAt: Number(row.moved_at),
    restMs: row.rest_ms === null ? undefined : Number(row.rest_ms),
  });
}

/**
 * Deletes the reading before it if that is to be dropped now (`isDropped`). Throws as SQLite does.
 * @returns the reading with what follows from the ones before it.
 */
function insertReading(
  database: Database,
  account: number,
  ref: ProjectRef,
  reading: Reading,
): LastReading {
  const rows = database.all(NEWEST_FIRST, account, ref, reading.at - 1, 2);
  const [last, earlier] = rows.map(readingOf);
  const isLastDropped = last !== undefined && isDropped(earlier, last, reading);
  if (isLastDropped) {
    const sql = 'delete from reading where account = ? and project = ? and at = ?';
    database.run(sql, account, ref, last.at);
  }
  const added = afterLast(isLastDropped ? earlier : last, reading);
  database.run(
    `insert or replace into reading (account, project, ${COLUMNS})
     values (?, ?${', ?'.repeat(COLUMN_NAMES.length)})`,
    ...[account, ref, added.at],
    ...ALL_COUNTS.map((name) => added[name] ?? null),
    ...[added.notCounts?.join() ?? null, added.movedAt],
    added.restMs === undefined ? null : Math.round(added.restMs),
  );
  const partOf = (at: number) => Math.floor(at / FIVE_MINUTES_MS);
  if (last && partOf(last.at) !== partOf(added.at)) database.run(THIN, account, ref);
  return added;
}

/** Deletes the readings of a project that `NEWEST` does not cover, but the last one of each part. */
const THIN = `delete from reading where id in (
  select id from (
    select id, at, rank, next,
      case when rank < ${HOURLY_FROM} then ${FIVE_MINUTES_MS}
        when rank < ${DAILY_FROM} then ${HOUR_MS} else ${DAY_MS} end as part
    from (
      select id, at, lag(at) over newest as next, row_number() over newest as rank
      from reading where account = ? and project = ? window newest as (order by at desc)))
  where rank > ${NEWEST} and at / part = next / part)`;
