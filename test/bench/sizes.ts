import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../host/paths.ts';
import { AT_ACTIVATION, SHIPPED, VSIX } from '../support/sizeBounds.ts';
import { withStaticImports } from '../support/staticImports.ts';
import { packageVsix } from '../host/vsix.ts';
import { type Figure, figure } from './measure.ts';

/** The sizes of what is loaded at activation, what ships, and what is downloaded. */
export async function bench(): Promise<Figure[]> {
  const vsix = await packageVsix();
  const dist = join(root, 'dist');
  const files = await readdir(dist, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    files
      .filter((file) => file.isFile() && file.name.endsWith('.js'))
      .map((file) => size(join(file.parentPath, file.name))),
  );
  const atActivation = await Promise.all(
    (await withStaticImports(join(dist, 'extension.js'))).map(size),
  );
  const atMost = (name: string, kilobytes: number, most: number) =>
    figure(name, 'KB', [kilobytes], { target: { atMost: most } });
  return [
    atMost('Code loaded at activation', sum(atActivation), AT_ACTIVATION),
    atMost('All shipped code', sum(sizes), SHIPPED),
    atMost('The .vsix', await size(vsix), VSIX),
  ];
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((all, one) => all + one, 0);
}

async function size(path: string): Promise<number> {
  return (await stat(path)).size / 1000;
}
