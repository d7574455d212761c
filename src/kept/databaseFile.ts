import { chmodSync, closeSync, openSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type Sqlite from 'node:sqlite';
import type { DatabaseSync } from 'node:sqlite';
import { SCHEMA, SCHEMA_VERSION } from './schema.ts';

/** How long SQLite waits for another window. That blocks the extension host. */
const BUSY_MS = 5;
/** SQLite makes a checkpoint at the end of a write if its log has this many pages of 4 KB. */
const MOST_PAGES = 2_000;

const FILE = /^mintscope(?:-(\d+))?\.db/;

export function pathOf(folder: string, number: number): string {
  return join(folder, number === 1 ? 'mintscope.db' : `mintscope-${number}.db`);
}

/** The number of the newest database in a folder, or 1. */
export function newestIn(folder: string): number {
  return Math.max(1, ...readdirSync(folder).map((name) => numberOf(name) ?? 1));
}

/** Deletes the databases with a lower number, and their logs. Rejects as the file system does. */
export async function deleteOlder(folder: string, number: number): Promise<void> {
  for (const name of readdirSync(folder)) {
    const isOlder = (numberOf(name) ?? Infinity) < number;
    if (isOlder) await rm(join(folder, name), { force: true });
  }
}

/** The number of a file of a database, or of its log; `undefined` for any other file. */
function numberOf(name: string): number | undefined {
  const found = FILE.exec(name);
  return found ? Number(found[1] ?? 1) : undefined;
}

/**
 * Opens a database file. It is created here, because SQLite would make it readable for everybody.
 * Its log gets the same mode.
 */
export function connectedTo(path: string): DatabaseSync {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
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
      `pragma busy_timeout = ${BUSY_MS}; pragma foreign_keys = on; pragma secure_delete = on;
       pragma journal_mode = wal; pragma synchronous = normal;
       pragma wal_autocheckpoint = ${MOST_PAGES}`,
    );
    prepareSchema(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Creates the tables anew if they are of an earlier version. Throws if they are of a later one. */
function prepareSchema(database: DatabaseSync): void {
  const version = () => database.prepare('pragma user_version').get()?.user_version;
  if (version() === SCHEMA_VERSION) return;
  database.exec('begin immediate');
  try {
    // Another window may have created it meanwhile.
    const found = version();
    if (typeof found === 'number' && found > SCHEMA_VERSION) {
      throw new Error(`The database was written by a later version of Mintscope (${found}).`);
    }
    if (found !== SCHEMA_VERSION) database.exec(SCHEMA);
    database.exec('commit');
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}
