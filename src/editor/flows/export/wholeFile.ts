import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { access, constants, type FileHandle, open, realpath, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * A file that comes to be whole or not at all: it is written beside its target under a hidden name,
 * and takes the target's place when all of it is on the disk. Until then a file that was there
 * before stays as it is. Every method rejects as Node's file system does.
 */
export class WholeFile {
  readonly #target: string;
  readonly #temporary: string;
  readonly #handle: FileHandle;
  readonly #signal: AbortSignal;

  private constructor(target: string, temporary: string, handle: FileHandle, signal: AbortSignal) {
    this.#target = target;
    this.#temporary = temporary;
    this.#handle = handle;
    this.#signal = signal;
    signal.addEventListener('abort', this.#removeEarly);
  }

  /** @param signal removes what was written the moment it ends. */
  static async create(path: string, signal: AbortSignal): Promise<WholeFile> {
    const existing = await realpath(path).catch(whereMissing);
    if (existing !== undefined) await access(existing, constants.W_OK);
    // A link stays a link, and a file that only some may read does not become one for all.
    const target = existing ?? path;
    const mode = existing === undefined ? 0o666 : (await stat(existing)).mode & 0o777;
    signal.throwIfAborted();
    const temporary = join(dirname(target), `.mintscope-${randomUUID()}.tmp`);
    const handle = await open(temporary, 'wx', mode);
    const file = new WholeFile(target, temporary, handle, signal);
    if (signal.aborted) await file.discard();
    signal.throwIfAborted();
    return file;
  }

  async write(text: string): Promise<void> {
    if (text !== '') await this.#handle.appendFile(text);
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

  /** Not later, because the window may be closing. */
  readonly #removeEarly = () => {
    try {
      rmSync(this.#temporary);
    } catch {
      // `discard` tries again, and somebody waits for that.
    }
  };
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
