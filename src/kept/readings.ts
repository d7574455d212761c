import { DAY_MS, MINUTE_MS } from '../core/base/clock.ts';
import { formatRef, type ProjectRef } from '../core/model/model.ts';
import type { LastReading, Reading } from '../core/stats/reading.ts';
import { afterLast } from '../core/stats/stall.ts';
import { parseProjectRef } from '../core/model/projectRef.ts';
import type { Account } from './account.ts';
import type { Database, Row } from './database.ts';
import { readOr } from './fault.ts';
import { PendingWrite } from './pendingWrite.ts';
import {
  COLUMNS,
  historiesSince,
  insertReading,
  readingCounts,
  readingOf,
  ReadingTrim,
} from './readingRows.ts';

/** Projects that are written in one transaction, or read in one query: 2–6 ms. */
const AT_A_TIME = 300;
/** The most readings that wait to be written. If the disk stays full, older ones are dropped. */
const MOST_UNSAVED = 20_000;
/** The newest readings of an outline: half an hour of a mint that is read every 5 s. */
const OUTLINE_NEWEST = 360;
/** Short enough that a mint seen in each step counts as read without a gap (`PACE_LOST_MS`). */
const OUTLINE_STEP_MS = 5 * MINUTE_MS;
/** The readings of an account are counted again each time that it has stored so many. */
const TRIM_EVERY = 5_000;

/**
 * A condition of the queries. One statement takes half as long as two with a lookup of the
 * account's id.
 */
const OWN = 'account = (select id from account where sign_in = ?)';

/**
 * The readings of an account, of all its windows. Counts are stored only here. A
 * reading is available at once and written a moment later. Stored are all readings of the last 24
 * hours, the last of each hour for a week, and the last of each day. Of consecutive readings with
 * equal counts only the first and the last are stored, so a mint that does not move takes no room.
 *
 * Readings with a time in the future are ignored: the clock was set back since.
 */
export class Readings {
  readonly #account: Account;
  readonly #pending: PendingWrite;
  /** By `t/12`, as they were added: readings that are not in the database yet. */
  readonly #unsaved = new Map<string, LastReading[]>();
  #unsavedCount = 0;
  #untilTrim = 0;
  readonly #trimming = new ReadingTrim();
  /** The newest readings that were looked up, by `t/12`; `undefined` for one without readings. */
  readonly #newest = new Map<string, LastReading | undefined>();
  /** Whether a project that is not in `#newest` has no readings. */
  #isWhole = false;
  /** The database that `#newest` is from. */
  #database: Database;

  constructor(account: Account, warn: (line: string) => void) {
    this.#account = account;
    this.#database = account.database;
    const write = () => this.#write();
    this.#pending = new PendingWrite({ clock: account.clock, warn, what: 'The readings', write });
  }

