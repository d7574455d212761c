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
 * Installs Mintscope and its rivals: `empty.empty` has the same contributions under other names and
 * no code, `painter.painter` shows the same with minimal code, `constant.constant` shows the same
 * rows without a request. `driver.driver` activates them in a new extension host and takes the time.
 * @returns the folder of extensions.
 */
export async function installAll(installation: Installation): Promise<string> {
  const driver = {
    name: 'driver',
    publisher: 'driver',
    version: '0.0.1',
    engines: { vscode: '^1.105.0' },
    type: 'module',
    main: './dist/extension.js',
    activationEvents: ['onStartupFinished'],
  };
  return installVsix(
    installation,
    await packageVsix(),
    await packageControl('empty', likeMintscope('empty')),
    await packageControl('painter', likeMintscope('painter')),
    await packageControl('constant', likeMintscope('constant')),
    await packageControl('driver', driver),
  );
}

/** Mintscope's manifest with other names for all contributions. */
function likeMintscope(name: string): object {
  const text = manifestText();
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const renamed = JSON.parse(
    text.replaceAll('mintscope', name).replaceAll('Mintscope', title),
  ) as object;
  const forThoseWhoBuildIt = new Set(['scripts', 'dependencies', 'devDependencies', 'icon']);
  return Object.fromEntries(
    Object.entries(renamed).filter(([part]) => !forThoseWhoBuildIt.has(part)),
  );
}

async function packageControl(name: string, manifest: object): Promise<string> {
  const folder = temporaryFolder(name);
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
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
