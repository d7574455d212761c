import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The most bytes that a file of what is kept may have. */
export const MOST_KEPT_BYTES = 2_000_000;

/**
 * What is kept on this machine for each sign-in, one folder for each: `kept/<digest of the
 * sign-in’s id>/<name>.json`. Files are replaced as a whole, so a reader finds the old text or the
 * new one. Every method rejects as Node's file system does.
 */
export class KeptFiles {
  /** Holds the folders of all sign-ins. */
  readonly root: string;
  /** Whether anything may be kept for a sign-in now. */
  readonly mayKeep: (signIn: string) => boolean;
  readonly #forgotten = new Set<string>();

  /**
   * @param storage the extension's storage for all workspaces.
   * @param mayKeep whether anything may be kept for a sign-in now.
   */
  constructor(storage: string, mayKeep: (signIn: string) => boolean) {
    this.root = join(storage, 'kept');
    this.mayKeep = (signIn) => !this.#forgotten.has(signIn) && mayKeep(signIn);
  }

  /** `undefined` if there is no such file, and for one that is larger than any written here. */
  async read(signIn: string, name: string): Promise<Uint8Array | undefined> {
    const path = join(this.folder(signIn), `${name}.json`);
    try {
      const found = await stat(path);
      return found.isFile() && found.size <= MOST_KEPT_BYTES ? await readFile(path) : undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /**
   * For `updateKept` only, which lets one window at a time write and heeds what was cleared.
   * Writes nothing if nothing may be kept for the sign-in, also if that begins meanwhile: in another
   * window a person may sign out.
   * @param text whole or in pieces, 2 MB at most.
   * @param signal ends the write when it aborts, and the file stays as it was.
   */
  async write(
    signIn: string,
    name: string,
    text: string | readonly string[],
    signal?: AbortSignal,
  ): Promise<void> {
    const { writeKept } = await import('./keptWriter.ts');
    await writeKept(this.folder(signIn), name, text, () => this.mayKeep(signIn), signal);
  }

  /** Deletes all that is kept for a sign-in. From then on this window keeps nothing for it. */
  async forget(signIn: string): Promise<void> {
    this.#forgotten.add(signIn);
    const { forgetKept } = await import('./keptWriter.ts');
    await forgetKept(this.folder(signIn));
  }

  /** Deletes what is kept for all sign-ins. */
  async forgetAll(): Promise<void> {
    const { forgetKept } = await import('./keptWriter.ts');
    await forgetKept(this.root);
  }

  /** Deletes what is kept for sign-ins that were not used for 90 days. */
  async forgetOld(): Promise<void> {
    const { forgetOldKept } = await import('./keptWriter.ts');
    await forgetOldKept(this.root);
  }

  /** Its name is a digest, because the id comes from a secret and must lead to no other folder. */
  folder(signIn: string): string {
    return join(this.root, createHash('sha256').update(signIn).digest('hex').slice(0, 32));
  }
}
