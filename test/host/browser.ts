import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { npm } from './npm.ts';
import { cache, filesMatching, made, root } from './paths.ts';
import { mustRun, run } from './processes.ts';

/**
 * The ways to find a browser, fastest first. Each returns paths, best first, which are tried before
 * they are used. Downloads are stored in the cache.
 */
const sources: Readonly<Record<string, () => Promise<string[]> | string[]>> = {
  'the variable CHROME_PATH': () => present([process.env.CHROME_PATH ?? '']),
  'an installed Chrome, Chromium or Edge': () => present(wellKnownPaths()),
  "Playwright's download": fromPlaywright,
  'the npm package @sparticuz/chromium': fromNpm,
};

const remembered = join(cache, 'browser.json');

/**
 * Finds a browser that starts, and downloads one if necessary. Its path is stored in the cache.
 * Rejects with one line on what to install if every source failed.
 */
export async function findBrowser(): Promise<string> {
  const known = await rememberedBrowser();
  if (known !== undefined) return known;
  for (const find of Object.values(sources)) {
    // A way that throws finds none.
    const paths = await (async () => find())().catch((): string[] => []);
    for (const path of paths) {
      if (!(await starts(path))) continue;
      made(cache);
      await writeFile(remembered, JSON.stringify({ path }));
      return path;
    }
  }
  throw new Error(
    'No browser for the tests: install Chrome, Chromium or Edge, or name one in CHROME_PATH ' +
      `(tried ${Object.keys(sources).join(', ')}).`,
  );
}

export async function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: launchFlags() });
}

function launchFlags(): string[] {
  const calm = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // A container's /dev/shm is often too small for a workbench.
    '--disable-dev-shm-usage',
    // The tests talk to this machine only, and so does the editor in them.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  ];
  // Chromium's sandbox refuses to run as root.
  return process.getuid?.() === 0 ? ['--no-sandbox', ...calm] : calm;
}

async function starts(executablePath: string): Promise<boolean> {
  try {
    const browser = await launchBrowser(executablePath);
    await browser.close();
    return true;
  } catch {
    return false;
  }
}

async function rememberedBrowser(): Promise<string | undefined> {
  if (process.env.CHROME_PATH) return undefined;
  try {
    const { path } = JSON.parse(await readFile(remembered, 'utf8')) as { path: string };
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

function present(paths: readonly string[]): string[] {
  return paths.filter((path) => existsSync(path));
}

function wellKnownPaths(): string[] {
  if (process.platform === 'darwin') {
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
      ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) =>
        join(folder, `${name}.app`, 'Contents', 'MacOS', name),
      ),
    );
  }
  if (process.platform === 'win32') {
    return [process.env.PROGRAMFILES, process.env['ProgramFiles(x86)'], process.env.LOCALAPPDATA]
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => [
        join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
        join(folder, 'Chromium', 'Application', 'chrome.exe'),
        join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
      ]);
  }
  const names = [
    // Has no user interface, and needs a quarter less time.
    'chromium-headless-shell',
    'google-chrome',
    'google-chrome-stable',
    'chromium',
    'chromium-browser',
    'microsoft-edge',
    'microsoft-edge-stable',
  ];
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/opt/google/chrome'];
  return folders.flatMap((folder) => [...names, 'chrome'].map((name) => join(folder, name)));
}

/** Limited to a minute, because the download retries for long in networks that block its host. */
async function fromPlaywright(): Promise<string[]> {
  console.log("No browser found; trying Playwright's download (a minute at most) …");
  const folder = join(cache, 'playwright');
  const env = { ...process.env, PLAYWRIGHT_BROWSERS_PATH: folder };
  const cli = join(root, 'node_modules', 'playwright-core', 'cli.js');
  const { code } = await run(process.execPath, [cli, 'install', 'chromium-headless-shell'], {
    env,
    timeoutMs: 60_000,
  });
  if (code !== 0) return [];
  // Playwright does not name the path of the shell, and its folder differs by platform.
  return filesMatching('chromium_headless_shell-*/*/*headless{_,-}shell{,.exe}', folder);
}

/**
 * A Chromium for minimal servers. Its package unpacks missing libraries only in a cloud function,
 * which a variable pretends here. The script beside the browser makes it find them.
 */
async function fromNpm(): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const folder = join(cache, 'sparticuz');
  const script = join(folder, 'chromium.sh');
  if (existsSync(script)) return [script];
  console.log('Trying the npm package @sparticuz/chromium …');
  made(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }));
  await npm(
    'Installing @sparticuz/chromium',
    ['install', '@sparticuz/chromium@153.0.0', '--save-exact', '--no-audit', '--no-fund'],
    { cwd: folder, timeoutMs: 600_000 },
  );
  await mustRun(
    'Unpacking @sparticuz/chromium',
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      "await (await import('@sparticuz/chromium')).default.executablePath();",
    ],
    {
      cwd: folder,
      env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
      timeoutMs: 300_000,
    },
  );
  const lines = [
    '#!/bin/sh',
    'here=$(dirname "$0")',
    '[ -d /etc/fonts ] || export FONTCONFIG_PATH="$here/fonts"',
    'export LD_LIBRARY_PATH="$here/al2023/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"',
    'exec "$here/chromium" "$@"',
  ];
  await writeFile(script, `${lines.join('\n')}\n`, { mode: 0o755 });
  return [script];
}
