import type { ChangeMark, KnownChanges, Marks } from '../core/lists/changeMarks.ts';
import type { PagedList } from '../core/lists/pagedList.ts';
import { firstRows, type ListState, type StoredList } from '../core/lists/listState.ts';
import type { Json, RowOfService } from '../core/model/model.ts';
import type { ListDefinition } from '../lists/definition.ts';
import type { Account } from './keptData.ts';
import type { Row } from './database.ts';
import { readOr } from './fault.ts';

/** The most that is stored of a list, and of its changes. */
const MOST_ROWS = 2_000;
const MOST_BYTES = 2_000_000;
const MOST_BYTES_OF_CHANGES = 500_000;
/** Rows whose texts are made, in about a millisecond, before other work may run. */
const AT_A_TIME = 250;

interface Texts {
  readonly head: string;
  readonly rows: string;
}

export interface ListToStore {
  readonly name: string;
  readonly asOf: number;
  /** `undefined` if the stored rows stay. */
  readonly texts: Texts | undefined;
  readonly changes: KnownChanges;
  /** The keys of rows that were viewed since it was stored last. */
  readonly viewed: ReadonlySet<string>;
}

export function storedNames(account: Account): string[] {
  const rows = account.all('select name from list where account = ?');
  return rows.map(({ name }) => String(name));
}

/**
 * A stored list, and its unviewed changes; `undefined` if there is none, or it is damaged. Throws
 * as SQLite does.
 */
export function storedList<Item extends RowOfService>(
  account: Account,
  { name, decode }: ListDefinition<Item>,
): { readonly list: StoredList<Item>; readonly changes: KnownChanges } | undefined {
  const [row] = account.all(
    `select as_of, head, rows, marks from list left join mark using (account, name)
     where account = ? and name = ?`,
    name,
  );
  if (!row) return undefined;
  return readOr(undefined, () => {
    const state = JSON.parse(String(row.head)) as StoredList<Item>;
    const { rows } = decode({ results: JSON.parse(String(row.rows)) as Json[] });
    return { list: { ...state, asOf: Number(row.as_of), rows }, changes: changesOf(row.marks) };
  });
}

/**
 * Stores a list and its changes. If another window has stored later rows, these stay, and only the
 * changes viewed here are removed. Stored times ahead of the clock are ignored, because the clock was
 * set back since. Throws as SQLite does.
 */
export function storeList(account: Account, { name, asOf, texts, changes, viewed }: ListToStore) {
  account.write((id, database) => {
    const store = ({ marks, ...compared }: KnownChanges) => {
      const all = [...marks];
      const { length } = [...firstTexts(all, MOST_BYTES_OF_CHANGES)];
      const stored: StoredChanges = { ...compared, marks: all.slice(0, length) };
      const sql = 'insert or replace into mark (account, name, marks) values (?, ?, ?)';
      database.run(sql, id, name, JSON.stringify(stored));
    };
    const newer = 'select 1 from list where account = ? and name = ? and as_of > ? and as_of <= ?';
    if (database.get(newer, id, name, asOf, account.clock.now())) {
      const sql = 'select marks from mark where account = ? and name = ?';
      const theirs = changesOf(database.get(sql, id, name)?.marks);
      const unviewed = [...theirs.marks].filter(([key]) => !viewed.has(key));
      if (unviewed.length < theirs.marks.size) store({ ...theirs, marks: new Map(unviewed) });
      return;
    }
    if (texts) {
      const sql =
        'insert or replace into list (account, name, as_of, head, rows) values (?, ?, ?, ?, ?)';
      database.run(sql, id, name, asOf, texts.head, texts.rows);
    }
    store(changes);
  });
}

/**
 * The first rows as JSON, up to 2,000 or 2 MB, in whole pages if there is one; all else in `head`.
 * Yields where other work may run.
 */
