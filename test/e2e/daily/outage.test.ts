import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import type { MinimalService } from '../../support/minimalService.ts';
import { seriousFaults } from '../support/axe.ts';
import type { Editor } from '../support/editor.ts';
import { settles } from '../support/eventually.ts';
import { makeCollections, makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const TOKEN = 'token-of-the-outage';
/** The pace, or why it is not known yet. */
const PACE = / an? (minute|hour|day)$|^No pace yet$/;
const STRIP =
  /^Unreachable since \d\d:\d\d( · last try \d\d:\d\d:\d\d)? · next try \d\d:\d\d:\d\d$/;

describe('An outage of the service', () => {
  const stats: Record<string, object> = Object.fromEntries(
    Array.from({ length: 120 }, (_, at) => [
      `${at % 2 === 0 ? 't' : 'n'}/${at + 1}`,
      { total: 5000, confirmed: 3150, processing: 850, pending: 1000 },
    ]),
  );
  let service: MinimalService;
  let editor: Omit<Editor, 'stop'>;
  let workbench: Workbench;

  before(async () => {
    service = await startService({
      token: TOKEN,
      projects: makeProjects(120),
      collections: makeCollections(3),
      stats,
    });
    ({ editor, workbench } = await startSignedIn(service, TOKEN));
    await workbench.trees.clickRow('Projects', 'Project 1');
    await workbench.editors.webviewFrame('table.stages');
  });

  after(async () => {
    await service.close();
  });

  const host = () => new URL(service.address).host;
  const problem = (view: 'Projects' | 'Collections') =>
    workbench.trees.row(view, 'Connection refused');
  const status = () => workbench.statusItem(/Mintscope: 127/);
  const theme = (name: string) => editor.changeSettings({ 'workbench.colorTheme': name });

  it('view, panel and status bar report an outage, with its cause and the age of the rows', async () => {
    await status().getByText(`Mintscope: ${host()}`, { exact: true }).waitFor();
    await service.stop();
    await workbench.views.clickAction('Projects', 'Refresh Projects');
    await problem('Projects')
      .getByText(/^rows from \d\d:\d\d · next try \d\d:\d\d:\d\d$/)
      .waitFor();
    await workbench.views.says('Projects', '50 of 120 · unreachable');
    await status().getByText('unreachable').waitFor();
    const panel = await workbench.editors.webviewFrame('table.stages');
    await workbench.editors.action('Refresh Stats').click();
    const box = panel.locator('.problem');
    await box.getByText(`Nothing answers at ${host()} (connection refused).`).waitFor();
    await box.getByText(STRIP).waitFor();
    await panel.locator('main.stale > .problem:first-child ~ section .bar').waitFor();
    await settles(async () => {
      const [first, second] = await workbench.trees.rows('Projects');
      assert.deepEqual([first?.label, second?.label], ['Connection refused', 'Project 1']);
      assert.deepEqual(await workbench.trees.selectedRows('Projects'), ['Project 1']);
    });
    await workbench.screenshot('outage');
    await service.start();
    await problem('Projects').click();
    await problem('Projects').waitFor({ state: 'detached' });
    await box.waitFor({ state: 'detached' });
  });

  describe('on every panel', () => {
    const themes = [
      ['Default Light Modern', 'vscode-light', 'light'],
      ['Default High Contrast', 'vscode-high-contrast', 'high-contrast'],
      ['Default High Contrast Light', 'vscode-high-contrast-light', 'high-contrast-light'],
    ] as const;
    const portfolio = () => workbench.editors.webviewFrame('main.portfolio .grid');
    /** The panels: the name of the picture, the tab, and a selector of the page. */
    const panels = [
      ['portfolio', 'Portfolio', 'main.portfolio .grid'],
      ['collection', /^Collection 1 /, 'h1:has-text("Collection 1")'],
      ['stats', /^Project 1 /, 'table.stages'],
    ] as const;
    /** Looks at each panel. */
    const lookAtAll = async (picture: string, check: (panel: Frame) => Promise<void>) => {
      for (const [name, tab, selector] of panels) {
        await workbench.editors.tab(tab).click();
        const panel = await workbench.editors.webviewFrame(selector);
        await check(panel);
        assert.deepEqual(await seriousFaults(panel), [], name);
        await workbench.screenshot(`${picture}-${name}`);
      }
    };

    before(async () => {
      const panel = await workbench.editors.webviewFrame('table.stages');
      await panel.getByRole('button', { name: 'Keep Open' }).click();
      stats['t/1'] = { total: 5000, confirmed: 3650, processing: 350, pending: 1000 };
      await workbench.editors.action('Refresh Stats').click();
      await panel.locator('.headline').getByText(PACE).waitFor();
      await workbench.trees.clickRow('Collections', 'Collection 1', { times: 2 });
      await workbench.editors.webviewFrame('h1:has-text("Collection 1")');
      await workbench.runCommand('Mintscope: Open Portfolio');
      await (await portfolio()).getByText(/^stats of 120 of 120 projects/).waitFor();
    });

    it('each panel shows since when the service is unreachable, dims the bar, and names no pace', async () => {
      await service.stop();
      await workbench.views.clickAction('Projects', 'Refresh Projects');
      await problem('Projects').waitFor();
      await lookAtAll('outage', async (panel) => {
        await panel.locator('.problem').getByText(STRIP).waitFor();
        await panel.locator('.problem').getByRole('button', { name: 'Retry' }).waitFor();
        await panel.locator('main.stale').waitFor();
        assert.equal(await panel.locator('.headline').getByText(PACE).count(), 0);
      });
      const panel = await workbench.editors.webviewFrame('table.stages');
      // All panels dim in the same way.
      for (const [colours, mark, suffix] of themes) {
        await theme(colours);
        await panel.locator(`body.${mark}`).waitFor();
        assert.deepEqual(await seriousFaults(panel), [], colours);
        await workbench.screenshot(`outage-stats-${suffix}`);
      }
      await theme('Default Dark Modern');
      await panel.getByText('3,650').first().waitFor();
      const opacity = (selector: string) =>
        panel.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).opacity`);
      assert.equal(await opacity('mintscope-chart canvas'), await opacity('.bar .segment'));
      assert.notEqual(await opacity('.bar .segment'), '1');
      await service.start();
      await panel.locator('.problem').getByRole('button', { name: 'Retry' }).click();
      await panel.locator('main:not(.stale)').waitFor();
      await panel.locator('.headline').getByText(PACE).waitFor();
      await problem('Projects').waitFor({ state: 'detached' });
    });
  });
});
