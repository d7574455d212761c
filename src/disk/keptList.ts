import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorCode } from './errorCode.ts';
import type { KeptFiles } from './keptFiles.ts';
import { namesIn } from './keptWriter.ts';

/** A file that is kept for some sign-in. */
export interface KeptFile {
  /** Identifies the sign-in, see `isOf`. */
  readonly folder: string;
  /** As in `KeptFiles.read`. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

/** All that is kept, of any sign-in. Rejects as Node's file system does. */
export async function listKept({ root }: KeptFiles): Promise<readonly KeptFile[]> {
  const files: KeptFile[] = [];
  for (const folder of await namesIn(root)) {
    for (const file of await namesIn(join(root, folder))) {
      const path = join(root, folder, file);
      // Another window may have deleted it.
      const found = await stat(path).catch(() => undefined);
      if (!found?.isFile() || !file.endsWith('.json')) continue;
      files.push({ folder, name: file.slice(0, -'.json'.length), path, bytes: found.size });
    }
  }
  return files;
}

/** The content of a file that is kept; none if another window has deleted it. */
export async function readListed({ path }: KeptFile): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return new Uint8Array();
    throw error;
  }
}

export function isOf(files: KeptFiles, signIn: string, { folder }: KeptFile): boolean {
  return folder === basename(files.folder(signIn));
}
