import assert from 'node:assert/strict';
import type { MinimalService } from '../../support/minimalService.ts';
import { isAccessibleInThemes, seriousFaults } from '../support/axe.ts';
import type { Editor } from '../support/editor.ts';
import { settles } from '../support/eventually.ts';
import { makeCollections, makeProjects, makeStats } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

/** The pace, or why there is no estimate yet. */
const PACE = / an? (minute|hour|day)$|^too early to say: /;
const STRIP =
  /^Unreachable since \d\d:\d\d( · last try \d\d:\d\d:\d\d)? · next try \d\d:\d\d:\d\d$/;

describe('An outage of the service', () => {
  const stats = makeStats(3, () => ({ total: 5000, confirmed: 3150, processing: 1850 }));
  let service: MinimalService;
  let editor: Omit<Editor, 'stop'>;
  let workbench: Workbench;

  before(async () => {
    const rows = { projects: makeProjects(3), collections: makeCollections(3) };
    ({ service, editor, workbench } = await startSignedIn({ ...rows, stats }));
    await workbench.trees.clickRow('Projects', 'Project 1');
    const panel = await workbench.editors.webviewFrame('table.stages');
    await workbench.editors.keep(/^Project 1 /);
    stats['t/1'] = { total: 5000, confirmed: 3650, processing: 1350 };
    await workbench.editors.action('Refresh Stats').click();
    await panel.locator('.headline').getByText(PACE).first().waitFor();
    await workbench.trees.clickRow('Collections', 'Collection 1');
    await workbench.editors.webviewFrame('h1:has-text("Collection 1")');
    await workbench.editors.keep(/^Collection 1 /);
    await workbench.runCommand('Mintscope: Open Portfolio');
    const portfolio = await workbench.editors.webviewFrame('main.portfolio .grid');
    await portfolio.getByText(/^All 3 projects read/).waitFor();
  });

  it('each panel shows since when the service is unreachable, dims the bar, and names no pace', async () => {
    const problem = workbench.trees.row('Projects', 'Not reachable');
    await service.stop();
    await workbench.views.clickAction('Projects', 'Refresh Projects');
    await problem.getByText(/^rows from \d\d:\d\d · next try \d\d:\d\d:\d\d$/).waitFor();
    await workbench.statusItem('unreachable').waitFor();
    for (const [name, tab, shows] of [
      ['portfolio', 'Portfolio', 'main.portfolio .grid'],
      ['collection', /^Collection 1 /, 'h1:has-text("Collection 1")'],
      ['stats', /^Project 1 /, 'table.stages'],
    ] as const) {
      await workbench.editors.tab(tab).click();
      const panel = await workbench.editors.webviewFrame(shows);
      await panel.locator('.problem').getByText(STRIP).waitFor();
      await panel.locator('main.stale').waitFor();
      assert.equal(await panel.locator('.headline').getByText(PACE).count(), 0);
      assert.deepEqual(await seriousFaults(panel), [], name);
      await workbench.screenshot(`outage-${name}`);
    }
    const panel = await workbench.editors.webviewFrame('table.stages');
    // All panels dim in the same way.
    await isAccessibleInThemes({ editor, workbench }, panel, 'outage-stats');
    const opacity = (selector: string) =>
      panel.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).opacity`);
    assert.equal(await opacity('mintscope-chart canvas'), await opacity('.bar .segment'));
    assert.notEqual(await opacity('.bar .segment'), '1');
    await service.start();
    // The service is also tried again by itself, which may come first.
    await settles(async (patience) => {
      const retry = panel.locator('.problem').getByRole('button', { name: 'Retry' });
      if (await retry.isVisible()) await retry.click({ timeout: patience });
      await panel.locator('main:not(.stale)').waitFor({ timeout: patience });
    });
    await panel.locator('.headline').getByText(PACE).first().waitFor();
    await problem.waitFor({ state: 'detached' });
  });
});
