import assert from 'node:assert/strict';
import { type Editor, startEditor } from './support/editor.ts';
import type { Workbench } from './support/workbench.ts';

describe('Mintscope in a new editor', () => {
  let editor: Editor;
  let workbench: Workbench;

  before(async () => {
    editor = await startEditor();
    workbench = await editor.openWindow();
  });

  after(() => editor.stop());

  it('shows its two views and the way to sign in', async () => {
    await workbench.openView();
    await workbench.welcomeButton('Projects', 'Sign In').waitFor();
    await workbench.pane('Collections').waitFor();
    await workbench.screenshot('opens');
  });

  it('greets nobody with an error', async () => {
    assert.deepEqual(await workbench.toasts(), []);
  });
});
