import { access, copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npm } from './npm.ts';
import { cache, made } from './paths.ts';

/**
 * A real VS Code from the npm registry: code-server carries its server and workbench unchanged
 * enough for our tests. Each release carries one VS Code and wants one major of Node.
 */
export const releases = {
  /** For everyday runs. It runs on the Node that runs this. */
  '4.139.1': { vscode: '1.139', node: undefined, argon2: undefined },
  /** The oldest that package.json's `engines` admits. */
  '4.105.1': {
    vscode: '1.105',
    node: '22.22.0',
    // Its own version has to be compiled; this one, of later releases, is prebuilt.
    argon2: '0.44.0',
  },
} as const;

/** An installed VS Code server. */
export interface Installation {
  readonly version: string;
  /** The Node to run it on. */
  readonly node: string;
  /** The file of code-server's own program. */
  readonly wrapper: string;
  /** The file of the plain VS Code server in it. */
  readonly server: string;
}

/**
 * Installs code-server into the cache unless it is there. `MINTSCOPE_VSCODE=4.105.1` chooses the
 * floor. Nothing is compiled: install scripts stay off, and VS Code falls back where a native
 * module is missing.
 */
export async function installCodeServer(
  version = process.env.MINTSCOPE_VSCODE ?? '4.139.1',
): Promise<Installation> {
  const release = Object.entries(releases).find(([known]) => known === version)?.[1];
  if (!release) {
    throw new Error(
      `MINTSCOPE_VSCODE is ${version}; known are ${Object.keys(releases).join(', ')}.`,
    );
  }
  const folder = join(cache, `code-server-${version}`);
  const present = await access(folder).then(
    () => true,
    () => false,
  );
  if (!present) await install(folder, version, release);
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

/** Installs beside the final place and renames at the end, so that a half install never counts. */
async function install(
  folder: string,
  version: string,
  { node, argon2 }: (typeof releases)[keyof typeof releases],
): Promise<void> {
  console.log(`Installing VS Code (code-server ${version}) into .vscode-test, once …`);
  const unfinished = await mkdtemp(join(made(cache), 'unfinished-'));
  try {
    await writeFile(
      join(unfinished, 'package.json'),
      JSON.stringify({ private: true, allowScripts: { node: true } }),
    );
    const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
    const noScripts = [...quiet, '--ignore-scripts'];
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
    if (node) {
      // This one needs its script: it fetches the binary.
      await npm(`Installing Node ${node}`, ['install', `node@${node}`, '--save-exact', ...quiet], {
        cwd: unfinished,
      });
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
 * VS Code 1.105 takes a module from a commit on GitHub, which is out of reach from some networks.
 * The release of the same version on npm, prebuilt, does as well.
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
    // Left out of the lock, npm looks the release up together with its prebuilt parts.
    Reflect.deleteProperty(lock.packages, path);
  }
  await writeFile(lockFile, JSON.stringify(lock));
  await writeFile(manifestFile, JSON.stringify(manifest));
}
