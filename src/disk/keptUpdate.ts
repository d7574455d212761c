import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './atomicFile.ts';
import type { KeptFiles } from './keptFiles.ts';
import { forgetKept } from './keptWriter.ts';

/** A lock that is held for longer was left by a window that was killed. */
const HELD_MS = 10_000;
/** How long another window that holds the lock is waited for, and between two looks. */
const PATIENCE_MS = 15_000;
const LOOK_MS = 20;

/**
 * Replaces a file that several windows add to: nothing that another window writes meanwhile is
 * lost. Does nothing if nothing may be kept for the sign-in. Rejects as Node's file system does, and
 * with what `change` throws; then the file stays as it was.
 * @param change receives the content, as `KeptFiles.read` gives it; gives the new one.
 */
export async function updateKept(
  files: KeptFiles,
  signIn: string,
  name: string,
  change: (bytes: Uint8Array | undefined) => string | Promise<string>,
): Promise<void> {
  if (!files.mayKeep(signIn)) return;
  const folder = files.folder(signIn);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = join(folder, `${name}.lock`);
  const mine = await take(lock);
  try {
    await files.write(signIn, name, await change(await files.read(signIn, name)));
  } finally {
    // A window that waited may have taken this one for killed, for example after a sleep.
    if ((await readFile(lock, 'utf8').catch(() => '')) === mine) await rm(lock, { force: true });
    // The person may have signed out in another window meanwhile.
    if (!files.mayKeep(signIn)) await forgetKept(folder);
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
