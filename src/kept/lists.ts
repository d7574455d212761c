import type { ListMarks } from '../core/lists/listMarks.ts';
import type { ChangeMark, KnownChanges, Marks } from '../core/lists/changeMarks.ts';
import type { ListState } from '../core/lists/listState.ts';
import type { PagedList } from '../core/lists/pagedList.ts';
import { firstRows, type StoredList } from '../core/lists/storedList.ts';
import type { Page } from '../core/model/decode.ts';
import { parseText } from '../core/model/json.ts';
import type { Json, RowOfService } from '../core/model/model.ts';
import type { ListDefinition } from '../lists/definition.ts';
import type { Account } from './account.ts';
import type { Row } from './database.ts';
import { readOr } from './fault.ts';

const MOST_ROWS = 2_000;
const MOST_BYTES = 2_000_000;
/** The most changes of a list that are stored, and the most characters of their keys and texts. */
const MOST_MARKS = 2_000;
const MOST_CHARACTERS = 300_000;

/** A stored list, and those of its changes that were not viewed yet. */
export interface ListSeen<Row> {
  readonly list: StoredList<Row>;
  readonly changes: KnownChanges;
}

/** The first rows of a list, as JSON. */
export interface ListTexts {
  /** The state of the list without its rows. */
  readonly head: string;
  readonly rows: string;
}

export interface ListToStore {
  readonly name: string;
  /** See `ListState.asOf`. */
  readonly asOf: number;
  /** The rows, if they are to be stored too. */
  readonly texts: ListTexts | undefined;
  readonly changes: KnownChanges;
  /** The keys of rows that were viewed since it was stored last. */
  readonly viewed: ReadonlySet<string>;
}

/** Which lists of an account are stored. Throws as SQLite does. */
export function storedNames(account: Account): string[] {
  const sql = 'select name from list where account = ?';
  return account.database.all(sql, account.id('rows') ?? null).map(({ name }) => String(name));
}

/** A stored list; `undefined` if there is none, or it is damaged. Throws as SQLite does. */
export function storedList<Row extends RowOfService>(
  account: Account,
  { name, decode }: ListDefinition<Row>,
): ListSeen<Row> | undefined {
  const row = account.database.get(
    `select as_of, head, rows, marks from list left join mark using (account, name)
     where account = ? and name = ?`,
    ...[account.id('rows') ?? null, name],
  );
  const list = row && readOr(undefined, () => listOf(row, decode));
  return list && { list, changes: changesOf(row.marks) };
}

/**
 * Stores a list and its changes. If another window has stored later rows, these stay, and only the
 * changes viewed here are removed. Stored times ahead of the clock are ignored, because the clock was
 * set back since. Throws as SQLite does.
 */
export function storeList(account: Account, { name, asOf, texts, changes, viewed }: ListToStore) {
  account.write('rows', (id, database) => {
    const store = (marks: KnownChanges) => {
      database.run(
        `insert into mark (account, name, marks) values (?, ?, ?)
         on conflict (account, name) do update set marks = excluded.marks`,
        ...[id, name, changesText(marks)],
      );
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
      database.run(
        `insert into list (account, name, as_of, head, rows) values (?, ?, ?, ?, ?)
         on conflict (account, name) do update
         set as_of = excluded.as_of, head = excluded.head, rows = excluded.rows`,
        ...[id, name, asOf, texts.head, texts.rows],
      );
    }
    store(changes);
  });
}

/** The first rows of a list, up to 2,000 or 2 MB, in whole pages if there is one. */
export function textsOf(list: StoredList<RowOfService>): ListTexts {
  const texts: string[] = [];
  let bytesLeft = MOST_BYTES;
  for (const { source } of list.rows) {
    const text = JSON.stringify(source);
    bytesLeft -= Buffer.byteLength(text) + 1;
    if (bytesLeft < 0 || texts.length === MOST_ROWS) break;
    texts.push(text);
  }
  const first = firstRows(list, texts.length);
  texts.length = first.rows.length;
  // JSON leaves out members that are `undefined`.
  const head = { ...first, asOf: undefined, rows: undefined };
  return { head: JSON.stringify(head), rows: `[${texts.join()}]` };
}

function listOf<Item>(
  { as_of, head, rows }: Row,
  decode: (body: Json) => Page<Item>,
): StoredList<Item> {
  const state = JSON.parse(String(head)) as StoredList<Item>;
  const page = decode({ results: parseText(String(rows)) });
  return { ...state, asOf: Number(as_of), rows: page.rows };
}

