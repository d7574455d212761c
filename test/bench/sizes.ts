import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../host/paths.ts';
import { withStaticImports } from '../support/staticImports.ts';
import { packageVsix } from '../host/vsix.ts';
import { type Figure, figure } from './measure.ts';

/** What is loaded at activation, what ships, and what is downloaded. */
export async function benchSizes(): Promise<Figure[]> {
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
    // Of it, 1.5 KB translate texts.
    atMost('Code loaded at activation', sum(atActivation), 56),
    // Of it, 45 KB are the portfolio and its page, 27 KB Check Connection, and 8 KB the editor's
    // connection. They load when they are first needed.
    atMost('All shipped code', sum(sizes), 680),
    // The pictures of the first steps take 95 KB.
    atMost('The .vsix', await size(vsix), 500),
  ];
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((all, one) => all + one, 0);
}

/** In thousands of bytes. */
async function size(path: string): Promise<number> {
  return (await stat(path)).size / 1000;
}
