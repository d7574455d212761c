import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from './errorCode.ts';
import { whileInUse } from './fileInUse.ts';
import type { KeptFiles } from './keptFiles.ts';
import type { KeptFile } from './keptList.ts';
import { forgetKept } from './keptWriter.ts';

/*
 * Every change of a file that is kept: one window at a time makes it, under the lock of the file.
 * What a person has cleared does not come back, though other windows still hold it in memory or are
 * about to write it: the time is kept beside the file, and each writer leaves out what was asked for
 * up to then.
 */

/** A lock that is held for longer was left by a window that was killed. */
const HELD_MS = 10_000;
/** How long another window that holds the lock is waited for, and between two looks. */
const PATIENCE_MS = 15_000;
const LOOK_MS = 20;

/** The new content of a file, whole or in pieces; `undefined` if it is to stay as it is. */
type Content = string | readonly string[] | undefined;

/**
 * Replaces a file that several windows add to: nothing that another window writes meanwhile is
 * lost. Does nothing if nothing may be kept for the sign-in. Rejects as Node's file system does, and
 * with what `change` throws; then the file stays as it was.
 * @param change receives the content, as `KeptFiles.read` gives it, and when the file was cleared
 *   last, in milliseconds since 1970 (0: never). What was asked for up to then must not be written.
 * @param signal ends the write when it aborts, and the file stays as it was.
 */
export async function updateKept(
  files: KeptFiles,
  signIn: string,
  name: string,
  change: (bytes: Uint8Array | undefined, clearedAt: number) => Content | Promise<Content>,
  signal?: AbortSignal,
): Promise<void> {
  if (!files.mayKeep(signIn)) return;
  const folder = files.folder(signIn);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await locked(folder, name, async () => {
      const bytes = await files.read(signIn, name);
      const text = await change(bytes, await lastCleared(folder, name));
      if (text !== undefined) await files.write(signIn, name, text, signal);
    });
  } finally {
    // The person may have signed out in another window meanwhile.
    if (!files.mayKeep(signIn)) await forgetKept(folder);
  }
}

const followers = new Set<() => void>();

/** Calls `follower` when this window has cleared files, until the result is called. */
export function onDidClear(follower: () => void): () => void {
  followers.add(follower);
  return () => void followers.delete(follower);
}

/**
 * Deletes files for good: see the head of this file. Rejects as Node's file system does; then some
 * of them may be deleted.
 * @param found says of which sign-ins.
 * @param names also of files that are not there: another window may be about to write one.
 */
export async function clearKept(
  found: readonly KeptFile[],
  names: readonly string[],
): Promise<void> {
  try {
    for (const folder of new Set(found.map(({ path }) => dirname(path)))) {
      for (const name of names) await clear(folder, name);
    }
  } finally {
    for (const follower of followers) follower();
  }
}

async function clear(folder: string, name: string): Promise<void> {
  try {
    await locked(folder, name, async () => {
      await whileInUse(() => rm(join(folder, `${name}.json`), { force: true }));
      const at = String(Date.now());
      await writeFile(join(folder, `${name}.cleared`), at, { mode: 0o600 });
    });
  } catch (error) {
    // The person has signed out meanwhile, which has deleted the folder.
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/** 0 for a time that has not come: the clock was set back, so it says nothing of what is read now. */
async function lastCleared(folder: string, name: string): Promise<number> {
  try {
    const at = Number(await readFile(join(folder, `${name}.cleared`), 'utf8'));
    return at <= Date.now() ? at : 0;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}

async function locked(folder: string, name: string, work: () => Promise<void>): Promise<void> {
  const lock = join(folder, `${name}.lock`);
  const mine = await take(lock);
  try {
    await work();
  } finally {
    // A window that waited may have taken this one for killed, for example after a sleep.
    if ((await readFile(lock, 'utf8').catch(() => '')) === mine) {
      await whileInUse(() => rm(lock, { force: true }));
    }
  }
}

/** Resolves with what is written in the lock. */
async function take(lock: string): Promise<string> {
  const mine = randomUUID();
  const since = performance.now();
  for (;;) {
    try {
      await writeFile(lock, mine, { flag: 'wx', mode: 0o600 });
      return mine;
    } catch (error) {
      // Windows answers EPERM or EBUSY while a file is being deleted.
      const isHeld = ['EEXIST', 'EPERM', 'EBUSY'].includes(errorCode(error) ?? '');
      if (!isHeld || performance.now() - since > PATIENCE_MS) throw error;
    }
    // The window that held it may have removed it.
    const held = await stat(lock).catch(() => undefined);
    // Or the clock was set back.
    if (held && Math.abs(Date.now() - held.mtimeMs) > HELD_MS) await rm(lock, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
