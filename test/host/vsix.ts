import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { made, out, root } from './paths.ts';
import { mustRun } from './processes.ts';
import { readmeWithoutAddress } from './readme.ts';

/** The package that `npm test` made for all suites, or a new one. */
export async function vsixToTest(): Promise<string> {
  return process.env.MINTSCOPE_VSIX ?? (await packageVsix());
}

/**
 * Builds the extension for production and packages it. If package.json names a repository, vsce
 * turns the README's pictures and links into addresses there; otherwise the package has a README
 * without them.
 * @param more options of `vsce package`.
 * @returns the file.
 */
export async function packageVsix(
  file = join(out, 'mintscope.vsix'),
  more: readonly string[] = [],
  output: 'inherit' | 'pipe' = 'pipe',
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
    // vsce expects a path relative to the root, with slashes.
    ...['--readme-path', 'out/README.md'],
  ];
}
