import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { installVsix } from '../../host/codeServer.ts';
import type { Installation } from '../../host/codeServerInstall.ts';
import { root, temporaryFolder } from '../../host/paths.ts';
import { mustRun } from '../../host/processes.ts';
import { packageVsix } from '../../host/vsix.ts';
import { manifestText } from '../../support/manifest.ts';

/**
 * Installs Mintscope and two others with the same contributions under other names: `empty.empty` has
 * no code, `painter.painter` shows the same with minimal code.
 * @returns the folder of extensions.
 */
export async function installAll(installation: Installation): Promise<string> {
  const others = [await packageRival('empty'), await packageRival('painter')];
  return installVsix(installation, await packageVsix(), ...others);
}

/** Mintscope's manifest with other names for all contributions. */
function likeMintscope(name: string): object {
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const text = manifestText().replaceAll('mintscope', name).replaceAll('Mintscope', title);
  const renamed = JSON.parse(text) as object;
  const forThoseWhoBuildIt = new Set(['scripts', 'dependencies', 'devDependencies', 'icon']);
  return Object.fromEntries(
    Object.entries(renamed).filter(([part]) => !forThoseWhoBuildIt.has(part)),
  );
}

async function packageRival(name: string): Promise<string> {
  const folder = temporaryFolder(name);
  await writeFile(join(folder, 'package.json'), JSON.stringify(likeMintscope(name)));
  await writeFile(join(folder, 'README.md'), 'For the bench only.\n');
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    outfile: join(folder, 'dist', 'extension.js'),
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    external: ['vscode'],
    logLevel: 'warning',
  });
  await mkdir(join(folder, 'media'));
  await cp(join(root, 'media'), join(folder, 'media'), { recursive: true });
  await cp(join(root, 'media', 'mintscope.svg'), join(folder, 'media', `${name}.svg`));
  await cp(join(root, 'dist', 'webview'), join(folder, 'dist', 'webview'), { recursive: true });
  const vsix = join(folder, `${name}.vsix`);
  await mustRun(
    `Packaging ${name}`,
    process.execPath,
    [
      join(root, 'node_modules', '@vscode', 'vsce', 'vsce'),
      ...['package', '--no-dependencies', '--allow-missing-repository', '--skip-license'],
      ...['--no-rewrite-relative-links', '--out', vsix],
    ],
    { cwd: folder, timeoutMs: 60_000 },
  );
  return vsix;
}
