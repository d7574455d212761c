import assert from 'node:assert/strict';
import type { MinimalService } from '../../support/minimalService.ts';
import { settles } from '../support/eventually.ts';
import { makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const TOKEN = 'token-for-stats';

describe('Stats of a project', () => {
  let service: MinimalService;
  let workbench: Workbench;
  const stats: Record<string, unknown> = {
    't/1': { total: 5000, confirmed: 3150, processing: 850, pending: 1000 },
    'n/2': { total: 0, confirmed: 0, processing: 0, pending: 0 },
    't/3': { total: 1200, confirmed: 1100, burned: 40 },
    'n/7': { total: 10, confirmed: 10, processing: 0, pending: 0 },
  };

  before(async () => {
    service = await startService({ token: TOKEN, projects: makeProjects(12), stats });
    ({ workbench } = await startSignedIn(service, TOKEN));
  });

  after(async () => {
    await service.close();
  });

  const statsRequests = () =>
    service.requests.map(({ path }) => path).filter((path) => path.endsWith('/stats'));

  it('opens on a click, with counts, shares and texts', async () => {
    await workbench.clickRow('Projects', 'Project 1');
    const panel = await workbench.webviewFrame('table');
    await panel.getByRole('heading', { name: 'Project 1' }).waitFor();
    await settles(async () => {
      const table = await panel.locator('table').innerText();
      assert.match(table, /Confirmed\s+3,150\s+63\s*%/);
      assert.match(table, /Processing\s+850\s+17\s*%/);
      assert.match(table, /Pending\s+1,000\s+20\s*%/);
      assert.match(table, /Total\s+5,000/);
      assert.match(await panel.locator('.as-of').innerText(), /as of \d/);
      assert.match(await panel.locator('.meta').innerText(), /processing \(as of \d.*\)/);
    });
    await workbench.screenshot('stats');
  });

  it('opens once: a second click reveals it', async () => {
    await workbench.row('Projects', 'Project 1').dblclick();
    await workbench.clickRow('Projects', 'Project 2');
    await workbench.webviewFrame('h1:has-text("Project 2")');
    await workbench.clickRow('Projects', 'Project 1');
    await workbench.webviewFrame('h1:has-text("Project 1")');
    await settles(async () => {
      assert.deepEqual(await workbench.tabTitles(), [
        'Project 1 (1 · transferable)',
        'Project 2 (2 · non-transferable)',
      ]);
    });
  });

  it('copies the mint address and the id', async () => {
    const panel = await workbench.webviewFrame('h1:has-text("Project 1")');
    await panel.getByRole('button', { name: /copy mint address/i }).click();
    await workbench.copies(`Mint${'1'.padStart(40, 'x')}`);
  });

  it('has its actions in the title of its tab', async () => {
    await workbench.editorAction('Refresh Stats').waitFor();
    await workbench.editorAction('View Stats as JSON').waitFor();
    await workbench.screenshot('stats-actions');
    const before = statsRequests().length;
    await workbench.editorAction('Refresh Stats').click();
    await settles(() => {
      assert.equal(statsRequests().length, before + 1);
      return Promise.resolve();
    });
    await workbench.editorAction('Save Snapshot').click();
    await workbench.statusItem('Snapshot of Project 1 (1 · transferable) saved.').waitFor();
    await workbench.chooseInEditorMenu('Copy ID');
    await workbench.copies('t/1');
  });

  it('is what commands of the palette act on while it is in front', async () => {
    await workbench.clearClipboard();
    await workbench.runCommand('Mintscope: Copy Mint Address');
    await workbench.copies(`Mint${'1'.padStart(40, 'x')}`);
    await workbench.row('Projects', 'Project 5').click({ modifiers: ['ControlOrMeta'] });
    await workbench.row('Projects', 'Project 1').click({ modifiers: ['ControlOrMeta'] });
    await workbench.runCommand('Mintscope: Copy ID');
    await workbench.copies('t/5');
  });

  it('has its row selected in the view when its tab comes to the front, without the focus', async () => {
    await workbench.tab(/^Project 2 /).click();
    await settles(async () => {
      assert.deepEqual(await workbench.selectedRows('Projects'), ['Project 2']);
    });
    assert.equal(await workbench.hasFocus('Projects'), false);
    await workbench.screenshot('stats-row-selected');
    await workbench.tab(/^Project 1 /).click();
    await settles(async () => {
      assert.deepEqual(await workbench.selectedRows('Projects'), ['Project 1']);
    });
    assert.equal(await workbench.hasFocus('Projects'), false);
  });

  it('does not disturb the arrow keys of the view', async () => {
    await workbench.row('Projects', 'Project 3').click();
    await workbench.webviewFrame('h1:has-text("Project 3")');
    for (const next of ['Project 4', 'Project 5']) {
      await workbench.page.keyboard.press('ArrowDown');
      await workbench.page.keyboard.press('Enter');
      await workbench.webviewFrame(`h1:has-text("${next}")`);
      assert.deepEqual(await workbench.selectedRows('Projects'), [next]);
      assert.equal(await workbench.hasFocus('Projects'), true);
    }
    await workbench.clickRow('Projects', 'Project 1');
    await workbench.webviewFrame('h1:has-text("Project 1")');
  });

  it('refreshes, and keeps the numbers when that fails', async () => {
    const panel = await workbench.webviewFrame('h1:has-text("Project 1")');
    stats['t/1'] = { total: 5000, confirmed: 4000, processing: 0, pending: 1000 };
    await panel.getByRole('button', { name: 'Refresh' }).click();
    await panel.getByText('4,000').first().waitFor();
    service.fail(() => ({ status: 500 }));
    await panel.getByRole('button', { name: 'Refresh' }).click();
    await panel.getByText('internal error (500)').first().waitFor();
    assert.match(await panel.locator('table').innerText(), /4,000/);
    await workbench.screenshot('stats-error');
    service.fail(undefined);
    await panel.getByRole('button', { name: 'Retry' }).click();
    await panel.getByText('internal error (500)').first().waitFor({ state: 'hidden' });
  });

  it('is right about no counts, missing counts and counts above the total', async () => {
    await workbench.clickRow('Projects', 'Project 2');
    let panel = await workbench.webviewFrame('h1:has-text("Project 2")');
    await panel.getByText('No NFTs yet').first().waitFor();
    await workbench.clickRow('Projects', 'Project 3');
    panel = await workbench.webviewFrame('h1:has-text("Project 3")');
    await panel.getByText('burned').first().waitFor();
    await panel.getByText('not given').first().waitFor();
    await workbench.screenshot('stats-odd');
  });

  it('comes back after the window was reloaded', async () => {
    await workbench.clickRow('Projects', 'Project 1');
    await workbench.webviewFrame('h1:has-text("Project 1")');
    await workbench.reload();
    const panel = await workbench.webviewFrame('h1:has-text("Project 1")');
    await panel.getByText('4,000').first().waitFor();
  });

  it('is looked up by name, by reference and by bare id', async () => {
    await workbench.openView();
    await workbench.row('Projects', 'Project 12').waitFor();
    await workbench.runToQuickInput('Mintscope: Look Up Project Stats…', 'Look up project stats');
    await workbench.quickInput.type('Project 3');
    await workbench.quickInput.firstItem('Project 3').waitFor();
    await workbench.screenshot('look-up');
    await workbench.quickInput.accept();
    await workbench.webviewFrame('h1:has-text("Project 3")');

    await workbench.runToQuickInput('Mintscope: Look Up Project Stats…', 'Look up project stats');
    await workbench.quickInput.type('n/7');
    await workbench.quickInput.firstItem('Project 7 · non-transferable').waitFor();
    await workbench.quickInput.accept();
    await workbench.webviewFrame('h1:has-text("7 · non-transferable")');

    await workbench.runToQuickInput('Mintscope: Look Up Project Stats…', 'Look up project stats');
    await workbench.quickInput.type('99');
    await workbench.quickInput.firstItem('99 · ').waitFor();
    await settles(async () => {
      const offered = (await workbench.quickInput.itemTexts())
        .slice(0, 2)
        .map((text) => text.slice(0, 16));
      assert.deepEqual(offered.sort(), ['Project 99 · non', 'Project 99 · tra']);
    });
    await workbench.screenshot('look-up-bare-id');
    await workbench.quickInput.type('3');
    await workbench.quickInput.firstItem('Project 3').waitFor();
    await workbench.quickInput.cancel();
  });

  it('says so if there is no such project or the reference is invalid', async () => {
    await workbench.runToQuickInput('Mintscope: Look Up Project Stats…', 'Look up project stats');
    await workbench.quickInput.type('x/4');
    await workbench.quickInput.firstItem('is no kind of project').waitFor();
    await workbench.screenshot('look-up-bad');
    await workbench.quickInput.type('t/404');
    await workbench.quickInput.firstItem('Project 404 · transferable').waitFor();
    await workbench.quickInput.accept();
    const panel = await workbench.webviewFrame('h1:has-text("404 · transferable")');
    await panel.getByText('knows no project 404 · transferable').first().waitFor();
    await workbench.screenshot('stats-not-found');
  });

  it('is asked for if nothing tells which project is meant', async () => {
    await workbench.closeEditors();
    await workbench.row('Projects', 'Project 1').click({ modifiers: ['ControlOrMeta'] });
    for (const selected of await workbench.selectedRows('Projects')) {
      await workbench.row('Projects', selected).click({ modifiers: ['ControlOrMeta'] });
    }
    await workbench.runToQuickInput(
      'Mintscope: Save Snapshot',
      'Save a snapshot of which project?',
    );
    await workbench.screenshot('which-project');
    await workbench.quickInput.type('Project 3');
    await workbench.quickInput.firstItem('Project 3').waitFor();
    await workbench.quickInput.accept();
    await workbench.statusItem('Snapshot of Project 3 (3 · transferable) saved.').waitFor();
  });

  it('asks to sign in while signed out', async () => {
    await workbench.runCommand('Mintscope: Sign Out');
    await workbench.toast('Signed out of').waitFor();
    const before = statsRequests().length;
    await workbench.runCommand('Mintscope: Look Up Project Stats…');
    await workbench.toastButton('Sign in to your NFT service first.', 'Sign In…').click();
    await workbench.quickInput.waitFor('Address of the service');
    await workbench.quickInput.cancel();
    assert.equal(statsRequests().length, before);
  });
});
