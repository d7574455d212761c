import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../host/paths.ts';
import { packageVsix } from '../host/vsix.ts';
import type { Figure } from './measure.ts';

/** What is loaded at activation, what ships, and what is downloaded. */
export async function benchSizes(): Promise<Figure[]> {
  const vsix = await packageVsix();
  const dist = join(root, 'dist');
  const files = await readdir(dist, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => size(join(file.parentPath, file.name))),
  );
  const all = sizes.reduce((sum, one) => sum + one, 0);
  return [
    {
      name: 'code loaded at activation',
      value: await size(join(dist, 'extension.cjs')),
      unit: 'KB',
    },
    { name: 'all shipped code', value: all, unit: 'KB' },
    { name: '.vsix', value: await size(vsix), unit: 'KB' },
  ];
}

/** In thousands of bytes. */
async function size(path: string): Promise<number> {
  return (await stat(path)).size / 1000;
}
