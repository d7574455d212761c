import assert from 'node:assert/strict';
import type { MinimalService } from '../../support/minimalService.ts';
import type { Editor } from '../support/editor.ts';
import { settles } from '../support/eventually.ts';
import { makeCollections, makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const TOKEN = 'token-of-the-outage';

describe('An outage of the service', () => {
  let service: MinimalService;
  let editor: Omit<Editor, 'stop'>;
  let workbench: Workbench;

  before(async () => {
    service = await startService({
      token: TOKEN,
      projects: makeProjects(120),
      collections: makeCollections(3),
      stats: { 't/1': { total: 5000, confirmed: 3150, processing: 850, pending: 1000 } },
    });
    ({ editor, workbench } = await startSignedIn(service, TOKEN));
    await workbench.trees.clickRow('Projects', 'Project 1');
    await workbench.editors.webviewFrame('table');
  });

  after(async () => {
    await service.close();
  });

  const host = () => new URL(service.address).host;
  const problem = (view: 'Projects' | 'Collections') =>
    workbench.trees.row(view, 'Connection refused');
  const status = () => workbench.statusItem(/Mintscope: 127/);
  const theme = (name: string) => editor.changeSettings({ 'workbench.colorTheme': name });

  it('is reported in the view, the panel and the status bar, with its cause and the age of the rows', async () => {
    await status().getByText(`Mintscope: ${host()}`, { exact: true }).waitFor();
    await service.stop();
    await workbench.views.clickAction('Projects', 'Refresh Projects');
    await problem('Projects')
      .getByText(/^rows from \d\d:\d\d · next try \d\d:\d\d$/)
      .waitFor();
    await workbench.views.says('Projects', '50 of 120 · not refreshed');
    await status().getByText('unreachable').waitFor();
    const panel = await workbench.editors.webviewFrame('table');
    await panel.getByRole('button', { name: 'Refresh' }).click();
    const box = panel.locator('.problem');
    await box.getByText(`Nothing answers at ${host()} (connection refused).`).waitFor();
    await box.getByText(/Numbers from \d.* Next try at \d/).waitFor();
    await settles(async () => {
      const [first, second] = await workbench.trees.rows('Projects');
      assert.deepEqual([first?.label, second?.label], ['Connection refused', 'Project 1']);
      assert.deepEqual(await workbench.trees.selectedRows('Projects'), ['Project 1']);
    });
    await workbench.screenshot('outage');
    await theme('Default Light Modern');
    await workbench.screenshot('outage-light');
    await theme('Default Dark Modern');
  });

  it('ends everywhere without any action once the service runs again', async () => {
    await workbench.views.clickAction('Collections', 'Refresh Collections');
    await problem('Collections').waitFor();
    await service.start();
    await problem('Projects').waitFor({ state: 'detached', timeout: 60_000 });
    await problem('Collections').waitFor({ state: 'detached' });
    const panel = await workbench.editors.webviewFrame('table');
    await panel.locator('.problem').waitFor({ state: 'detached' });
    await status().getByText(`Mintscope: ${host()}`, { exact: true }).waitFor();
    await settles(async () => {
      assert.deepEqual(await workbench.trees.selectedRows('Projects'), ['Project 1']);
    });
  });

  it('ends at once in the view and the panel if the person retries', async () => {
    await service.stop();
    for (const view of ['Projects', 'Collections'] as const) {
      await workbench.views.clickAction(view, `Refresh ${view}`);
      await problem(view).waitFor();
    }
    const panel = await workbench.editors.webviewFrame('table');
    await panel.getByRole('button', { name: 'Refresh' }).click();
    await panel.locator('.problem').getByRole('button', { name: 'Show Log' }).click();
    await workbench.page.locator('.panel.bottom').getByText('Output').first().waitFor();
    await workbench.screenshot('outage-log');
    await workbench.page.keyboard.press('Control+j');
    await workbench.page.locator('.panel.bottom').waitFor({ state: 'hidden' });
    await service.start();
    await problem('Projects').click();
    for (const view of ['Projects', 'Collections'] as const) {
      await problem(view).waitFor({ state: 'detached' });
    }
    await panel.locator('.problem').waitFor({ state: 'detached' });
  });
});
