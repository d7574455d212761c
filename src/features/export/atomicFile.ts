import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import {
  access,
  constants,
  type FileHandle,
  open,
  readlink,
  realpath,
  rename,
  stat,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorCode } from './errorCode.ts';
import { whileInUse } from './fileInUse.ts';

/**
 * A file that is written completely or not at all: it is written beside its target under a hidden
 * name, and renamed when all of it is on the disk. Until then an existing file stays as it is.
 * Every method rejects as Node's file system does.
 */
export class AtomicFile {
  readonly #target: string;
  readonly #temporary: string;
  readonly #handle: FileHandle;
  readonly #signal: AbortSignal;
  /** How many bytes may still be written. */
  #left: number;

  private constructor(
    target: string,
    temporary: string,
    handle: FileHandle,
    signal: AbortSignal,
    most: number,
  ) {
    this.#target = target;
    this.#temporary = temporary;
    this.#handle = handle;
    this.#signal = signal;
    this.#left = most;
    signal.addEventListener('abort', this.#removeEarly);
  }

  /**
   * @param signal deletes the unfinished file at once when it aborts.
   * @param most the largest size in bytes; a `write` beyond it rejects with `EFBIG`.
   * @param modeOfNew the mode of a file that does not exist yet, before the umask.
   */
  static async create(
    path: string,
    signal: AbortSignal,
    most = Infinity,
    modeOfNew = 0o666,
  ): Promise<AtomicFile> {
    // Write to the target of a link, and keep the mode of an existing file.
    const target = await endOfLinks(path);
    const existing = await stat(target).catch(whereMissing);
    if (existing) await access(target, constants.W_OK);
    const mode = existing && existing.mode & 0o777;
    signal.throwIfAborted();
    const temporary = join(dirname(target), `.mintscope-${randomUUID()}.tmp`);
    const handle = await open(temporary, 'wx', mode ?? modeOfNew);
    const file = new AtomicFile(target, temporary, handle, signal, most);
    try {
      // The umask may have removed bits. Some disks give every file one mode and refuse chmod.
      const isOther = mode !== undefined && ((await handle.stat()).mode & 0o777) !== mode;
      if (isOther) await handle.chmod(mode);
      signal.throwIfAborted();
    } catch (error) {
      await file.discard();
      throw error;
    }
    return file;
  }

  async write(text: string): Promise<void> {
    if (text === '') return;
    const bytes = Buffer.from(text);
    this.#left -= bytes.length;
    if (this.#left < 0) throw Object.assign(new Error('File too large.'), { code: 'EFBIG' });
    await this.#handle.appendFile(bytes);
  }

  /** Renames the file to its target. */
  async commit(): Promise<void> {
    await this.#handle.sync();
    await this.#handle.close();
    await whileInUse(() => {
      this.#signal.throwIfAborted();
      return rename(this.#temporary, this.#target);
    });
    this.#signal.removeEventListener('abort', this.#removeEarly);
  }

  /** Deletes the unfinished file, after a failure of any method above. */
  async discard(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#removeEarly);
    try {
      // Already closed if the rename failed.
      await this.#handle.close();
    } finally {
      rmSync(this.#temporary, { force: true });
    }
  }

  /** Synchronously: the window may be closing, and the extension host may not get another turn. */
  readonly #removeEarly = () => {
    try {
      rmSync(this.#temporary);
    } catch {
      // `discard` tries again and reports a failure.
    }
  };
}

/** The target of links, also if it does not exist yet. */
async function endOfLinks(path: string): Promise<string> {
  const real = await realpath(path).catch((error: unknown) => {
    // Windows gives no real path on some RAM disks. There is no link there either.
    if (errorCode(error) === 'EISDIR') return path;
    whereMissing(error);
    return undefined;
  });
  if (real !== undefined) return real;
  const link = await readlink(path).catch(whereNoLink);
  // A link is relative to its real folder, which may be reached by a link too.
  return link === undefined ? path : endOfLinks(resolve(await realpath(dirname(path)), link));
}

function whereNoLink(error: unknown): undefined {
  if (errorCode(error) !== 'EINVAL') whereMissing(error);
}

function whereMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}
