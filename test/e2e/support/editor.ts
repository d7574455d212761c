import { writeFile, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { launchBrowser } from '../../host/browser.ts';
import { startWrapper } from '../../host/codeServer.ts';
import { installCodeServer } from '../../host/codeServerInstall.ts';
import { temporaryFolder } from '../../host/paths.ts';
import { Workbench } from './workbench.ts';

export interface EditorOptions {
  /** User settings, over defaults that keep a first start quiet. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Ask whether a folder is trusted; off by default. */
  readonly workspaceTrust?: boolean;
  /** Size of the windows; 1280 by 800 by default. */
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** A VS Code with Mintscope installed, and one person's browser to use it with. */
export interface Editor {
  readonly address: string;
  /** Where the server keeps all it has to keep: settings, logs, storage of extensions. */
  readonly dataFolder: string;
  /** Opens a window, on a new folder of its own when none is given. */
  openWindow(folder?: string): Promise<Workbench>;
  /**
   * Writes user settings, `undefined` removes one. A window reads them when it is loaded: this
   * build of the editor has no file watcher.
   */
  changeSettings(changes: Readonly<Record<string, unknown>>): Promise<void>;
  stop(): Promise<void>;
}

/** Windows that may be open, for the pictures of a failure. */
const windows = new Set<Workbench>();

/**
 * Starts an editor with fresh user data. Its windows share one browser profile, as windows of one
 * person do, so a secret stored in one is there in the next.
 */
export async function startEditor(options: EditorOptions = {}): Promise<Editor> {
  const server = await startWrapper(await installCodeServer(), {
    extensionsDir: fromRunner('MINTSCOPE_EXTENSIONS'),
    settings: options.settings ?? {},
    workspaceTrust: options.workspaceTrust ?? false,
  });
  const browser = await launchBrowser(fromRunner('MINTSCOPE_BROWSER'));
  const context = await browser.newContext({
    viewport: options.viewport ?? { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  context.setDefaultTimeout(20_000);

  return {
    address: server.address,
    dataFolder: dirname(dirname(server.settingsFile)),
    async openWindow(folder = temporaryFolder('workspace')) {
      const page = await context.newPage();
      await page.goto(`${server.address}/?folder=${encodeURIComponent(folder)}`);
      const workbench = new Workbench(page, folder);
      windows.add(workbench);
      page.once('close', () => windows.delete(workbench));
      await workbench.ready();
      return workbench;
    },
    async changeSettings(changes) {
      const now = JSON.parse(await readFile(server.settingsFile, 'utf8')) as object;
      await writeFile(server.settingsFile, JSON.stringify({ ...now, ...changes }, null, 2));
    },
    async stop() {
      await browser.close();
      await server.stop();
    },
  };
}

/** Leaves a picture of each open window in out/screenshots. */
export async function screenshotEveryWindow(name: string): Promise<void> {
  for (const [index, window] of [...windows].entries()) {
    await window.screenshot(index === 0 ? name : `${name}-${index + 1}`).catch(() => undefined);
  }
}

/** Puts away menus, boxes and dialogs that were left open. */
export async function tidyEveryWindow(): Promise<void> {
  for (const window of windows) {
    for (let press = 0; press < 3; press++) await window.page.keyboard.press('Escape');
  }
}

/** A folder to open with files in it, removed when the tests end. */
export async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = temporaryFolder('workspace');
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

/** What test/host/e2e.ts hands to the tests through the environment. */
export function fromRunner(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run these tests with \`npm run test:e2e\`.`);
  return value;
}
