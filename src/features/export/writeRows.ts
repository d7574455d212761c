import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { access, constants, open, readlink, realpath, rename, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorCode, whileInUse } from './fileInUse.ts';
import type { FileRow, Writer } from './writers.ts';

/** Rows in the order of the file, some at a time. */
export type RowsInTurn<Row = FileRow> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

export function* inBatches<Row>(rows: readonly Row[], size = 100): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}

/**
 * Writes rows to a file as they arrive. The file is written completely or not at all: it is written
 * beside its target under a hidden name, and renamed when all of it is on the disk. Until then an
 * existing file stays as it is. An abort deletes the unfinished file at once.
 * @param path in the file system.
 * @param onWritten called with the number of rows written so far.
 * @param maxBytes the largest size; a larger file is refused with `EFBIG`.
 * @returns the number of rows written.
 * @throws the error of `rows` or the file system, or the reason of `signal`. Then no part of the
 * file is left.
 */
export async function writeRows(
  rows: RowsInTurn,
  { head, tail, write }: Writer,
  path: string,
  onWritten: (rows: number) => void,
  signal: AbortSignal,
  maxBytes = Infinity,
): Promise<number> {
  // Replace the target of a link and not the link, and keep the mode of an existing file.
  const target = await endOfLinks(path);
  const existing = await stat(target).catch(unlessMissing);
  if (existing) await access(target, constants.W_OK);
  const mode = existing && existing.mode & 0o777;
  signal.throwIfAborted();
  const temporary = join(dirname(target), `.mintscope-${randomUUID()}.tmp`);
  const file = await open(temporary, 'wx', mode ?? 0o666);
  /** Synchronous, because the extension host may get no other turn if the window closes. */
  const removeEarly = () => {
    try {
      rmSync(temporary);
    } catch {
      // The write fails too; after that it is tried again, and a failure then is reported.
    }
  };
  signal.addEventListener('abort', removeEarly);
  let bytesLeft = maxBytes;
  const append = async (text: string) => {
    signal.throwIfAborted();
    const bytes = Buffer.from(text);
    bytesLeft -= bytes.length;
    if (bytesLeft < 0) throw Object.assign(new Error('File too large.'), { code: 'EFBIG' });
    await file.appendFile(bytes);
  };
  let written = 0;
  try {
    // The umask may have removed bits. Some disks give every file one mode and refuse chmod.
    const modeDiffers = mode !== undefined && ((await file.stat()).mode & 0o777) !== mode;
    if (modeDiffers) await file.chmod(mode);
    await append(head);
    for await (const batch of rows) {
      for (const text of write(batch)) await append(text);
      written += batch.length;
      onWritten(written);
    }
    await append(tail);
    await file.sync();
    await file.close();
    await whileInUse(() => {
      signal.throwIfAborted();
      return rename(temporary, target);
    });
  } catch (error) {
    try {
      // Already closed if the rename failed.
      await file.close();
    } finally {
      rmSync(temporary, { force: true });
    }
    throw error;
  } finally {
    signal.removeEventListener('abort', removeEarly);
  }
  return written;
}

/** The path at the end of a chain of links, also if no file is there yet. */
async function endOfLinks(path: string): Promise<string> {
  const real = await realpath(path).catch((error: unknown) => {
    // Windows gives no real path on some RAM disks. There is no link there either.
    if (errorCode(error) === 'EISDIR') return path;
    unlessMissing(error);
    return undefined;
  });
  if (real !== undefined) return real;
  const link = await readlink(path).catch(unlessNoLink);
  // A link is relative to the real path of its folder, which may itself be reached by a link.
  return link === undefined ? path : endOfLinks(resolve(await realpath(dirname(path)), link));
}

function unlessNoLink(error: unknown): undefined {
  if (errorCode(error) !== 'EINVAL') unlessMissing(error);
}

function unlessMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}