  /**
   * Adds a reading, which replaces one of the same time.
   * @param before the newest reading so far; looked up if left out.
   * @returns the reading with what follows from earlier ones.
   */
  add(ref: ProjectRef, reading: Reading, before = this.last(ref)): LastReading {
    const project = formatRef(ref);
    const added = afterLast(before, reading);
    const unsaved = this.#unsaved.get(project) ?? [];
    const same = unsaved.findIndex(({ at }) => at === reading.at);
    if (same >= 0) unsaved.splice(same, 1);
    else this.#unsavedCount++;
    unsaved.push(added);
    this.#unsaved.set(project, unsaved);
    if (this.#unsavedCount > MOST_UNSAVED) this.#dropOldest();
    this.#newest.set(project, added);
    this.#pending.soon();
    return added;
  }

  /** The newest reading of a project. It is looked up in the database once, and then remembered. */
  last(ref: ProjectRef): LastReading | undefined {
    // When `mintscope.keepRows` changes, the readings are in another database.
    if (this.#database !== this.#account.database) this.forget();
    const project = formatRef(ref);
    const known = this.#newest.get(project);
    const isKnown = known
      ? known.at <= this.#account.clock.now()
      : this.#isWhole || this.#newest.has(project);
    return isKnown ? known : this.lookUp(ref);
  }

  /** As `last`, but `undefined` if it was not looked up yet. By `t/12`. */
  known(project: string): LastReading | undefined {
    return this.#newest.get(project);
  }

  /** As `last`, but reads the database: call it when another window has stored a reading. */
  lookUp(ref: ProjectRef): LastReading | undefined {
    const last = this.#stored(ref);
    this.#newest.set(formatRef(ref), last);
    return last;
  }

  /** Forgets what was looked up: call it when stored readings were cleared. */
  forget(): void {
    this.#newest.clear();
    this.#isWhole = false;
    this.#database = this.#account.database;
  }

  /**
   * The newest reading of each project, by `t/12`, of which `last` needs no database from then on.
   * @param pause is awaited after each slice of some milliseconds.
   */
  async newest(pause: () => Promise<void>): Promise<ReadonlyMap<string, LastReading>> {
    if (this.#database !== this.#account.database) this.forget();
    if (!this.#isWhole) {
      const database = this.#database;
      for (const slice of this.#lastOfAll()) {
        for (const [key, last] of slice) {
          if (last.at >= (this.#newest.get(key)?.at ?? 0)) this.#newest.set(key, last);
        }
        await pause();
      }
      this.#isWhole = database === this.#database;
    }
    const known = [...this.#newest].flatMap(([key, last]) => (last ? [[key, last] as const] : []));
    return new Map(known);
  }

  #stored(ref: ProjectRef): LastReading | undefined {
    const project = formatRef(ref);
    const now = this.#account.clock.now();
    const unsaved = this.#unsaved.get(project)?.findLast(({ at }) => at <= now);
    const stored = this.#query(
      `select ${COLUMNS} from reading
       where ${OWN} and project = ? and at <= ? order by at desc limit 1`,
      ...[this.#account.signIn, project, now],
    ).map(readingOf)[0];
    return newer(stored, unsaved);
  }

  /** The readings of a project, the oldest first. @param from the time of the earliest. */
  of(ref: ProjectRef, from = 0): readonly LastReading[] {
    const project = formatRef(ref);
    const now = this.#account.clock.now();
    const stored = this.#query(
      `select ${COLUMNS} from reading
       where ${OWN} and project = ? and at between ? and ? order by at`,
      ...[this.#account.signIn, project, from, now],
    ).map(readingOf);
    return this.#withUnsaved(project, stored, from, now);
  }

  /**
   * As `of`, but with bounded time and length, for a chart or a forecast: the newest `OUTLINE_NEWEST`
   * readings, of the last day before them the one in each `OUTLINE_STEP_MS`, and all older ones, which
   * are stored by the hour and the day.
   */
  outline(ref: ProjectRef): readonly LastReading[] {
    const project = formatRef(ref);
    const { signIn, clock } = this.#account;
    const now = clock.now();
    const own = [signIn, project] as const;
    const newest = this.#query(
      `select ${COLUMNS} from reading
       where ${OWN} and project = ? and at <= ? order by at desc limit ?`,
      ...[...own, now, OUTLINE_NEWEST],
    ).map(readingOf);
    const oldest = newest.at(-1)?.at;
    const earlier =
      oldest === undefined || newest.length < OUTLINE_NEWEST ? [] : this.#steps(own, oldest);
    return this.#withUnsaved(project, [...earlier, ...newest], 0, now);
  }

  /** How many readings a project has. */
  count(ref: ProjectRef): number {
    const project = formatRef(ref);
    const [stored] = this.#query(
      `select count(*) as n from reading where ${OWN} and project = ? and at <= ?`,
      ...[this.#account.signIn, project, this.#account.clock.now()],
    );
    return Number(stored?.n ?? 0) + (this.#unsaved.get(project)?.length ?? 0);
  }

  /**
   * The readings of each project since a time, with the last one before it, the oldest first, by
   * `t/12`. Those of a project may come in several parts, one after the other. Other work is done
   * between slices. Rejects as SQLite throws.
   */
  async *histories(from: number): AsyncGenerator<readonly [string, readonly LastReading[]]> {
    await this.settle();
    const { id = 0, database, clock } = this.#account;
    const unsaved = new Set(this.#unsaved.keys());
    for await (const some of historiesSince(database, id, from, clock.now())) {
      if (!unsaved.has(some[0])) yield some;
    }
    // These are not in the database, because it could not be written.
    for (const project of unsaved) {
      const ref = parseProjectRef(project);
      if (ref) yield [project, this.of(ref).filter(({ at }) => at >= from)];
    }
  }

  /** The newest readings by `t/12`, some hundred at a time. If a project comes twice, use the newer. */
  *#lastOfAll(): Generator<ReadonlyMap<string, LastReading>> {
    const now = this.#account.clock.now();
    for (let after = '', more = true; more;) {
      // With max(), SQLite takes the other columns from the row with the maximum.
      const rows = this.#query(
        `select project, max(at) as at, ${COLUMNS.slice('at, '.length)} from reading
         where ${OWN} and at <= ? and project > ? group by project order by project limit ?`,
        ...[this.#account.signIn, now, after, AT_A_TIME],
      );
      after = String(rows.at(-1)?.project);
      more = rows.length === AT_A_TIME;
      yield new Map(rows.map((row) => [String(row.project), readingOf(row)]));
    }
    const unsaved = [...this.#unsaved].flatMap(([project, readings]) => {
      const last = readings.findLast(({ at }) => at <= now);
      return last ? [[project, last] as const] : [];
    });
    yield new Map(unsaved);
  }

  /** Which projects have readings, and how many, by `t/12`. Rejects as SQLite throws. */
  async counts(): Promise<ReadonlyMap<string, number>> {
    await this.settle();
    const { id, database, clock } = this.#account;
    return id === undefined ? new Map() : readingCounts(database, id, clock.now());
  }

  /**
   * The first projects, as `t/12`, of which this or another window stored readings after a mark,
   * and the mark after them. Call again while projects are returned: there may be more.
   * @param mark from an earlier call; `undefined` returns the current mark and no project.
   */
  since(mark: number | undefined): { readonly projects: readonly string[]; readonly mark: number } {
    // The newest first, because another window may write between two queries.
    const newest = Number(this.#query('select max(id) as id from reading')[0]?.id ?? 0);
    if (mark === undefined) return { projects: [], mark: newest };
    // The plus sign makes SQLite go through the rows by id.
    const rows = this.#query(
      `select project, id from reading where +${OWN} and id > ? and id <= ? order by id limit ?`,
      ...[this.#account.signIn, mark, newest, AT_A_TIME],
    );
    return {
      projects: [...new Set(rows.map(({ project }) => String(project)))],
      mark: rows.length === AT_A_TIME ? Number(rows.at(-1)?.id) : newest,
    };
  }

  /** When the user has deleted the readings, in milliseconds since 1970; 0 if never. */
  get clearedAt(): number {
    const sql = 'select readings_cleared_at as at from account where sign_in = ?';
    const at = Number(this.#query(sql, this.#account.signIn)[0]?.at ?? 0);
    // A time in the future means that the clock was set back after the clearing.
    return at <= this.#account.clock.now() ? at : 0;
  }

  /** As `PendingWrite.settle`. */
  settle(): Promise<void> {
    return this.#pending.settle();
  }

  /** The readings before a time that `outline` has. One lookup in the index for each step. */
  #steps([signIn, project]: readonly [string, string], before: number): LastReading[] {
    const [first] = this.#query(
      `select min(at) as at from reading where ${OWN} and project = ?`,
      ...[signIn, project],
    );
    const dayBefore = Math.max(Number(first?.at ?? before), before - DAY_MS);
    const older = this.#query(
      `select ${COLUMNS} from reading where ${OWN} and project = ? and at < ? order by at`,
      ...[signIn, project, dayBefore],
    );
    const times = this.#query(
      `with recursive step (until) as (
         select ? union all select until + ? from step where until + ? < ?)
       select distinct (select max(at) from reading where ${OWN} and project = ? and at <= until)
         as at from step`,
      ...[dayBefore, OUTLINE_STEP_MS, OUTLINE_STEP_MS, before, signIn, project],
    );
    const steps = this.#query(
      `select ${COLUMNS} from reading
       where ${OWN} and project = ? and at in (select value from json_each(?)) order by at`,
      ...[signIn, project, JSON.stringify(times.map(({ at }) => at))],
    );
    return [...older, ...steps].map(readingOf);
  }

  /** Stored readings and those that are not written yet, the oldest first. */
  #withUnsaved(project: string, stored: readonly LastReading[], from: number, now: number) {
    const unsaved = (this.#unsaved.get(project) ?? []).filter(({ at }) => at >= from && at <= now);
    const byTime = new Map([...stored, ...unsaved].map((reading) => [reading.at, reading]));
    return [...byTime.values()].sort((one, other) => one.at - other.at);
  }

  /** Empty if the database cannot be read. */
  #query(sql: string, ...values: (string | number)[]): Row[] {
    return readOr([], () => this.#account.database.all(sql, ...values));
  }

  /** Writes some of the pending readings. Returns whether more is left to write or to count. */
  #write(): boolean {
    const some = [...this.#unsaved].slice(0, AT_A_TIME);
    if (some.length === 0) return this.#trim();
    this.#account.write((account, database) => {
      const { clearedAt } = this;
      const now = this.#account.clock.now();
      for (const [project, readings] of some) {
        for (const reading of readings) {
          if (reading.at <= clearedAt) continue;
          insertReading(database, account, project, reading, now);
        }
      }
    });
    for (const [project, readings] of some) {
      this.#unsaved.delete(project);
      this.#unsavedCount -= readings.length;
      this.#untilTrim -= readings.length;
    }
    return this.#unsaved.size > 0 || this.#untilTrim <= 0;
  }

  /** Takes a step of the trimming, if it is time for one. Returns whether another step follows. */
  #trim(): boolean {
    if (this.#untilTrim > 0) return false;
    const { id, database } = this.#account;
    if (id !== undefined && this.#trimming.step(database, id)) return true;
    this.#untilTrim = TRIM_EVERY;
    return false;
  }

  #dropOldest(): void {
    const [oldest] = this.#unsaved;
    if (!oldest) return;
    const [project, readings] = oldest;
    readings.shift();
    if (readings.length === 0) this.#unsaved.delete(project);
    this.#unsavedCount--;
  }
}

function newer(one: LastReading | undefined, other: LastReading | undefined) {
  return one && other ? (other.at >= one.at ? other : one) : (one ?? other);
}
