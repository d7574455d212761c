import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filesMatching } from '../host/paths.ts';

/** An import that is loaded with the file, as the bundler writes it; `import()` is not. */
const STATIC_IMPORT = /\b(?:from|import)\s*"(\.\/[^"]+)"/g;

/** A built file and all files that are loaded with it. */
async function withStaticImports(file: string): Promise<string[]> {
  const files = new Set([file]);
  for (const one of files) {
    const text = await readFile(one, 'utf8');
    for (const [, path] of text.matchAll(STATIC_IMPORT)) files.add(join(dirname(one), path!));
  }
  return [...files];
}

/** The sizes of an extension's code in thousands of bytes: of what activation loads, and of all. */
export async function codeSizes(folder: string) {
  const code = await filesMatching('dist/**/*.js', folder);
  const activated = await withStaticImports(join(folder, 'dist', 'extension.js'));
  const sum = async (files: readonly string[]) => {
    const stats = await Promise.all(files.map((file) => stat(file)));
    return stats.reduce((all, { size }) => all + size, 0) / 1000;
  };
  return { activated, atActivation: await sum(activated), shipped: await sum(code) };
}
