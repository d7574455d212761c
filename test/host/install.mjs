/**
 * Runs before `npm start` and `npm test`, on any Node from 20 on and with nothing installed yet, so
 * it is plain JavaScript without dependencies. It installs the packages of package-lock.json unless
 * they are there, and makes sure that the Node 24 of the scripts works.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const windows = process.platform === 'win32';

function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/**
 * npm writes node_modules/.package-lock.json at the end of an install, so comparing the two lock files
 * detects an old, a partial and an interrupted install. Optional packages of other platforms are
 * missing there.
 */
function installedAsLocked() {
  const installed = lockedPackages('node_modules/.package-lock.json');
  return Object.entries(lockedPackages('package-lock.json')).every(
    ([path, { version, optional }]) =>
      path === '' || (installed[path] ? installed[path].version === version : optional),
  );
}

/** Whether the package `node` has a working binary of its version. */
function nodeWorks() {
  const binary = join(root, 'node_modules', '.bin', windows ? 'node.cmd' : 'node');
  if (!existsSync(binary)) return false;
  const { stdout } = spawnSync(`"${binary}" --version`, { shell: true, encoding: 'utf8' });
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1]) >= 22;
}

/** Runs a command with visible output. @returns whether it succeeded. */
function run(command, args, cwd = root) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: windows });
  return status === 0;
}

function install() {
  console.log('Installing what package-lock.json names (npm ci) …');
  // The file of npm is in the environment of npm scripts; otherwise `npm` is taken from the PATH.
  const npm = process.env.npm_execpath;
  // The Node versions that tools require do not matter: the scripts run on the installed Node 24.
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const done =
    npm && /npm-cli\.[cm]?js$/.test(npm)
      ? run(windows ? `"${process.execPath}"` : process.execPath, [npm, ...args])
      : run('npm', args);
  if (!done) {
    console.error('npm ci failed: see its message above. Is a package registry reachable?');
    process.exit(1);
  }
}

if (!installedAsLocked()) install();

// The package `node` downloads its binary in an install script, which npm may skip.
if (!nodeWorks()) {
  run('node', ['installArchSpecificPackage.js'], join(root, 'node_modules', 'node'));
  if (!nodeWorks()) {
    console.error(
      'The npm package "node" brought no working binary for this machine. ' +
        'Use Node 24 (https://nodejs.org) and run this again, or allow install scripts in npm.',
    );
    process.exit(1);
  }
}