export function* textsOf(list: StoredList<RowOfService>): Generator<undefined, Texts> {
  const texts: string[] = [];
  const sources = list.rows.map(({ source }) => source);
  for (const text of firstTexts(sources, MOST_BYTES)) {
    if (texts.push(text) % AT_A_TIME === 0) yield;
  }
  const { rows, ...first } = firstRows(list, texts.length);
  // JSON leaves out members that are `undefined`.
  const head = JSON.stringify({ ...first, asOf: undefined });
  return { head, rows: `[${texts.slice(0, rows.length).join()}]` };
}

function* firstTexts(values: readonly unknown[], mostBytes: number): Generator<string> {
  let bytesLeft = mostBytes;
  for (const value of values.slice(0, MOST_ROWS)) {
    const text = JSON.stringify(value);
    bytesLeft -= Buffer.byteLength(text) + 1;
    if (bytesLeft < 0) return;
    yield text;
  }
}

/** The JSON of the column `marks`. */
interface StoredChanges extends Omit<KnownChanges, 'marks'> {
  readonly marks: readonly (readonly [key: string, mark: ChangeMark])[];
}

/** No changes if the text is missing or damaged. */
function changesOf(text: Row[string] | undefined): KnownChanges {
  return readOr({ since: undefined, marks: new Map() }, () => {
    const { since, of, marks } = JSON.parse(String(text)) as StoredChanges;
    return { since, ...(of !== undefined && { of }), marks: new Map(marks) };
  });
}

/** Calls `onDue` when a list has settled or its changes were viewed; `write` stores them. */
export class ListWriter {
  readonly #name: string;
  readonly #list: PagedList<RowOfService>;
  readonly #onDue: () => void;
  readonly #viewed = new Set<string>();
  /** With another `id` than now, the rows were cleared since. */
  #written:
    { id: number | undefined; asOf: number; facts: readonly unknown[]; marks: Marks } | undefined;
  readonly dispose: () => void;

  constructor(name: string, list: PagedList<RowOfService>, onDue: () => void) {
    this.#name = name;
    this.#list = list;
    this.#onDue = onDue;
    list.onSeen((keys) => {
      for (const key of keys) this.#viewed.add(key);
      onDue();
    });
    this.dispose = list.onChange(() => {
      if (isSettled(list.state)) onDue();
      if (list.state.asOf !== undefined) return;
      // Another sign-in is in use.
      this.#viewed.clear();
      this.#written = undefined;
    });
  }

  /** Call it when what was written was deleted, and may be stored again. */
  writeAgain(): void {
    this.#written = undefined;
    if (isSettled(this.#list.state)) this.#onDue();
  }

  /**
   * Stores what has changed since the last call, but nothing that was read before the user cleared
   * it. For 2,000 rows it takes some milliseconds. Rejects as `Database.whenFree`.
   */
  async write(account: Account, pause: () => Promise<void>): Promise<void> {
    const { state } = this.#list;
    const { rows, asOf, total, hasMore } = state;
    if (asOf === undefined) return;
    const written = this.#written;
    if (written?.asOf === asOf && written.id !== account.id()) return;
    const { changes } = this.#list;
    const { marks } = changes;
    const facts = [rows, asOf, total, hasMore];
    const toStore =
      isSettled(state) && facts.some((one, at) => one !== written?.facts[at])
        ? this.#list.toStore
        : undefined;
    if (!toStore && marks === written?.marks) return;
    const viewed = new Set(this.#viewed);
    const steps = toStore && textsOf(toStore);
    let texts: Texts | undefined;
    while (steps && !texts) {
      const step = steps.next();
      if (step.done) texts = step.value;
      await pause();
    }
    await account.database.whenFree(() => {
      storeList(account, { name: this.#name, asOf, texts, changes, viewed });
    });
    const writtenFacts = texts ? facts : (written?.facts ?? []);
    this.#written = { id: account.id(), asOf, facts: writtenFacts, marks };
    for (const key of viewed) this.#viewed.delete(key);
  }
}

/** Whether the rows were read in this window, and no more are being read. */
function isSettled({ work, restored, asOf }: ListState<unknown>): boolean {
  return !work && !restored && asOf !== undefined;
}
