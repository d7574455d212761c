import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
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

  const namedIn = (place: Locator) => place.getByText('[Details]').first();

  it('text of the service is plain text in a row and in its tooltip', async () => {
    await workbench.trees.row('Projects', LABEL).waitFor();
    const hover = await workbench.trees.tooltip(
      workbench.trees.row('Projects', LABEL),
      'www.a.example',
    );
    assert.match(
      await hover.innerText(),
      /1\. www\.a\.example, me@b\.example, https:\/\/c\.example/,
    );
    assert.equal(await hover.locator(MARKUP).count(), 0);
    await workbench.screenshot('text-tooltip');
    await workbench.trees.leaveRows();
  });

  it('text of the service is plain text in a picker', async () => {
    await workbench.runCommand('Mintscope: Find Project or Collection…');
    await workbench.quickInput.type('Details');
    await workbench.quickInput.title('1 match').waitFor();
    const item = workbench.quickInput.firstItem('[Details]');
    await item.waitFor();
    assert.equal(await item.locator('.codicon-flame').count(), 0);
    await workbench.screenshot('text-picker');
    await workbench.quickInput.accept();
    await workbench.quickInput.title('which kind').waitFor();
    await namedIn(workbench.quickInput.box).waitFor();
    assert.equal(await workbench.quickInput.title('which kind').locator(MARKUP).count(), 0);
    await workbench.quickInput.cancel();
  });

  it('text of the service is plain text in a message', async () => {
    await workbench.runToQuickInput('Mintscope: Filter Projects…', 'Type text to look for');
    await workbench.quickInput.enter('Project 2');
    await workbench.views.says('Projects', '1 of 5');
    await workbench.runCommand('Mintscope: Find Project or Collection…');
    await workbench.quickInput.type('Details');
    await workbench.quickInput.clickItemButton('[Details]', 'Reveal in Projects');
    const toast = workbench.messages.toast('The filter was cleared');
    await namedIn(toast).waitFor();
    const message = toast.locator('.notification-list-item-message');
    assert.equal(await message.locator(MARKUP).count(), 0);
    await workbench.screenshot('text-message');
    await workbench.clearToasts();
    // The row is revealed after the message, and gets the focus.
    await workbench.views.pane('Projects').locator('.monaco-list:focus-within').waitFor();
  });

  it('text of the service is plain text in the hover on a mint address, which opens the stats', async () => {
    const { page } = workbench;
    await workbench.editors.openUntitled();
    const hover = page.locator('.monaco-editor .monaco-hover:visible');
    const hoverOn = async (word: string, says: string) => {
      // The keyboard may be in the hover or in a view.
      await page.locator('.editor-instance .view-lines').first().click();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(word);
      await eventually(
        `${word} in the editor`,
        async () => (await workbench.editors.text()) === word,
      );
      await page.keyboard.press('ArrowLeft');
      await workbench.runCommand('Show or Focus Hover');
      await hover.getByText(says).first().waitFor();
    };
    await hoverOn(`Mint${'1'.padStart(40, 'x')}`, '[Details]');
    assert.equal(await hover.locator(MARKUP).count(), 0);
    await workbench.screenshot('text-hover');
    await hoverOn('n/2', 'Project 2');
    await hover.getByText('counts not read yet').waitFor();
    await workbench.screenshot('text-hover-stats');
    await hover.getByText('Open Stats').click();
    await workbench.editors.webviewFrame('h1:has-text("Project 2")');
  });
});
