import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../src/core/base/clock.ts';
import { type KnownChanges, NO_MARKS } from '../../src/core/lists/changeMarks.ts';
import type { StoredList } from '../../src/core/lists/listState.ts';
import type { Collection, Project } from '../../src/core/model/model.ts';
import { type Account, KeptData } from '../../src/kept/keptData.ts';
import { type ListToStore, storeList, textsOf } from '../../src/kept/lists.ts';
import { FakeClock } from './fakeClock.ts';

export interface Stored {
  readonly signIn: string | null;
  readonly name: string;
  readonly asOf: number;
  readonly head: Readonly<Record<string, unknown>>;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** By key; none if no changes were stored. */
  readonly marks: ReadonlyMap<string, unknown>;
}

interface Columns extends Pick<Stored, 'signIn' | 'name' | 'asOf'> {
  readonly head: string;
  readonly rows: string;
  readonly marks: string | null;
}

/** Runs work on the database of this folder, which windows may have open too. */
export function inDatabase<T>(folder: string, work: (database: DatabaseSync) => T): T {
  const sqlite = process.getBuiltinModule('node:sqlite');
  const database = new sqlite.DatabaseSync(join(folder, 'mintscope.db'));
  database.exec('pragma busy_timeout = 5000');
  try {
    return work(database);
  } finally {
    database.close();
  }
}

export function storedIn(folder: string): readonly Stored[] {
  if (!existsSync(join(folder, 'mintscope.db'))) return [];
  const lists = inDatabase(folder, (database) =>
    database
      .prepare(
        `select sign_in as signIn, name, as_of as asOf, head, rows, marks
         from list join account on account.id = list.account left join mark using (account, name)
         order by sign_in, name`,
      )
      .all(),
  ) as unknown as readonly Columns[];
  return lists.map(({ head, rows, marks, ...rest }) => ({
    ...rest,
    head: JSON.parse(head) as Stored['head'],
    rows: JSON.parse(rows) as Stored['rows'],
    marks: new Map((JSON.parse(marks ?? '{"marks":[]}') as { marks: [] }).marks),
  }));
}

export function accountInMemory(clock: Clock = new FakeClock()): Account {
  const data = new KeptData({
    storage: '',
    clock,
    isOnDisk: () => false,
    mayStore: () => true,
  });
  return data.of('sign-in');
}

export const NO_CHANGES: KnownChanges = { marks: NO_MARKS, since: undefined };

/** Stores a list of Projects, without changes unless `more` has some. */
export function store(
  account: Account,
  list: StoredList<Project | Collection>,
  more: Partial<Omit<ListToStore, 'texts'>> & { readonly texts?: undefined } = {},
): void {
  const { asOf } = list;
  const steps = textsOf(list);
  let step = steps.next();
  while (!step.done) step = steps.next();
  const of = {
    name: 'projects',
    asOf,
    texts: step.value,
    changes: NO_CHANGES,
    viewed: new Set<string>(),
  };
  storeList(account, { ...of, ...more });
}
