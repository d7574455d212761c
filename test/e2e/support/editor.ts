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
import { Workbench } from './workbench.ts';
import type { ViewName } from './workbench/views.ts';

export type Settings = Readonly<Record<string, unknown>>;

/** What a server may have different from that of most tests. */
export type ServerChoice = Partial<
  Pick<WrapperOptions, 'extensionsDir' | 'workspaceTrust' | 'env' | 'language'>
>;

/** A VS Code with Mintscope installed, and one user's browser to use it with. */
export interface Editor {
  readonly address: string;
  /** Where the server keeps all it has to keep: settings, logs, storage of extensions. */
  readonly dataFolder: string;
  /**
   * Opens a window, on a new folder of its own when none is given.
   * @param folder its path, or the URI of one that is on no disk.
   */
  openWindow(folder?: string): Promise<Workbench>;
  /** Opens a window on the file of a workspace, whose folders it names. */
  openWorkspace(file: string): Promise<Workbench>;
  /** Opens a window without a folder. */
  openEmptyWindow(): Promise<Workbench>;
  /**
   * Changes settings over those the editor was started with, and resolves when the open windows
   * follow. Settings of application scope cannot be changed so: `newcomer` takes them.
   */
  changeSettings(changes: Settings): Promise<void>;
  /** Closes the windows of this user. */
  stop(): Promise<void>;
}

/** A server and a browser, with the windows that are open in it. */
interface Running {
  readonly server: Server;
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly windows: Set<Workbench>;
  /** The user's settings as they were at the start. */
  readonly quietSettings: Settings;
  /** What has been changed since. */
  changed: Settings;
  /** Counts the changes of settings; a window's title tells which of them it follows. */
  changes: number;
}

/** What would make a test depend on how fast the machine is. */
export const STEADY: Settings = {
  // A webview that comes back may take the focus, and the box at the top would close for it.
  'workbench.quickOpen.closeOnFocusLost': false,
  'workbench.reduceMotion': 'on',
  // A tooltip that opens under the pointer covers the rows beside it, for a click and for the wheel.
  'workbench.hover.delay': 60_000,
  // The editor's own extensions for repositories start programs in each window.
  'git.enabled': false,
};

let shared: Promise<Running> | undefined;

/** The window that is used again, until a test has failed in it. */
let lastWindow: Workbench | undefined;

/**
 * The editor as somebody finds it who has never used it: with no settings but these, no sign-in and
 * no window. The server and the browser are the same for all tests of a run, because starting them
 * takes longer than most tests; whatever the last user left in them is cleared first. Its windows
 * share one browser profile, so a secret stored in one is there in the next.
 */
export async function newcomer(settings: Settings = {}): Promise<Editor> {
  shared ??= start({ settings: STEADY }).then(async (running) => {
    const logs = join(dataFolderOf(running), 'logs');
    await watchEditor({ context: running.context, windows: running.windows, logs });
    return running;
  });
  const running = await shared;
  await closeWindows(running);
  await clearProfile(running);
  await writeSettings(running.server.settingsFile, { ...running.quietSettings, ...settings });
  await change(running, {});
  return { ...editorOf(running), stop: () => closeWindows(running) };
}

/** For tests that count requests: rows in sight send none. */
export const NO_REQUESTS_OF_ROWS: Settings = { 'mintscope.showProgress': 'known' };

/**
 * The editor with a window in which somebody has worked before and has signed out: Mintscope's views
 * are open, and no editor is. The window is the one that was given out last, because
 * loading one takes longer than most tests; a new one after a failure.
 */
export async function signedOutWindow(
  ofTest: Settings = {},
): Promise<{ readonly editor: Omit<Editor, 'stop'>; readonly workbench: Workbench }> {
  const settings = { ...NO_REQUESTS_OF_ROWS, ...ofTest };
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

/** No file takes over the window of the one before: a failed test may have left anything in it. */
export function forgetWindow(): void {
  lastWindow = undefined;
}

/** For tests of tooltips; afterwards, they move the pointer away from the rows. */
export const TOOLTIPS: Settings = { 'workbench.hover.delay': 300 };

/** Ends what `newcomer` started. */
export async function stopSharedEditor(): Promise<void> {
  if (!shared) return;
  const { browser, server } = await shared;
  await browser.close();
  await server.stop();
}

export interface EditorOptions extends ServerChoice {
  readonly settings?: Settings;
  /** Pixels of a picture for each pixel of the page. */
  readonly scale?: number;
  /** What the views are called in the display language. */
  readonly viewNames?: Readonly<Record<ViewName, string>>;
}

/** An editor of its own, for what measures or shows one; `stop` ends server and browser. */
export async function startEditor(options: EditorOptions = {}): Promise<Editor> {
  const running = await start(options);
  return {
    ...editorOf(running, options.viewNames),
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
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: scale,
    permissions: ['clipboard-read', 'clipboard-write'],
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const quietSettings = JSON.parse(await readFile(server.settingsFile, 'utf8')) as Settings;
  return { server, browser, context, windows: new Set(), quietSettings, changed: {}, changes: 0 };
}

function editorOf(
  running: Running,
  viewNames?: Readonly<Record<ViewName, string>>,
): Omit<Editor, 'stop'> {
  const { server, context, windows } = running;
  const open = async (what: 'folder' | 'workspace' | 'ew', value: string) => {
    const page = await context.newPage();
    const workbench = new Workbench(page, value, viewNames);
    windows.add(workbench);
    page.once('close', () => windows.delete(workbench));
    await page.goto(`${server.address}/?${what}=${encodeURIComponent(value)}`);
    await workbench.ready();
    return workbench;
  };
  return {
    address: server.address,
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

/** About five seconds. */
const LOOKS_PER_WRITE = 100;

/**
 * Makes these the only changes. They go to the settings of the machine that the server runs on: a
 * window in the browser follows that file, while it reads the user's only when it is loaded.
 */
async function change(running: Running, settings: Settings): Promise<void> {
  running.changed = settings;
  const title = `Settings ${++running.changes}`;
  const ofMachine = join(dataFolderOf(running), 'Machine', 'settings.json');
  const write = () => writeSettings(ofMachine, { ...settings, 'window.title': title });
  await write();
  for (const { page } of running.windows) {
    let looks = 0;
    await eventually(`window that follows ${title}`, async () => {
      if ((await page.title()) === title) return true;
      // The editor's file watcher has been seen to miss a change.
      if (++looks % LOOKS_PER_WRITE === 0) await write();
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

/** Removes all that the editor keeps in the browser: sign-ins, states, what was open. */
async function clearProfile({ context, server }: Running): Promise<void> {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Storage.clearDataForOrigin', {
    origin: server.address,
    storageTypes: 'cookies,indexeddb,local_storage',
  });
  await page.close();
}

/** What test/host/e2e.ts hands to the tests through the environment. */
export function fromRunner(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run these tests with \`npm run test:e2e\`.`);
  return value;
}
