import assert from 'node:assert/strict';
import { TOOLTIPS } from '../support/editor.ts';
import { eventually } from '../support/eventually.ts';
import { makeProjects } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const NAME = '[Details](command:workbench.action.closeActiveEditor) $(flame)';
/** The name in its row, which leaves room for the share. */
const LABEL = '[Details](comma…$(flame)';
const MARKUP = 'a[href], a[data-href], ol, ul, b, img, .codicon-flame';

describe('Text of the service', () => {
  let workbench: Workbench;

  before(async () => {
    const projects = makeProjects(5, (id) =>
      id === 1
        ? {
            name: NAME,
            description: '1. www.a.example, me@b.example, https://c.example/x &lt; <b>bold</b>',
            // Without the kind, Mintscope asks for it in a picker.
            transferable: undefined,
          }
        : {},
    );
    ({ workbench } = await startSignedIn({ projects }, TOOLTIPS));
  });

  it('text of the service is plain text in a row and in its tooltip', async () => {
    const row = workbench.trees.row('Projects', LABEL);
    const hover = await workbench.trees.tooltip(row, 'www.a.example');
    const plain = /1\. www\.a\.example, me@b\.example, https:\/\/c\.example/;
    assert.match(await hover.innerText(), plain);
    assert.equal(await hover.locator(MARKUP).count(), 0);
    await workbench.screenshot('text-tooltip');
    await workbench.trees.leaveRows();
  });

  it('text of the service is plain text in a message', async () => {
    await workbench.runToQuickInput('Mintscope: Filter Projects…', 'Type text to look for');
    await workbench.quickInput.enter('Project 2');
    await workbench.views.says('Projects', '1 of 5');
    await workbench.runToQuickInput('Mintscope: Find Project or Collection…', 'Name, symbol, id');
    await workbench.quickInput.type('Details');
    const item = workbench.quickInput.firstItem('[Details]');
    await item.hover();
    await item.getByRole('button', { name: 'Reveal in Projects' }).click();
    const toast = workbench.messages.toast('The filter was cleared');
    await toast.getByText('[Details]').first().waitFor();
    const message = toast.locator('.notification-list-item-message');
    assert.equal(await message.locator(MARKUP).count(), 0);
    await workbench.clearToasts();
    // The row is revealed after the message, and gets the focus.
    await workbench.trees.focusedRow('Projects', LABEL).waitFor();
  });

  it('text of the service is plain text in the hover on a mint address, which opens the stats', async () => {
    const { page, editors } = workbench;
    await editors.openUntitled();
    const lines = page.locator('.editor-instance .view-lines').first();
    // A view may still have the keyboard.
    await lines.click();
    const address = `Mint${'1'.padStart(40, 'x')}`;
    await page.keyboard.type(`${address} n/2`);
    await eventually('typed text', async () => (await editors.text()).endsWith('n/2'));
    const hover = page.locator('.monaco-editor .monaco-hover:visible');
    await page.keyboard.press('Home');
    await workbench.runCommand('Show or Focus Hover');
    await hover.getByText('[Details]').first().waitFor();
    assert.equal(await hover.locator(MARKUP).count(), 0);
    await workbench.screenshot('text-hover');
    await lines.click();
    await page.keyboard.press('End');
    await workbench.runCommand('Show or Focus Hover');
    await hover.getByText('not read yet').waitFor();
    await hover.getByText('Open Stats').click();
    await editors.webviewFrame('h1:has-text("Project 2")');
  });
});
