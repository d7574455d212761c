import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** An import that is loaded with the file, as the bundler writes it; `import()` is not. */
const STATIC_IMPORT = /\b(?:from|import)\s*"(\.\/[^"]+)"/g;

/** A built file and all files that are loaded with it. */
export async function withStaticImports(file: string): Promise<string[]> {
  const files = new Set([file]);
  for (const one of files) {
    const text = await readFile(one, 'utf8');
    for (const [, path] of text.matchAll(STATIC_IMPORT)) files.add(join(dirname(one), path!));
  }
  return [...files];
}
