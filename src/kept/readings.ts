import { formatRef, type ProjectRef } from '../core/model/model.ts';
import type { Step } from '../core/stats/happened.ts';
import type { LastReading, Reading } from '../core/stats/reading.ts';
import { afterLast } from '../core/stats/stall.ts';
import type { Account } from './account.ts';
import type { Database, Row } from './database.ts';
import { readOr } from './fault.ts';
import { PendingWrite } from './pendingWrite.ts';
import { COLUMNS, insertReading, readingCounts, readingOf } from './readingRows.ts';

/** Projects that are written in one transaction, or read in one query: 2–6 ms. */
const AT_A_TIME = 300;
/** The most readings that wait to be written. If the disk stays full, older ones are dropped. */
const MOST_UNSAVED = 20_000;
/** The most readings of a project that are read at once: more than are stored (`insertReading`). */
const MOST_READ = 2_000;

interface Unsaved {
  readonly project: string;
  readonly reading: LastReading;
  /** What `Account.id` was; it is not written once that has changed, because all was cleared. */
  readonly account: number | undefined;
}

/**
 * The readings of an account, of all its windows. Counts are stored only here. A reading is written
 * at once; what cannot be written, because the disk is full or another window is writing, is in
 * memory meanwhile.
 *
 * Readings with a time in the future are ignored: the clock was set back since.
 */
