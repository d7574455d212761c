import assert from 'node:assert/strict';
import { type Editor, newcomer } from '../support/editor.ts';
import { settles } from '../support/eventually.ts';
import type { Workbench } from '../support/workbench.ts';

describe('A newcomer without a token', () => {
  let editor: Editor;
  let workbench: Workbench;

  before(async () => {
    editor = await newcomer({ 'workbench.colorTheme': 'Default Light Modern' });
    workbench = await editor.openWindow();
  });

  after(() => editor.stop());

  it('a newcomer sees what the views are for and how to begin, and no error', async () => {
    await workbench.openView();
    const welcome = workbench.views.pane('Projects').locator('.welcome-view-content');
    await welcome.getByRole('button').first().waitFor();
    await settles(async () => {
      const buttons = await welcome.getByRole('button').allInnerTexts();
      assert.deepEqual(buttons, ['Sign In', 'Explore Sample Data', 'Check the connection']);
    });
    await workbench.views.pane('Collections').getByText('appear here after you').waitFor();
    assert.deepEqual(await workbench.messages.toasts(), []);
    await workbench.screenshot('welcome');
  });

  it('the palette offers a newcomer Sign In, Get Started, Find and Open Portfolio, and no Sign Out, Export, Refresh or Load', async () => {
    const { quickInput, page } = workbench;
    await page.keyboard.press('F1');
    await quickInput.type('>sign in');
    await quickInput.firstItem('Mintscope: Sign In…').waitFor();
    await quickInput.type('>mintscope:');
    await settles(async () => {
      const titles = await quickInput.itemTexts();
      const first = titles.slice(0, 10);
      for (const title of ['Find Project or Collection…', 'Get Started', 'Open Portfolio'])
        assert.ok(first.includes(`Mintscope: ${title}`), first.join());
      assert.ok(!titles.some((title) => /Sign Out|Export|Refresh|Load/.test(title)), titles.join());
    });
    await quickInput.cancel();
    await quickInput.closed();
  });

  it('each first step shows its picture; without a sign-in, its button says to sign in and ticks no step', async () => {
    await workbench.runToQuickInput('Welcome: Open Walkthrough...', 'Select a walkthrough');
    await workbench.quickInput.choose('First steps with Mintscope');
    const steps = workbench.page.locator('.gettingStartedContainer');
    // The editor shows pictures only if there is room beside the text.
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    const drawn = {
      'Connect, or look around first': 'https://mint.example.com',
      'Browse page by page': 'Static Coins',
      'See how far a project is minted': '3175 / 5000',
      'Find a project or collection': 'Harbor Tickets',
      'Watch a mint finish': '1 · 64%',
      'See all projects at once': 'Winter Ravens',
    };
    for (const [title, text] of Object.entries(drawn)) {
      await steps.getByText(title, { exact: true }).click();
      await workbench.editors.webviewFrame(`svg text:has-text("${text}")`);
    }
    await workbench.screenshot('first-steps');
    // Without a sign-in, these commands only show a message, which must tick no step.
    for (const [title, button] of [
      ['Browse page by page', 'Load All Projects'],
      ['See all projects at once', 'Open Portfolio'],
    ] as const) {
      await steps.getByText(title, { exact: true }).click();
      await steps.getByRole('button', { name: button }).click();
      await workbench.messages.toast('Sign in to your NFT service first.').waitFor();
      await workbench.clearToasts();
    }
    assert.equal(await steps.locator('.getting-started-step .codicon.complete').count(), 0);
    await steps.getByText('Connect, or look around first', { exact: true }).click();
    await steps.getByRole('button', { name: 'Explore Sample Data' }).waitFor();
    await steps.getByRole('button', { name: 'Sign In' }).click();
    await workbench.quickInput.waitFor('Address of the service');
    await workbench.quickInput.cancel();
    await workbench.closeEditors();
    await workbench.openView();
  });

  it('a newcomer opens sample data, which is marked as made up, with one click', async () => {
    await workbench.views.welcomeButton('Projects', 'Explore Sample Data').click();
    await workbench.trees.row('Projects', 'Harbor Lights').waitFor();
    await workbench.views.says('Projects', '50 of 3,204');
    await workbench.trees.row('Collections', 'Woven Prisms Vault').waitFor();
    await workbench.views.says('Collections', '50 of 345');
    await workbench.statusItem('Mintscope: sample data').waitFor();
    await workbench.screenshot('sample');
    // Needs Attention appears above the other views and moves them, so a click has to wait for it.
    await workbench.trees.row('Needs Attention', 'Quartz Keys').waitFor();
    await workbench.trees.clickRow('Projects', 'Harbor Lights');
    const panel = await workbench.editors.webviewFrame('table.stages');
    await panel.getByText('confirmed').first().waitFor();
    await panel.getByText('Sample data', { exact: true }).waitFor();
    await workbench.screenshot('sample-stats');
  });

  it('steps that the newcomer has completed since the walkthrough was first opened are ticked in it', async () => {
    await workbench.runCommand('Mintscope: Get Started');
    const steps = workbench.page.locator('.gettingStartedContainer .getting-started-step');
    const ticked = (title: string) =>
      steps.filter({ hasText: title }).locator('.codicon.complete:visible').waitFor();
    await ticked('Connect, or look around first');
    await ticked('See how far a project is minted');
    await workbench.screenshot('first-steps-ticked');
    await workbench.runCommand('View: Close Editor');
  });

  it('signing out stops the sample data, and shows the welcome view again', async () => {
    await workbench.runCommand('Mintscope: Sign Out');
    await workbench.messages.toast('Sample data stopped.').waitFor();
    await workbench.views.welcomeButton('Projects', 'Sign In').waitFor();
    await workbench.views.welcomeButton('Projects', 'Explore Sample Data').waitFor();
  });
});
