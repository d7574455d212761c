import { setTimeout } from 'node:timers/promises';

/** About 1.3 seconds in all: a virus scanner reads a new file for less. */
const WAITS_MS = [10, 20, 40, 80, 160, 320, 640];

/** The codes of errors on Windows while another program has the file open. */
const IN_USE = ['EPERM', 'EACCES', 'EBUSY'];

/**
 * Calls `act`, and on Windows again for a short time while the file is in use: no file can be
 * renamed or deleted while a virus scanner, a backup or another window reads it. Elsewhere the same
 * errors mean that it is not allowed, so trying again would only delay the message.
 * @param act rejects as Node's file system does. This rejects as its last call does.
 */
export async function whileInUse<T>(
  act: () => Promise<T>,
  onWindows = process.platform === 'win32',
): Promise<T> {
  for (const wait of onWindows ? WAITS_MS : []) {
    try {
      return await act();
    } catch (error) {
      if (!IN_USE.includes(errorCode(error) ?? '')) throw error;
    }
    await setTimeout(wait);
  }
  return act();
}

/** The code of a file system error, such as `ENOSPC`; `undefined` for any other error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}
