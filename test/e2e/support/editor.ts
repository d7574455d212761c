import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser } from '../../host/browser.ts';
import { type Server, startWrapper, type WrapperOptions } from '../../host/codeServer.ts';
import { installCodeServer } from '../../host/codeServerInstall.ts';
import { temporaryFolder } from '../../host/paths.ts';
import { eventually, PATIENCE_MS } from './eventually.ts';
import { explainFailedHook, watchEditor } from './evidence.ts';
import { WINDOW_SIZE, Workbench } from './workbench.ts';

export type Settings = Readonly<Record<string, unknown>>;

/** A VS Code with Mintscope installed, and the browser of one user. */
export interface Editor {
  /** The folder of the server's data: settings, logs, storage of extensions. */
  readonly dataFolder: string;
  /**
   * Opens a window on a folder.
   * @param folder its path, or the URI of one that is on no disk; a new folder if left out.
   */
  openWindow(folder?: string): Promise<Workbench>;
  /** Opens a window on a workspace of several folders. @param file names the folders. */
  openWorkspace(file: string): Promise<Workbench>;
  openEmptyWindow(): Promise<Workbench>;
  /**
   * Changes settings on top of those that the editor was started with, and resolves when all open
   * windows use them. Settings of application scope have to be given to `newcomer` instead.
   */
  changeSettings(changes: Settings): Promise<void>;
  stop(): Promise<void>;
}

/** A server and a browser, with the windows that are open in it. */
interface Running {
  readonly server: Server;
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly windows: Set<Workbench>;
  readonly quietSettings: Settings;
  changed: Settings;
  /** Counts the changes of settings; the title of a window shows which of them it uses. */
  changes: number;
}

/** Settings without which tests would depend on the speed of the machine. */
const STEADY: Settings = {
  // A webview that is restored may take the focus, which would close the box at the top.
  'workbench.quickOpen.closeOnFocusLost': false,
  'workbench.reduceMotion': 'on',
  // A tooltip that opens under the pointer covers the rows beside it for clicks and the wheel.
  'workbench.hover.delay': 60_000,
  // The editor's own extensions for repositories start programs in each window.
  'git.enabled': false,
};

let shared: Promise<Running> | undefined;

/** The window that `signedOutWindow` returns again, until a test fails. */
let lastWindow: Workbench | undefined;

/**
 * The editor for a new user: with only these settings, no sign-in and no window. All tests of a run
 * share the server and the browser, because starting them takes longer than most tests; what earlier
 * tests left in them is cleared first. All windows share one browser profile and thus the secrets.
 */
export async function newcomer(settings: Settings = {}): Promise<Editor> {
  shared ??= start({ settings: STEADY }).then((running) => {
    watchEditor({ windows: running.windows, logs: join(dataFolderOf(running), 'logs') });
    return running;
  });
  const running = await shared;
  await closeWindows(running);
  await clearProfile(running);
  await writeSettings(running.server.settingsFile, { ...running.quietSettings, ...settings });
  await change(running, {});
  return { ...editorOf(running), stop: () => closeWindows(running) };
}

/**
 * The editor with a signed-out window in which Mintscope's views are open and no editor is. The last
 * window is used again, because loading one takes longer than most tests, unless a test has failed.
 */
export async function signedOutWindow(
  ofTest: Settings = {},
): Promise<{ readonly editor: Omit<Editor, 'stop'>; readonly workbench: Workbench }> {
  // Rows in sight send no requests, which tests count.
  const settings = { 'mintscope.showProgress': 'known', ...ofTest };
  const running = await shared;
  if (!running || !lastWindow || !running.windows.has(lastWindow)) {
    const editor = await newcomer();
    await editor.changeSettings(settings);
    lastWindow = await editor.openWindow();
    await lastWindow.openView();
    return { editor, workbench: lastWindow };
  }
  await lastWindow.tidyUp();
  if (!isDeepStrictEqual(running.changed, settings)) await change(running, settings);
  return { editor: editorOf(running), workbench: lastWindow };
}