export class Readings {
  readonly #account: Account;
  readonly #pending: PendingWrite;
  /** In the order in which they were added. */
  readonly #unsaved: Unsaved[] = [];
  /** The newest readings that were looked up, by `t/12`. */
  #newest = new Map<string, LastReading>();
  /** The projects that were looked up and have none. */
  readonly #absent = new Set<string>();
  /** Whether all that are not in `#newest` have none. */
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
   * @returns the reading with what follows from earlier ones.
   */
  add(ref: ProjectRef, reading: Reading): LastReading {
    const project = formatRef(ref);
    const added = afterLast(this.last(ref), reading);
    const account = readOr(undefined, () => this.#account.id('readings'));
    this.#newest.set(project, added);
    this.#unsaved.push({ project, reading: added, account });
    if (this.#unsaved.length > MOST_UNSAVED) this.#unsaved.shift();
    this.#pending.now();
    return this.#newest.get(project) ?? added;
  }

  /** The newest reading of a project. It is looked up in the database once, and then remembered. */
  last(ref: ProjectRef): LastReading | undefined {
    // When `mintscope.keepRows` changes, the readings are in another database.
    if (this.#database !== this.#account.database) this.forget();
    const project = formatRef(ref);
    const known = this.#newest.get(project);
    const isKnown = known
      ? known.at <= this.#account.clock.now()
      : this.#isWhole || this.#absent.has(project);
    return isKnown ? known : this.lookUp(ref);
  }

  /** As `last`, but `undefined` if it was not looked up yet. By `t/12`. */
  known(project: string): LastReading | undefined {
    return this.#newest.get(project);
  }

  /** As `last`, but reads the database: call it when another window has stored a reading. */
  lookUp(ref: ProjectRef): LastReading | undefined {
    const project = formatRef(ref);
    const last = this.#read(project, 1).at(-1);
    if (last) this.#newest.set(project, last);
    else {
      this.#newest.delete(project);
      this.#absent.add(project);
    }
    return last;
  }

  /** Forgets what was looked up: call it when stored readings were cleared. */
  forget(): void {
    this.#newest = new Map();
    this.#absent.clear();
    this.#isWhole = false;
    this.#database = this.#account.database;
  }

  /**
   * The newest reading of each project, by `t/12`, also of those that are added later. From then on
   * `last` needs no database.
   * @param pause is awaited after each slice of some milliseconds.
   */
  async newest(pause: () => Promise<void>): Promise<ReadonlyMap<string, LastReading>> {
    if (this.#database !== this.#account.database) this.forget();
    if (!this.#isWhole) {
      const database = this.#database;
      for (const { project, reading } of this.#unsaved) this.#offer(project, reading);
      for (let after = '', more = true; more;) {
        const rows = this.#lastAfter(after);
        for (const row of rows) {
          if (row.at !== null) this.#offer(String(row.project), readingOf(row));
        }
        after = String(rows.at(-1)?.project);
        more = rows.length === AT_A_TIME;
        await pause();
      }
      this.#isWhole = database === this.#database;
    }
    return this.#newest;
  }

  /** The stored readings of a project, the oldest first. They are some hundreds. */
  of(ref: ProjectRef): readonly LastReading[] {
    return this.#read(formatRef(ref), MOST_READ);
  }

  /**
   * The readings of a project in a period, the oldest first, after the last one before it.
   * @param since in milliseconds since 1970.
   */
  steps(project: string, since: number): readonly Step[] {
    const rows = this.#query(
      `select * from (
         select ${COLUMNS}, lead(at) over readings as next,
           lag(at) over counted as after, confirmed - lag(confirmed) over counted as rise
         from reading where account = ? and project = ? and at <= ?
         window readings as (order by at), counted as (partition by confirmed is null order by at))
       where at >= ? or next >= ? order by at`,
      ...[project, this.#account.clock.now(), since, since],
    );
    return rows.map((row) => ({
      reading: readingOf(row),
      after: row.after === null || row.rise === null ? undefined : Number(row.after),
      rise: row.rise === null ? undefined : Number(row.rise),
    }));
  }

  /** How many readings a project has. */
  count(ref: ProjectRef): number {
    const project = formatRef(ref);
    const [stored] = this.#query(
      'select count(*) as n from reading where account = ? and project = ? and at <= ?',
      ...[project, this.#account.clock.now()],
    );
    const unsaved = this.#unsaved.filter((one) => one.project === project);
    return Number(stored?.n ?? 0) + unsaved.length;
  }

  /** Which projects have readings, and how many, by `t/12`. Rejects as SQLite throws. */
  async counts(): Promise<ReadonlyMap<string, number>> {
    await this.settle();
    const { database, clock } = this.#account;
    const id = this.#account.id('readings');
    return id === undefined ? new Map() : readingCounts(database, id, clock.now());
  }

  /**
   * The first projects, as `t/12`, of which this or another window stored readings after a mark,
   * and the mark after them. Call again while projects are returned: there may be more.
   * @param mark from an earlier call; `undefined` returns the current mark and no project.
   */
  since(mark: number | undefined): { readonly projects: readonly string[]; readonly mark: number } {
    // The newest first, because another window may write between two queries.
    const { database } = this.#account;
    const row = readOr(undefined, () => database.get('select max(id) as id from reading'));
    const newest = Number(row?.id ?? 0);
    if (mark === undefined) return { projects: [], mark: newest };
    // The plus sign makes SQLite go through the rows by id.
    const rows = this.#query(
      `select project, id from reading where +account = ? and id > ? and id <= ?
       order by id limit ?`,
      ...[mark, newest, AT_A_TIME],
    );
    return {
      projects: [...new Set(rows.map(({ project }) => String(project)))],
      mark: rows.length === AT_A_TIME ? Number(rows.at(-1)?.id) : newest,
    };
  }

  /** As `PendingWrite.settle`. */
  settle(): Promise<void> {
    return this.#pending.settle();
  }

  /** The newest readings of a project, the oldest first, with those that are not written yet. */
  #read(project: string, most: number): readonly LastReading[] {
    const now = this.#account.clock.now();
    const stored = this.#query(
      `select ${COLUMNS} from reading
       where account = ? and project = ? and at <= ? order by at desc limit ?`,
      ...[project, now, most],
    ).map(readingOf);
    const unsaved = this.#unsaved.flatMap((one) =>
      one.project === project && one.reading.at <= now ? [one.reading] : [],
    );
    const byTime = new Map([...stored, ...unsaved].map((reading) => [reading.at, reading]));
    return [...byTime.values()].sort((one, other) => one.at - other.at).slice(-most);
  }

  /**
   * The last reading of each of the next projects, by two lookups in the index for each; without
   * columns if it has only readings of the future.
   */
  #lastAfter(project: string): readonly Row[] {
    const rows = this.#query(
      `with recursive one (project) as (
         select min(project) from reading where account = ?1 and project > ?2
         union all
         select (select min(project) from reading where account = ?1 and project > one.project)
         from one where one.project is not null limit ?4)
       select one.project, ${COLUMNS} from one left join reading
       on account = ?1 and reading.project = one.project and at = (
         select max(at) from reading
         where account = ?1 and project = one.project and at <= ?3)`,
      ...[project, this.#account.clock.now(), AT_A_TIME],
    );
    return rows.filter((row) => row.project !== null);
  }

  #offer(project: string, reading: LastReading): void {
    const known = this.#newest.get(project);
    if (!known || reading.at >= known.at) this.#newest.set(project, reading);
  }

  /** @param values come after the number of the account. Empty if the database cannot be read. */
  #query(sql: string, ...values: (string | number)[]): Row[] {
    return readOr([], () => {
      const id = this.#account.id('readings');
      return id === undefined ? [] : this.#account.database.all(sql, id, ...values);
    });
  }

  /** Writes some of the readings that wait. Returns whether more is left. Throws as SQLite does. */
  #write(): boolean {
    const some = this.#unsaved.slice(0, AT_A_TIME);
    if (some.length === 0) return false;
    this.#account.write('readings', (id, database) => {
      for (const { project, reading, account = id } of some) {
        if (account === id) this.#offer(project, insertReading(database, id, project, reading));
      }
    });
    this.#unsaved.splice(0, some.length);
    return this.#unsaved.length > 0;
  }
}
