/** SQLite's primary result codes (sqlite.org/rescode.html). */
const BUSY = 5;
const LOCKED = 6;
const CORRUPT = 11;
const MISUSE = 21;
const NOT_A_DATABASE = 26;
/** Our own code. */
const LATER_VERSION = 200;

/** Whether another program is writing or has the file locked, which passes. */
export function isBusy(error: unknown): boolean {
  return hasCode(error, BUSY, LOCKED);
}

export function isDamaged(error: unknown): boolean {
  return hasCode(error, CORRUPT, NOT_A_DATABASE);
}

/** Whether the call came after `Database.close`. */
export function isClosed(error: unknown): boolean {
  return hasCode(error, MISUSE);
}

export function isOfLaterVersion(error: unknown): boolean {
  return hasCode(error, LATER_VERSION);
}

export function lockedError(): Error {
  return withCode(BUSY, 'database is locked');
}

export function closedError(): Error {
  return withCode(MISUSE, 'database is closed');
}

/** The database has not the tables of its version. */
export function tablesError(): Error {
  return withCode(CORRUPT, 'the tables are not those of Mintscope');
}

export function laterVersionError(version: number): Error {
  const message = `The database was written by a later version of Mintscope (${version}).`;
  return withCode(LATER_VERSION, message);
}

/** What `read` returns, or `otherwise` if the database cannot be read or a cell is damaged. */
export function readOr<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

function withCode(errcode: number, message: string): Error {
  return Object.assign(new Error(message), { errcode });
}

function hasCode(error: unknown, ...codes: readonly number[]): boolean {
  const { errcode } = Object(error) as { readonly errcode?: unknown };
  return typeof errcode === 'number' && codes.includes(errcode & 255);
}
