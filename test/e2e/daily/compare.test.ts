import { HOUR_MS, MINUTE_MS } from '../../../src/core/base/clock.ts';
import { isAccessibleInThemes } from '../support/axe.ts';
import { type Editor, TOOLTIPS } from '../support/editor.ts';
import { makeProjects } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import { type StoredReading, storeReadings } from '../support/storedReadings.ts';
import type { Workbench } from '../support/workbench.ts';

describe('Compare Progress', () => {
  let workbench: Workbench;
  let editor: Omit<Editor, 'stop'>;

  before(async () => {
    const stats = {
      't/1': { total: 1_000, confirmed: 940, processing: 60, pending: 0 },
      'n/2': { total: 800, confirmed: 400, processing: 100, pending: 300 },
      't/3': { total: 50, confirmed: 10, processing: 40, pending: 0 },
    };
    const projects = makeProjects(12);
    ({ editor, workbench } = await startSignedIn({ projects, stats }, TOOLTIPS));
  });

  it('the comparison of rows selected one by one is accessible in each theme, and fits 360 pixels', async () => {
    // This reading names the account for which the readings below are stored.
    await workbench.trees.clickRow('Projects', 'Project 1');
    await workbench.editors.webviewFrame('main:has(h1:has-text("Project 1")) table.stages');
    const begun = Date.now() - 7 * HOUR_MS;
    const readings = Array.from({ length: 84 }, (_, at): StoredReading => {
      return [begun + at * 5 * MINUTE_MS, at * 11, 1_000 - at * 11, 0];
    });
    for (const ref of ['t/1', 'n/2']) await storeReadings(editor.dataFolder, ref, ...readings);
    for (const label of ['Project 2', 'Project 3']) {
      // A row whose tooltip was open is repainted when that of another opens.
      for (const read of ['Project 1', label])
        await workbench.trees.tooltip(workbench.trees.row('Projects', read), read);
      await workbench.trees.leaveRows();
      await workbench.trees.clickRow('Projects', label, { holding: 'ControlOrMeta' });
    }
    await workbench.trees.selectedAre('Projects', 'Project 1', 'Project 2', 'Project 3');
    await workbench.trees.chooseInRowMenu('Projects', 'Project 2', 'Compare Progress');
    const panel = await workbench.editors.webviewFrame('h1:has-text("Compare Progress")');
    await panel.getByText('All 3 projects read').waitFor();
    await panel.locator('mintscope-chart canvas').waitFor();
    await isAccessibleInThemes({ editor, workbench }, panel, 'compare');
    await workbench.fitsNarrowEditor('.compared', 'compare-narrow');
  });
});
