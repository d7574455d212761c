// Imported first, so that at the exit, processes end before their folders are removed.
import './processes.ts';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

/** Downloads that are kept between runs (git-ignored). */
export const cache = join(root, '.vscode-test');

/** The results of a run (git-ignored). */
export const out = join(root, 'out');

export const screenshots = join(out, 'screenshots');

/** The evidence of failed tests, a folder for each (git-ignored). */
export const failures = join(out, 'failures');

const temporary: string[] = [];

process.once('exit', () => {
  for (const folder of temporary) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // Left to the machine, which deletes temporary files.
    }
  }
});

/** A new empty folder that is removed when this process ends. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `mintscope-${name}-`));
  temporary.push(folder);
  return folder;
}

export function made(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Full paths of the files below a folder that match the pattern, sorted. */
export async function filesMatching(pattern: string, folder: string): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(pattern, { cwd: folder })) files.push(join(folder, file));
  return files.sort();
}
