import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { filesMatching, root } from '../host/paths.ts';

export async function readDocs(): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const path of [join(root, 'README.md'), ...(await filesMatching('docs/*.md', root))]) {
    texts.set(relative(root, path).replaceAll(sep, '/'), await readFile(path, 'utf8'));
  }
  return texts;
}
