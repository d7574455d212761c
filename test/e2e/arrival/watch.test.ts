import assert from 'node:assert/strict';
import type { MinimalService } from '../../support/minimalService.ts';
import { type Editor, newcomer, NO_REQUESTS_OF_ROWS } from '../support/editor.ts';
import { eventually, settles } from '../support/eventually.ts';
import { makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { signIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const TOKEN = 'token-of-the-watch';

describe('Watching a mint', () => {
  let editor: Editor;
  let service: MinimalService;
  let workbench: Workbench;
  const arrivals: number[] = [];
  const stats: Record<string, unknown> = {
    't/1': { total: 5000, confirmed: 3150, processing: 850, pending: 1000 },
    't/3': { total: 1000, confirmed: 100, processing: 100, pending: 800 },
  };

  before(async () => {
    const projects = makeProjects(30, (id) => ({ name: `Mint ${id}`, transferable: true }));
    service = await startService({ token: TOKEN, projects, stats });
    service.fail(({ path }) => {
      if (path === '/v2/projects/t/1/stats') arrivals.push(Date.now());
      return undefined;
    });
    editor = await newcomer(NO_REQUESTS_OF_ROWS);
    workbench = await editor.openWindow();
    await workbench.openView();
    await signIn(workbench, { address: service.address, token: TOKEN });
    await workbench.clearToasts();
    await workbench.trees.row('Projects', 'Mint 1').waitFor();
  });

  after(async () => {
    await editor.stop();
    await service.close();
  });

  const says = (label: string, text: string) =>
    workbench.trees.row('Projects', label).getByText(text).waitFor();
  const isNotWatched = (label: string) =>
    workbench.trees
      .row('Projects', label)
      .getByText(/^(\d+% · )?(Failed \d+ · )?processing · P\d+$/)
      .waitFor();
  const asked = () =>
    service.requests.filter(({ path }) => path === '/v2/projects/t/1/stats').length;

  it('shows the share in the row and the status bar, and offers to stop', async () => {
    await workbench.trees.chooseInRowMenu('Projects', 'Mint 1', 'Watch Minting');
    await says('Mint 1', '63% · watched · processing · P1');
    await workbench.statusItem('1 minting · 63%').waitFor();
    await workbench.trees.chooseInRowMenu('Projects', 'Mint 3', 'Watch Minting');
    await says('Mint 3', '10% · watched · processing · P3');
    await workbench.statusItem('2 minting · 54%').waitFor();
    const menu = await workbench.trees.rowMenu('Projects', 'Mint 1');
    assert.ok(menu.includes('Stop Watching') && !menu.includes('Watch Minting'), menu.join());
    await workbench.screenshot('watch');
    await workbench.setSideBarWidth(210);
    await workbench.screenshot('watch-narrow');
    await workbench.setSideBarWidth(300);
  });

  it('goes on after a reload of the window, without a message', async () => {
    await workbench.reload();
    await workbench.openView();
    await workbench.statusItem('2 minting · 54%').waitFor();
    stats['t/1'] = { total: 5000, confirmed: 4000, processing: 500, pending: 500 };
    await says('Mint 1', '80% · watched · processing · P1');
    assert.ok(!(await workbench.messages.toasts()).some((text) => text.includes('Mint 1')));
  });

  it('one of two windows polls the watched project, and both show its counts', async () => {
    const second = await editor.openWindow(workbench.folder);
    await second.openView();
    await second.trees
      .row('Projects', 'Mint 1')
      .getByText('80% · watched · processing · P1')
      .waitFor();
    stats['t/1'] = { total: 5000, confirmed: 5000, processing: 0, pending: 0 };
    const toasts = async () =>
      (await Promise.all([workbench.messages.toasts(), second.messages.toasts()]))
        .flat()
        .filter((text) => text.includes('Mint 1: all 5,000 confirmed'));
    await eventually('message', async () => (await toasts()).length > 0);
    for (const window of [workbench, second]) await window.statusItem('1 minting · 10%').waitFor();
    assert.equal((await toasts()).length, 1, 'announced once');
    const before = asked();
    const teller = (await workbench.messages.toasts()).join().includes('all 5,000')
      ? workbench
      : second;
    await teller.screenshot('watch-done');
    await teller.messages.toastButton('all 5,000 confirmed', 'Open').click();
    await (await teller.editors.webviewFrame('table.stages')).getByText('5,000').first().waitFor();
    assert.ok(asked() <= before + 1, 'only the panel has asked');
    await second.close();
  });

  it('a click on the status bar lists the watched projects, and ends watching one', async () => {
    // Until the other window has announced it, Mint 1 is among the watched ones.
    await isNotWatched('Mint 1');
    await workbench.statusItem('1 minting').click();
    const { quickInput } = workbench;
    await quickInput.firstItem('Mint 3').waitFor();
    await workbench.screenshot('watch-list');
    await quickInput.items.first().hover();
    await quickInput.items.first().locator('.codicon-eye-closed').click();
    await settles(async () => {
      assert.equal(await workbench.statusItem('1 minting').count(), 0);
    });
    await isNotWatched('Mint 3');
  });

  it('warns once of failures, and that minting has ended with them', async () => {
    await workbench.clearToasts();
    await workbench.trees.chooseInRowMenu('Projects', 'Mint 3', 'Watch Minting');
    await workbench.statusItem('1 minting · 10%').waitFor();
    const warning = (text: string) =>
      workbench.messages.toast(text).locator('.codicon-warning').waitFor();
    stats['t/3'] = { total: 1000, confirmed: 300, processing: 698, pending: 0, failed: 2 };
    await warning('Mint 3: 2 failed, 300 of 1,000 confirmed');
    stats['t/3'] = { total: 1000, confirmed: 990, processing: 0, pending: 0, failed: 10 };
    await warning('Mint 3: minting ended, 990 of 1,000 confirmed, 10 failed');
    await workbench.screenshot('watch-ended');
    await settles(async () => {
      assert.equal(await workbench.statusItem('minting').count(), 0);
    });
    await isNotWatched('Mint 3');
  });

  it('ends when its list is cleared', async () => {
    stats['t/3'] = { total: 1000, confirmed: 100, processing: 100, pending: 800 };
    await workbench.trees.chooseInRowMenu('Projects', 'Mint 3', 'Watch Minting');
    await workbench.statusItem('1 minting · 10%').waitFor();
    await workbench.clearToasts();
    await workbench.runToQuickInput('Mintscope: Delete Local History…', 'What to delete');
    await workbench.quickInput.choose('Watched projects');
    await workbench.quickInput.accept();
    await workbench.messages.dialog('1 project, no longer watched').waitFor();
    await workbench.messages.dialogButton('Delete').click();
    await workbench.messages.toast(/^Deleted: watched projects of 127/).waitFor();
    await settles(async () => {
      assert.equal(await workbench.statusItem('minting').count(), 0);
    });
  });

  it('watching requests no project more often than every 5 s', () => {
    const gaps = arrivals.slice(1).map((at, index) => at - arrivals[index]!);
    assert.ok(
      gaps.every((gap) => gap >= 4900),
      gaps.join(),
    );
  });
});
