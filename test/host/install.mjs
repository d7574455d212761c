/**
 * Runs before `npm start` and `npm test`, on whatever Node the machine has (20 or later) and with
 * nothing installed yet: plain JavaScript, no dependencies. It installs what package-lock.json
 * names, unless that is already there, and makes sure the Node 24 that the scripts run on works.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const windows = process.platform === 'win32';

/** The packages a lock file names, or none when there is no such file. */
function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/**
 * npm writes what it installed to node_modules/.package-lock.json as its last act, so comparing the
 * two notices an old, a partial and an interrupted install. Optional packages of other platforms
 * are rightly missing there.
 */
function installedAsLocked() {
  const installed = lockedPackages('node_modules/.package-lock.json');
  return Object.entries(lockedPackages('package-lock.json')).every(
    ([path, { version, optional }]) =>
      path === '' || (installed[path] ? installed[path].version === version : optional),
  );
}

/** Whether the `node` package brought a working binary of the version it names. */
function nodeWorks() {
  const binary = join(root, 'node_modules', '.bin', windows ? 'node.cmd' : 'node');
  if (!existsSync(binary)) return false;
  const { stdout } = spawnSync(`"${binary}" --version`, { shell: true, encoding: 'utf8' });
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1]) >= 22;
}

/** Runs a command where it can be seen, and says whether it succeeded. */
function run(command, args, cwd = root) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: windows });
  return status === 0;
}

function install() {
  console.log('Installing what package-lock.json names (npm ci) …');
  // npm's own path is in the environment of every npm script; `npm` alone serves a bare call.
  const npm = process.env.npm_execpath;
  // Which Node a tool wants does not matter: the scripts run on the one that comes along.
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

// The `node` package fetches its binary in an install script, which npm may be set to skip.
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
