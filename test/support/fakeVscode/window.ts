import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { keepSignIn } from '../signIns.ts';
import * as shipped from '../../../src/extension.ts';
import { manifestText } from '../manifest.ts';
import { root } from '../../host/paths.ts';
import { FakeDesk, useDesk, type WaitingTab } from './desk.ts';
import type { FakePanel } from './panel.ts';
import { FakeMemento, FakeSecrets } from './storage.ts';
import { Uri } from './values.ts';

const manifest = JSON.parse(manifestText()) as {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
};

export interface WindowOptions {
  /** Kept before the window opens, as an earlier one would have left it. */
  readonly signIn?: { readonly address: string; readonly token: string };
  readonly secrets?: FakeSecrets;
  readonly pageSize?: number;
  /** Further settings, by their full names. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What the workspace remembers from earlier windows. */
  readonly workspaceState?: FakeMemento;
  /** What all workspaces remember. */
  readonly globalState?: FakeMemento;
  /** The folder that is open, and the file of the workspace if it has one. */
  readonly folder?: Uri;
  readonly workspaceFile?: Uri;
  /** Where the workspace may keep files; none where no folder is open. */
  readonly workspaceStorage?: string;
  /** Where the extension keeps files for all workspaces; a new folder if left out. */
  readonly globalStorage?: string;
  /** The extension as it ships if left out. */
  readonly extension?: typeof shipped;
  /** Ids of commands that it has besides those of package.json. */
  readonly commands?: readonly string[];
}

/**
 * A window with the whole extension in it, wired as it ships by `activate`, over real sockets. What
 * is not real is the editor. Needs test/support/fakeVscode/register.ts; one window at a time.
 */
export async function openWindow(options: WindowOptions = {}) {
  const desk = new FakeDesk();
  useDesk(desk);
  if (options.pageSize !== undefined) desk.settings.set('mintscope.pageSize', options.pageSize);
  for (const [name, value] of Object.entries(options.settings ?? {}))
    desk.settings.set(name, value);
  desk.folder = options.folder;
  desk.workspaceFile = options.workspaceFile;
  const secrets = options.secrets ?? new FakeSecrets();
  if (options.signIn) await keepSignIn(secrets, options.signIn);
  const storage = options.globalStorage ?? (await mkdtemp(join(tmpdir(), 'mintscope-window-')));
  const subscriptions: { dispose(): unknown }[] = [];
  const workspaceState = options.workspaceState ?? new FakeMemento();
  const globalState = options.globalState ?? new FakeMemento();
  const { activate, deactivate } = options.extension ?? shipped;
  const { contributes } = manifest;
  const further = (options.commands ?? []).map((command) => ({ command }));
  const commands = [...contributes.commands, ...further];
  activate({
    subscriptions,
    secrets,
    workspaceState,
    globalState,
    storageUri: options.workspaceStorage && Uri.file(options.workspaceStorage),
    globalStorageUri: Uri.file(storage),
    extensionUri: Uri.file(root),
    extension: { packageJSON: { ...manifest, contributes: { ...contributes, commands } } },
  } as unknown as vscode.ExtensionContext);
  const projects = desk.trees.get('mintscope.projects')!;
  const collections = desk.trees.get('mintscope.collections')!;
  let open = true;

  return {
    desk,
    secrets,
    projects,
    collections,
    workspaceState,
    globalState,
    storage,
    run: (command: string, ...args: unknown[]) => desk.run(`mintscope.${command}`, ...args),

    /** A panel that was open when the window was last closed. */
    restorePanel(state: unknown): Promise<FakePanel> {
      return desk.restorePanel('mintscope.stats', state);
    },

    /** A user looks at a tab that a reload left. */
    lookAt(tab: WaitingTab): Promise<FakePanel> {
      assert.ok(desk.waitingTabs.includes(tab), 'it was closed');
      desk.waitingTabs = desk.waitingTabs.filter((one) => one !== tab);
      return this.restorePanel(tab.state);
    },

    /**
     * The editor waits for `deactivate` and then for nothing.
     * @throws if a command failed or the editor had something to complain of.
     */
    async close(): Promise<void> {
      if (!open) return;
      open = false;
      await deactivate();
      const ends = subscriptions.map((subscription) => subscription.dispose());
      // The editor waits for none of them, but files may still be written.
      await Promise.all(ends);
      if (options.globalStorage === undefined) {
        // Tried again if a file is written meanwhile.
        await rm(storage, { recursive: true, force: true, maxRetries: 5 });
      }
      const faults = desk.shown.filter(({ kind }) => kind === 'error').map(({ text }) => text);
      assert.deepEqual([...projects.complaints, ...collections.complaints, ...faults], []);
      assert.deepEqual(desk.markup, [], 'texts that the editor reads as markup');
    },
  };
}

export type FakeWindow = Awaited<ReturnType<typeof openWindow>>;