/** Makes `signedOutWindow` open a new window: a failed test may have left anything in the last one. */
export function forgetWindow(): void {
  lastWindow = undefined;
}

/** For tests of tooltips. They move the pointer away from the rows at their end. */
export const TOOLTIPS: Settings = { 'workbench.hover.delay': 300 };

export async function stopSharedEditor(): Promise<void> {
  if (!shared) return;
  const { browser, server } = await shared;
  await browser.close();
  await server.stop();
}

export interface EditorOptions extends Partial<
  Pick<WrapperOptions, 'extensionsDir' | 'workspaceTrust' | 'env'>
> {
  readonly settings?: Settings;
  readonly scale?: number;
}

/** Starts a server and a browser that no other tests use; `stop` ends both. */
export async function startEditor(options: EditorOptions = {}): Promise<Editor> {
  const running = await start(options);
  return {
    ...editorOf(running),
    stop: async () => {
      await running.browser.close();
      await running.server.stop();
    },
  };
}

async function start({ settings = {}, scale = 1, ...choice }: EditorOptions): Promise<Running> {
  const server = await startWrapper(await installCodeServer(), {
    extensionsDir: fromRunner('MINTSCOPE_EXTENSIONS'),
    ...choice,
    settings,
  });
  const browser = await launchBrowser(fromRunner('MINTSCOPE_BROWSER'));
  const context = await browser.newContext({
    viewport: WINDOW_SIZE,
    deviceScaleFactor: scale,
    permissions: ['clipboard-read', 'clipboard-write'],
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const quietSettings = JSON.parse(await readFile(server.settingsFile, 'utf8')) as Settings;
  return { server, browser, context, windows: new Set(), quietSettings, changed: {}, changes: 0 };
}

function editorOf(running: Running): Omit<Editor, 'stop'> {
  const { server, context, windows } = running;
  const open = async (what: 'folder' | 'workspace' | 'ew', value: string) => {
    const page = await context.newPage();
    const workbench = new Workbench(page, value);
    windows.add(workbench);
    page.once('close', () => windows.delete(workbench));
    await page.goto(`${server.address}/?${what}=${encodeURIComponent(value)}`);
    await workbench.ready();
    return workbench;
  };
  return {
    dataFolder: dataFolderOf(running),
    openWindow: (folder = temporaryFolder('workspace')) => open('folder', folder),
    openWorkspace: (file) => open('workspace', file),
    openEmptyWindow: () => open('ew', 'true'),
    changeSettings: (changes) => change(running, { ...running.changed, ...changes }),
  };
}

function dataFolderOf({ server }: Running): string {
  return dirname(dirname(server.settingsFile));
}

/** How often a window is checked before the settings are written again: about five seconds. */
const CHECKS_PER_WRITE = 100;

/**
 * Replaces all changes by these. They are written to the machine settings of the server, because an
 * open window in a browser notices changes of that file but not of the user settings.
 */
async function change(running: Running, settings: Settings): Promise<void> {
  running.changed = settings;
  const title = `Settings ${++running.changes}`;
  const ofMachine = join(dataFolderOf(running), 'Machine', 'settings.json');
  const write = () => writeSettings(ofMachine, { ...settings, 'window.title': title });
  await write();
  for (const { page } of running.windows) {
    let checks = 0;
    await eventually(`window that uses ${title}`, async () => {
      if ((await page.title()) === title) return true;
      // The editor's file watcher sometimes misses a change.
      if (++checks % CHECKS_PER_WRITE === 0) await write();
      return false;
    });
  }
}

async function writeSettings(file: string, settings: Settings): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(settings, null, 2));
}

async function closeWindows({ windows }: Running): Promise<void> {
  await explainFailedHook();
  await Promise.all([...windows].map((window) => window.close()));
}

/** Removes all that the editor stores in the browser: sign-ins, states, open editors. */
async function clearProfile({ context, server }: Running): Promise<void> {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Storage.clearDataForOrigin', {
    origin: server.address,
    storageTypes: 'cookies,indexeddb,local_storage',
  });
  await page.close();
}

export function fromRunner(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run these tests with \`npm run test:e2e\`.`);
  return value;
}
