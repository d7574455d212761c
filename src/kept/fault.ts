/** SQLite's primary result codes (sqlite.org/rescode.html). */
const BUSY = 5;
const LOCKED = 6;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;
const CLOSED = 'ERR_CLOSED';

/** Whether another window is writing or has the file locked, which passes. */
export function isBusy(error: unknown): boolean {
  return hasCode(error, BUSY, LOCKED);
}

export function isDamaged(error: unknown): boolean {
  return hasCode(error, CORRUPT, NOT_A_DATABASE);
}

/** What `read` returns, or `otherwise` if the database cannot be read. */
export function readOr<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** The value of a cell with JSON; `undefined` if its text is damaged. */
export function parsedCell(text: unknown): unknown {
  return readOr<unknown>(undefined, () => JSON.parse(String(text)));
}

/** The message of an error of SQLite or the file system, without the path in it. */
export function withoutPath(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/, \w+ '[^]*$/, '');
}

/** What every call throws after `Database.close`. */
export function closedError(): Error {
  return Object.assign(new Error('database is closed'), { code: CLOSED });
}

export function isClosed(error: unknown): boolean {
  return hasCode(error, CLOSED);
}

/** As SQLite throws while another window has the database locked. */
export function lockedError(): Error {
  return Object.assign(new Error('database is locked'), { errcode: BUSY });
}

/** A database that has not the tables of its version. */
export function tablesError(): Error {
  return Object.assign(new Error('the tables are not those of Mintscope'), { errcode: CORRUPT });
}

/** @param codes of SQLite, or our own. */
function hasCode(error: unknown, ...codes: readonly (number | string)[]): boolean {
  const { errcode, code } = Object(error) as Readonly<Record<'errcode' | 'code', unknown>>;
  return codes.some(
    (one) => one === code || (typeof errcode === 'number' && one === (errcode & 255)),
  );
}
