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

/**
 * A file that comes to be whole or not at all: it is written beside its target under a hidden name,
 * and takes the target's place when all of it is on the disk. Until then a file that was there
 * before stays as it is. Every method rejects as Node's file system does.
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
   * @param signal removes what was written the moment it ends.
   * @param most bytes that the file may have; a `write` beyond them rejects with `EFBIG`.
   */
  static async create(path: string, signal: AbortSignal, most = Infinity): Promise<AtomicFile> {
    // A link stays a link, and who may read and write a file stays as it is.
    const target = await endOfLinks(path);
    const existing = await stat(target).catch(whereMissing);
    if (existing) await access(target, constants.W_OK);
    const mode = existing && existing.mode & 0o777;
    signal.throwIfAborted();
    const temporary = join(dirname(target), `.mintscope-${randomUUID()}.tmp`);
    const handle = await open(temporary, 'wx', mode ?? 0o666);
    const file = new AtomicFile(target, temporary, handle, signal, most);
    try {
      // The umask may have taken bits away. A disk that gives every file one mode may refuse chmod.
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

  /** Puts the file in its place. */
  async commit(): Promise<void> {
    await this.#handle.sync();
    await this.#handle.close();
    this.#signal.throwIfAborted();
    await rename(this.#temporary, this.#target);
    this.#signal.removeEventListener('abort', this.#removeEarly);
  }

  /** Leaves nothing of it; for when anything above has failed. */
  async discard(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#removeEarly);
    try {
      // Closed already if it was the renaming that failed.
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
      // `discard` tries again, and somebody waits for that.
    }
  };
}

/** Where links lead from a path, also if nothing is there yet. */
async function endOfLinks(path: string): Promise<string> {
  const real = await realpath(path).catch(whereMissing);
  if (real !== undefined) return real;
  const link = await readlink(path).catch(whereNoLink);
  // The link counts from the folder it is in, and that may be reached by a link as well.
  return link === undefined ? path : endOfLinks(resolve(await realpath(dirname(path)), link));
}

function whereNoLink(error: unknown): undefined {
  if (errorCode(error) !== 'EINVAL') whereMissing(error);
}

function whereMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}

/** `ENOSPC` and the like, if it is an error of the file system. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}
