import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../editor/log.ts';
import { ALL, noticePath } from './signOutNotices.ts';

/** How long notices are kept: longer than a window is expected to stay open. */
const KEPT_MS = 90 * 24 * 3600 * 1000;

/**
 * Tells the other windows, through `SignOutNotices`, that a sign-in was ended. Never rejects: if
 * the notice cannot be written, the other windows have only the editor's own event.
 * @param id of the sign-in.
 */
export function leaveNotice(folder: string, id: string, log: Log): Promise<void> {
  return write(folder, id, '', log);
}

/**
 * The same for all sign-ins put in use until now.
 * @param now in milliseconds since 1970.
 */
export function leaveNoticeOfAll(folder: string, now: number, log: Log): Promise<void> {
  return write(folder, ALL, String(now), log);
}

async function write(folder: string, id: string, text: string, log: Log): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(noticePath(folder, id), text);
  } catch (error) {
    log.warn(`Other windows may not see this sign-out at once: ${String(error)}`);
  }
}

/**
 * Removes the notices that every window has seen by now. Rejects as the file system does.
 * @param now in milliseconds since 1970.
 */
export async function removeOldNotices(folder: string, now: number): Promise<void> {
  // There is no folder until the first notice.
  if (!existsSync(folder)) return;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another window may be removing the same ones.
    const age = await stat(path).then(
      ({ mtimeMs }) => now - mtimeMs,
      () => 0,
    );
    if (age > KEPT_MS) await rm(path, { force: true });
  }
}
