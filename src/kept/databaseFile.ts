import { chmodSync, closeSync, lstatSync, openSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type Sqlite from 'node:sqlite';
import type { DatabaseSync } from 'node:sqlite';
import { fault } from './fault.ts';
import { SCHEMA_VERSION, TABLES } from './schema.ts';

/** How long SQLite waits for another window. That blocks the extension host. */
const BUSY_MS = 5;
/** SQLite makes a checkpoint at the end of a write if its log has this many pages of 4 KB. */
const MOST_PAGES = 2_000;

const FILE = /^mintscope(?:-(\d+))?\.db$/;
const LOGS = ['', '-wal', '-shm', '-journal'];

export function pathOf(folder: string, number: number): string {
  return join(folder, number === 1 ? 'mintscope.db' : `mintscope-${number}.db`);
}

/** The number of the newest database in a folder; 1 without one. */
export function newestIn(folder: string): number {
  return numbersIn(folder).at(-1) ?? 1;
}

/** Deletes the databases with a lower number, and their logs. Rejects as the file system does. */
export async function deleteOlder(folder: string, number: number): Promise<void> {
  for (const older of numbersIn(folder).filter((one) => one < number)) {
    for (const log of LOGS) await rm(pathOf(folder, older) + log, { force: true });
  }
}

function numbersIn(folder: string): number[] {
  return readdirSync(folder)
    .map((name) => FILE.exec(name))
    .flatMap((found) => (found ? [Number(found[1] ?? 1)] : []))
    .sort((one, other) => one - other);
}

/**
 * Opens a database file. It is created here, because SQLite would make it readable for everybody.
 * Its log gets the same mode.
 */
export function connectedTo(path: string): DatabaseSync {
  closeSync(openSync(path, 'a', 0o600));
  // The target of a link may be a file of somebody else, so its mode stays.
  if (!lstatSync(path).isSymbolicLink()) chmodSync(path, 0o600);
  return connected(path);
}

/** Opens a database with its tables. Throws if there is no SQLite, or as SQLite does. */
export function connected(path: string): DatabaseSync {
  // An import would be resolved by bundlers, which take it for a package while it is experimental.
  const sqlite = process.getBuiltinModule('node:sqlite') as typeof Sqlite | undefined;
  if (!sqlite) throw new Error('This editor has no SQLite.');
  const database = new sqlite.DatabaseSync(path);
  try {
    database.exec(
      `pragma busy_timeout = ${BUSY_MS}; pragma secure_delete = on;
       pragma journal_mode = wal; pragma synchronous = normal;
       pragma wal_autocheckpoint = ${MOST_PAGES}`,
    );
    if (checkVersion(database) !== SCHEMA_VERSION) createTables(database);
    const texts = tablesOf(database);
    for (const [name, text] of Object.entries(TABLES)) {
      if (texts.get(name) !== `CREATE TABLE ${name} ${text}`) throw otherTables();
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Throws if a database was written by a later version of Mintscope. */
export function checkVersion(database: DatabaseSync): number {
  const version = Number(database.prepare('pragma user_version').get()?.user_version);
  if (version <= SCHEMA_VERSION) return version;
  const message = `The database was written by a later version of Mintscope (${version}).`;
  throw fault('laterVersion', message);
}

/** Creates the tables in a new file, and anew if they are of an earlier version. */
function createTables(database: DatabaseSync): void {
  database.exec('begin immediate');
  // Another window may have created them meanwhile.
  const version = checkVersion(database);
  if (version !== SCHEMA_VERSION) {
    const earlier = tablesOf(database);
    if (version === 0 && earlier.size > 0) throw otherTables();
    for (const name of earlier.keys()) database.exec(`drop table "${name}"`);
    for (const [name, text] of Object.entries(TABLES)) {
      database.exec(`create table ${name} ${text}`);
    }
    database.exec(`pragma user_version = ${SCHEMA_VERSION}`);
  }
  database.exec('commit');
}

function otherTables(): Error {
  return fault('damaged', 'the tables are not those of Mintscope');
}

/** The text of each table, by its name. */
function tablesOf(database: DatabaseSync): ReadonlyMap<string, string> {
  const sql = `select name, sql from sqlite_schema where type = 'table' and name not like 'sqlite%'`;
  const rows = database.prepare(sql).all();
  return new Map(rows.map(({ name, sql }) => [String(name), String(sql)]));
}
