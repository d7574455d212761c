import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { made, out, root } from './paths.ts';
import { mustRun } from './processes.ts';
import { readmeWithoutAddress } from './readme.ts';

/** Where the tests and `npm start` put the packaged extension. */
export const vsixFile = join(out, 'mintscope.vsix');

/** The package that `npm test` made for all its suites, or a new one. */
export async function vsixToTest(): Promise<string> {
  return process.env.MINTSCOPE_VSIX ?? (await packageVsix());
}

/**
 * Builds the extension for production and packages it. If package.json names a repository, vsce
 * makes addresses there of the README's pictures and links; otherwise the package has a README
 * without them, because the editor shows only pictures that have an https address.
 * @param more options of `vsce package`.
 * @returns the file.
 */
export async function packageVsix(
  file = vsixFile,
  more: readonly string[] = [],
  output: 'inherit' | 'capture' = 'capture',
): Promise<string> {
  const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  const { repository } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    repository?: unknown;
  };
  await mustRun(
    'Packaging the extension',
    process.execPath,
    [
      ...[vsce, 'package', '--no-dependencies', '--out', file],
      ...(repository === undefined ? await withoutRepository() : []),
      ...more,
    ],
    { cwd: root, timeoutMs: 600_000, output },
  );
  return file;
}

async function withoutRepository(): Promise<string[]> {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  await writeFile(join(made(out), 'README.md'), readmeWithoutAddress(readme));
  return [
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    // vsce wants it as it is in the package: relative to the root, with slashes.
    ...['--readme-path', 'out/README.md'],
  ];
}
