import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../host/paths.ts';
import type { MinimalService } from '../../support/minimalService.ts';
import { type Editor, newcomer, startEditor } from '../support/editor.ts';
import { settles } from '../support/eventually.ts';
import { makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { signIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const TOKEN = 'token-for-environments';

/*
 * "This workspace" in the sign-in means the open folder, or the workspace of several folders. All of
 * this runs in a remote host, because code-server has no other.
 */

describe('A window with several folders, or with none', () => {
  let editor: Editor;
  let service: MinimalService;
  let folders: string[];
  let file: string;

  before(async () => {
    service = await startService({ token: TOKEN, projects: makeProjects(3) });
    editor = await newcomer();
    const parent = temporaryFolder('several');
    folders = ['one', 'two'].map((name) => join(parent, name));
    for (const folder of folders) await mkdir(folder);
    file = join(parent, 'both.code-workspace');
    await writeFile(file, JSON.stringify({ folders: folders.map((path) => ({ path })) }));
  });

  after(async () => {
    await editor.stop();
    await service.close();
  });

  it('a workspace of several folders stores its own sign-in, which a folder opened alone does not use', async () => {
    const window = await editor.openWorkspace(file);
    await window.openView();
    await signIn(window, { address: service.address, token: TOKEN });
    await window.trees.row('Projects', 'Project 3').waitFor();
    await window.close();
    const alone = await editor.openWindow(folders[0]);
    await alone.openView();
    await alone.views.welcomeButton('Projects', 'Sign In').waitFor();
    await alone.close();
    const again = await editor.openWorkspace(file);
    await again.openView();
    await again.trees.row('Projects', 'Project 3').waitFor();
    await again.close();
  });

  it('a sign-in made without a folder asks for no scope, and serves every workspace without a sign-in of its own', async () => {
    const window = await editor.openEmptyWindow();
    await window.openView();
    await signIn(window, { address: service.address, token: TOKEN, scope: 'not asked' });
    await window.trees.row('Projects', 'Project 3').waitFor();
    await window.close();
    const other = await editor.openWindow();
    await other.openView();
    await other.trees.row('Projects', 'Project 3').waitFor();
  });
});

describe('An untrusted workspace', () => {
  let editor: Editor;
  let service: MinimalService;

  before(async () => {
    service = await startService({
      token: TOKEN,
      // The second one has no link of its own.
      projects: makeProjects(3, (id) => (id === 2 ? { image: '', animationUrl: '' } : {})),
      stats: { 't/1': { total: 2, confirmed: 1 } },
    });
    // Some versions of the editor ask about trust in a dialog at startup.
    const settings = { 'security.workspace.trust.startupPrompt': 'never', 'git.enabled': false };
    editor = await startEditor({ settings, workspaceTrust: true });
  });

  after(async () => {
    await editor.stop();
    await service.close();
  });

  it('an untrusted workspace sets neither the service address, the explorer nor the loading of images, and sets the explorer once it is trusted', async () => {
    const folder = temporaryFolder('untrusted');
    await mkdir(join(folder, '.vscode'));
    await writeFile(
      join(folder, '.vscode', 'settings.json'),
      JSON.stringify({
        'mintscope.baseUrl': 'https://evil.example',
        'mintscope.explorerUrl': 'https://evil.example/{mintAddress}',
        'mintscope.loadImages': 'always',
      }),
    );
    const window = await editor.openWindow(folder);
    await window.statusItem('Restricted Mode').waitFor();
    await window.openView();
    await window.runToQuickInput('Mintscope: Sign In…', 'Address of the service');
    assert.doesNotMatch(await window.quickInput.input.inputValue(), /evil/);
    await window.quickInput.cancel();
    await signIn(window, { address: service.address, token: TOKEN });
    await window.trees.row('Projects', 'Project 3').waitFor();
    assert.ok(!(await window.trees.rowMenu('Projects', 'Project 2')).includes('Open in Browser…'));
    await window.trees.clickRow('Projects', 'Project 1');
    const panel = await window.editors.webviewFrame('table.stages');
    await panel.getByText('Show image from').waitFor();
    await window.screenshot('untrusted');
    await trust(window);
    await window.openView();
    await settles(async () => {
      assert.ok((await window.trees.rowMenu('Projects', 'Project 2')).includes('Open in Browser…'));
    });
    await window.close();
  });
});

/** Trusts the folder that is open, as the editor's own page does. */
async function trust(window: Workbench): Promise<void> {
  await window.runCommand('Workspaces: Manage Workspace Trust');
  const page = window.page.locator('.workspace-trust-editor');
  await page.getByRole('button', { name: 'Trust', exact: true }).click();
  await page.getByText('You trust this folder').waitFor();
  await window.closeEditors();
}
