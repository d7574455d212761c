import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npm } from './npm.ts';
import { cache, made } from './paths.ts';

/**
 * The releases of code-server, which contains a nearly unchanged VS Code and is on the npm registry.
 * Each needs one major version of Node.
 */
export const releases: Readonly<Record<string, Release>> = {
  /** The default. It runs on the current Node. */
  '4.139.1': { vscode: '1.139' },
  /** The oldest that `engines` of package.json allows. */
  '4.105.1': {
    vscode: '1.105',
    node: '22.22.0',
    // The version of the release has to be compiled; this one is prebuilt.
    argon2: '0.44.0',
  },
};

interface Release {
  readonly vscode: string;
  readonly node?: string;
  readonly argon2?: string;
}

export interface Installation {
  readonly version: string;
  readonly node: string;
  readonly wrapper: string;
  readonly server: string;
}

/**
 * Installs code-server into the cache unless it is there. `MINTSCOPE_VSCODE=4.105.1` chooses the
 * oldest release. Install scripts are off, so nothing is compiled; VS Code runs without the native
 * modules.
 */
export async function installCodeServer(
  version = process.env.MINTSCOPE_VSCODE ?? '4.139.1',
): Promise<Installation> {
  const release = releases[version];
  if (!release) {
    throw new Error(
      `MINTSCOPE_VSCODE is ${version}; known are ${Object.keys(releases).join(', ')}.`,
    );
  }
  const folder = join(cache, `code-server-${version}`);
  if (!existsSync(folder)) await install(folder, version, release);
  const modules = join(folder, 'node_modules');
  const windows = process.platform === 'win32';
  return {
    version,
    node: release.node
      ? join(modules, 'node', 'bin', windows ? 'node.exe' : 'node')
      : process.execPath,
    wrapper: join(modules, 'code-server', 'out', 'node', 'entry.js'),
    server: join(modules, 'code-server', 'lib', 'vscode', 'out', 'server-main.js'),
  };
}

/** Installs into another folder and renames it at the end, so that no unfinished one is used. */
async function install(folder: string, version: string, { node, argon2 }: Release): Promise<void> {
  console.log(`Installing VS Code (code-server ${version}) into .vscode-test, once …`);
  const unfinished = await mkdtemp(join(made(cache), 'unfinished-'));
  try {
    await writeFile(
      join(unfinished, 'package.json'),
      JSON.stringify({ private: true, allowScripts: { node: true } }),
    );
    const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
    const noScripts = [...quiet, '--ignore-scripts'];
    if (node) {
      // The install script of this package downloads the binary. It comes first, because this call
      // would also run the scripts of all other packages.
      await npm(`Installing Node ${node}`, ['install', `node@${node}`, '--save-exact', ...quiet], {
        cwd: unfinished,
      });
    }
    await npm(
      `Installing code-server ${version}`,
      ['install', `code-server@${version}`, '--save-exact', ...noScripts],
      { cwd: unfinished },
    );
    const vscode = join(unfinished, 'node_modules', 'code-server', 'lib', 'vscode');
    await takeAllFromNpm(vscode);
    await npm('Installing the modules of VS Code', ['install', '--omit=dev', ...noScripts], {
      cwd: vscode,
    });
    await copyFile(
      join(import.meta.dirname, 'spdlog.cjs'),
      join(vscode, 'node_modules', '@vscode', 'spdlog', 'index.js'),
    );
    if (argon2) {
      const name = `argon2@${argon2}`;
      await npm(`Installing ${name}`, ['install', name, '--save-exact', ...noScripts], {
        cwd: unfinished,
      });
      const older = join(unfinished, 'node_modules', 'code-server', 'node_modules', 'argon2');
      await rm(older, { recursive: true, force: true });
    }
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

interface Locked {
  readonly packages: Record<
    string,
    { version?: string; resolved?: string; dependencies?: Record<string, string> }
  >;
}

/**
 * VS Code 1.105 gets a module from a commit on GitHub, which some networks cannot reach. This uses
 * the prebuilt release of the same version on npm instead.
 */
async function takeAllFromNpm(folder: string): Promise<void> {
  const lockFile = join(folder, 'npm-shrinkwrap.json');
  const manifestFile = join(folder, 'package.json');
  const lock = JSON.parse(await readFile(lockFile, 'utf8')) as Locked;
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const [path, { version, resolved }] of Object.entries(lock.packages)) {
    if (!resolved?.startsWith('git') || version === undefined) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    manifest.dependencies[name] = version;
    const locked = lock.packages['']?.dependencies;
    if (locked) locked[name] = version;
    // Without an entry in the lock, npm finds the release and its prebuilt parts.
    Reflect.deleteProperty(lock.packages, path);
  }
  await writeFile(lockFile, JSON.stringify(lock));
  await writeFile(manifestFile, JSON.stringify(manifest));
}