/** The JSON of the column `marks`. */
interface StoredChanges {
  readonly since: number | undefined;
  readonly inBoth: number | undefined;
  readonly marks: readonly (readonly [key: string, mark: ChangeMark])[];
}

function changesText({ since, inBoth, marks }: KnownChanges): string {
  const stored: StoredChanges = { since, inBoth, marks: [...firstMarks(marks)] };
  return JSON.stringify(stored);
}

/** No changes if the text is missing or damaged. */
function changesOf(text: Row[string] | undefined): KnownChanges {
  return readOr({ since: undefined, inBoth: undefined, marks: new Map() }, () => {
    const { since, inBoth, marks } = JSON.parse(String(text)) as StoredChanges;
    return { since, inBoth, marks: new Map(marks) };
  });
}

function lengthOf(mark: ChangeMark): number {
  if (mark.kind === 'new') return 0;
  return (mark.was.name ?? '').length + (mark.was.status ?? '').length;
}

function* firstMarks(marks: Marks) {
  let charactersLeft = MOST_CHARACTERS;
  for (const [key, mark] of [...marks].slice(0, MOST_MARKS)) {
    charactersLeft -= key.length + lengthOf(mark);
    if (charactersLeft < 0) return;
    yield [key, mark] as const;
  }
}

/** Calls `onDue` when a list has settled or its changes were viewed; `write` stores them. */
export class ListWriter {
  readonly #name: string;
  readonly #list: PagedList<RowOfService>;
  readonly #marks: ListMarks;
  readonly #onDue: () => void;
  readonly #viewed = new Set<string>();
  #written: Written | undefined;
  #texts: { readonly facts: readonly unknown[]; readonly texts: ListTexts } | undefined;
  readonly dispose: () => void;

  constructor(name: string, list: PagedList<RowOfService>, marks: ListMarks, onDue: () => void) {
    this.#name = name;
    this.#list = list;
    this.#marks = marks;
    this.#onDue = onDue;
    marks.onSeen((keys) => {
      for (const key of keys) this.#viewed.add(key);
      onDue();
    });
    this.dispose = list.onChange(() => {
      if (list.state.asOf === undefined) this.#viewed.clear();
      else if (isSettled(list.state)) onDue();
    });
  }

  /** Call it when what was written has been deleted, and may be written again. */
  writeAgain(): void {
    this.#written = undefined;
    if (isSettled(this.#list.state)) this.#onDue();
  }

  /**
   * Stores what has changed since the last call, but nothing of rows that were read before the user
   * cleared them. Throws as SQLite does.
   * @returns whether to call it again: preparing the texts and writing them are two steps of up to
   * 10 ms each.
   */
  write(account: Account): boolean {
    const { state } = this.#list;
    const { rows, asOf, total, hasMore } = state;
    if (asOf === undefined) return false;
    const written = this.#written?.of === account ? this.#written : undefined;
    const isOfSameRead = written?.asOf === asOf;
    if (isOfSameRead && written.id !== account.id('rows')) return false;
    const { marks } = this.#marks;
    // The length is included, because the array of a list grows.
    const facts = [rows, rows.length, asOf, total, hasMore];
    const isNew = (before: { readonly facts: readonly unknown[] } | undefined) =>
      facts.some((one, at) => one !== before?.facts[at]);
    const areRowsNew = isSettled(state) && isNew(written);
    if (!areRowsNew && marks === written?.marks) return false;
    const toStore = areRowsNew && isNew(this.#texts) ? this.#list.toStore : undefined;
    if (toStore) {
      this.#texts = { facts, texts: textsOf(toStore) };
      return true;
    }
    const texts = areRowsNew ? this.#texts?.texts : undefined;
    const viewed = this.#viewed;
    storeList(account, { name: this.#name, asOf, texts, changes: this.#marks, viewed });
    this.#written = {
      of: account,
      id: account.id('rows'),
      asOf,
      facts: areRowsNew ? facts : (written?.facts ?? []),
      marks,
    };
    this.#texts = undefined;
    viewed.clear();
    return false;
  }
}

/** What a window has written of a list. */
interface Written {
  readonly of: Account;
  /** See `Account.id`: another one once the rows were cleared. */
  readonly id: number | undefined;
  readonly asOf: number;
  readonly facts: readonly unknown[];
  readonly marks: Marks;
}

/** Whether the rows were read in this window, and no more are being read. */
function isSettled({ work, restored, asOf }: ListState<unknown>): boolean {
  return !work && !restored && asOf !== undefined;
}
