/** Primary result codes of SQLite (sqlite.org/rescode.html). */
const CODES = {
  /** Another program is writing or has the file locked, which passes. */
  busy: [5, 6],
  damaged: [11, 26],
  closed: [21],
} as const;

type Fault = keyof typeof CODES;

/** An error with a code, as SQLite throws it. */
export function fault(kind: Fault, message: string): Error {
  return Object.assign(new Error(message), { errcode: CODES[kind][0] });
}

export function isFault(error: unknown, kind: Fault): boolean {
  const { errcode } = Object(error) as { readonly errcode?: unknown };
  return typeof errcode === 'number' && CODES[kind].some((code) => code === (errcode & 255));
}

/** `otherwise` if the database cannot be read or a cell is damaged. */
export function readOr<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
