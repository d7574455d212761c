import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { eventually } from '../eventually.ts';
import { accountName } from '../../../src/connection/signIns.ts';
import { parseProjectRef } from '../../../src/core/model/projectRef.ts';
import { placesIn, type Resource, toUri } from '../../../src/rows/address.ts';
import { keepSignIn } from '../signIns.ts';
import { activate, deactivate } from '../../../src/extension.ts';
import { manifestText } from '../manifest.ts';
import { turn } from '../turn.ts';
import { TOKEN } from '../minimalService.ts';
import { root } from '../../host/paths.ts';
import { type ContributedEditor, FakeDesk, useDesk } from './desk.ts';
import type { FakePanel } from './panel.ts';
import { FakeMemento, FakeSecrets } from './storage.ts';
import { Uri } from './values.ts';

const manifest = JSON.parse(manifestText()) as {
  readonly contributes: {
    readonly customEditors: readonly ContributedEditor[];
  };
};

export interface WindowOptions {
  /** Stored before the window opens, as by an earlier window. */
  readonly signIn?: { readonly address: string; readonly token: string };
  readonly secrets?: FakeSecrets;
  readonly pageSize?: number;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly workspaceState?: FakeMemento;
  readonly globalState?: FakeMemento;
  readonly folder?: Uri;
  /** The folder for files of all workspaces; a new one if left out. */
  readonly globalStorage?: string;
}

let isWindowOpen = false;

/**
 * A window with the whole extension, started by `activate`, with real sockets; only the editor is a
 * stand-in. Needs test/support/fakeVscode/register.ts. Open one window at a time.
 */
export async function openWindow(options: WindowOptions = {}) {
  assert.ok(!isWindowOpen, 'another window is open, and would act on the new one');
  isWindowOpen = true;
  const desk = new FakeDesk();
  useDesk(desk);
  desk.editors = manifest.contributes.customEditors;
  if (options.pageSize !== undefined) desk.settings.set('mintscope.pageSize', options.pageSize);
  // Counts are requested only where a test is about that.
  desk.settings.set('mintscope.showProgress', 'known');
  for (const [name, value] of Object.entries(options.settings ?? {}))
    desk.settings.set(name, value);
  desk.folder = options.folder;
  const secrets = options.secrets ?? new FakeSecrets();
  if (options.signIn) await keepSignIn(secrets, options.signIn);
  const storage = options.globalStorage ?? (await mkdtemp(join(tmpdir(), 'mintscope-window-')));
  const subscriptions: { dispose(): unknown }[] = [];
  const workspaceState = options.workspaceState ?? new FakeMemento();
  const globalState = options.globalState ?? new FakeMemento();
  activate({
    subscriptions,
    secrets,
    workspaceState,
    globalState,
    globalStorageUri: Uri.file(storage),
    extensionUri: Uri.file(root),
    extension: { packageJSON: manifest },
  } as unknown as vscode.ExtensionContext);
  const projects = desk.trees.get('mintscope.projects')!;
  const collections = desk.trees.get('mintscope.collections')!;
  let open = true;
  let signedIn = options.signIn ?? { address: '', token: '' };

  return {
    desk,
    secrets,
    projects,
    collections,
    workspaceState,
    globalState,
    storage,
    run: (command: string, ...args: unknown[]) => desk.run(`mintscope.${command}`, ...args),

    /** Signs in, as another window of the user does. */
    signInTo({ address }: { readonly address: string }, token = TOKEN) {
      signedIn = { address, token };
      return keepSignIn(secrets, signedIn);
    },

    async ask(command: string, ...args: unknown[]) {
      const done = this.run(command, ...args);
      await eventually(() => desk.pick !== undefined, true);
      return { pick: desk.pick!, done };
    },

    /** Chooses these lines, each in the next picker. */
    async choose(...labels: readonly string[]): Promise<void> {
      for (const label of labels) {
        await eventually(() => desk.pick?.labels.includes(label), true);
        desk.pick!.choose(label);
        await turn();
      }
    },

    /** Runs a command to its end, with these choices in its pickers. */
    async answer(command: string, ...labels: readonly string[]): Promise<void> {
      const done = this.run(command);
      await this.choose(...labels);
      await done;
    },

    /** Runs a command that asks this, and closes its picker. */
    async cancel(question: string, command: string, ...args: unknown[]): Promise<void> {
      const { pick, done } = await this.ask(command, ...args);
      await eventually(() => pick.title.startsWith(question), true);
      pick.hide();
      await done;
    },

    async filter(text: string): Promise<void> {
      const { pick, done } = await this.ask('filterProjects');
      pick.type(text);
      pick.accept();
      await done;
    },

    /** Clicks a row of Projects, by its place. @returns the panel that it opens. */
    async openRow(at: number): Promise<FakePanel> {
      projects.select(projects.painted[at]!.row);
      await desk.run('mintscope.projects.openRow');
      return desk.panels.at(-1)!;
    },

    async json(address: unknown): Promise<string> {
      const files = desk.files.get('mintscope')!;
      const uri = address as Uri;
      const text = new TextDecoder().decode(await files.readFile(uri));
      desk.documents.set(uri.toString(), { uri, getText: () => text });
      return text;
    },

    /**
     * The address of a resource of an account, of the signed-in one if left out.
     * @param named a resource, the reference of a project, or the mint address of a collection.
     */
    async address(named: Resource | string, title = 'Restored', account?: string): Promise<Uri> {
      const resource = typeof named === 'string' ? resourceOf(named) : named;
      const owner = account ?? (await accountName(signedIn.address, signedIn.token));
      return Uri.parse(toUri(placesIn(globalState)(owner), resource, title).toString());
    },

    /** Shows a tab that was open when the window was last closed. */
    async restorePanel(...named: Parameters<typeof this.address>): Promise<FakePanel> {
      return desk.openResource(await this.address(...named), { preview: false });
    },

    /**
     * Closes the window.
     * @throws if it has shown an error, or the editor would have reported one.
     */
    async close(): Promise<void> {
      if (!open) return;
      open = false;
      await deactivate();
      const ends = subscriptions.map((subscription) => subscription.dispose());
      // The editor does not wait for these, but files may still be written.
      await Promise.all(ends);
      if (options.globalStorage === undefined) {
        // Deleting fails if a file is written meanwhile, and is then repeated.
        await rm(storage, { recursive: true, force: true, maxRetries: 5 });
      }
      isWindowOpen = false;
      const faults = desk.shown.filter(({ kind }) => kind === 'error').map(({ text }) => text);
      assert.deepEqual([...projects.complaints, ...collections.complaints, ...faults], []);
      assert.deepEqual(desk.markup, [], 'texts that the editor reads as markup');
    },
  };
}

export type FakeWindow = Awaited<ReturnType<typeof openWindow>>;

function resourceOf(named: string): Resource {
  const ref = parseProjectRef(named);
  return ref ? { kind: 'stats', ref } : { kind: 'row', list: 'collections', id: named };
}
