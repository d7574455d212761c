import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AtomicFile } from './atomicFile.ts';
import { errorCode } from './errorCode.ts';

/* Changes what `KeptFiles` reads. Each function rejects as Node's file system does. */

/** As in `KeptFiles`. */
const MOST_KEPT_BYTES = 2_000_000;
/** A file that is unfinished for longer was left behind. */
const UNFINISHED_MS = 60_000;
/** A sign-in that was not used for this long is taken for deleted. */
const UNUSED_MS = 90 * 24 * 3600 * 1000;

const never = new AbortController().signal;

/** See `KeptFiles.write`. @param mayKeep whether anything may be kept in the folder now. */
export async function writeKept(
  folder: string,
  name: string,
  text: string | readonly string[],
  mayKeep: () => boolean,
  signal = never,
): Promise<void> {
  if (!mayKeep()) return;
  try {
    await replace(folder, name, typeof text === 'string' ? [text] : text, signal);
  } catch (error) {
    // Else the folder was deleted meanwhile.
    if (mayKeep()) throw error;
  }
  if (!mayKeep()) await forgetKept(folder);
}

/**
 * Replaces a file. Only the person's own account of this machine may read it, because rows may be
 * confidential. It is flushed to the disk before the rename (`AtomicFile.commit`): without that, a
 * power failure could leave an empty file in place of the earlier one.
 */
async function replace(
  folder: string,
  name: string,
  pieces: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // First, because the disk may be full.
  await removeLeftovers(folder);
  const path = join(folder, `${name}.json`);
  const file = await AtomicFile.create(path, signal, MOST_KEPT_BYTES, 0o600);
  try {
    for (const piece of pieces) await file.write(piece);
    await file.commit();
  } catch (error) {
    await file.discard();
    throw error;
  }
}

export async function forgetKept(folder: string): Promise<void> {
  // Tried again if another window writes into it meanwhile.
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** A folder's time changes whenever a file in it is replaced. */
export async function forgetOldKept(root: string): Promise<void> {
  for (const name of await namesIn(root)) {
    const folder = join(root, name);
    if (await isOlder(folder, UNUSED_MS)) await forgetKept(folder);
  }
}

/** Deletes files that a killed window left, but none that another window may be writing now. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    if (name.endsWith('.tmp') && (await isOlder(path, UNFINISHED_MS))) await forgetKept(path);
  }
}

/** The names in a folder; none if it is not there. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    // There is no folder until something is kept. A file may lie among the folders of sign-ins.
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return [];
    throw error;
  }
}

async function isOlder(path: string, age: number): Promise<boolean> {
  // Another window may have deleted it.
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > age;
}
