import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import type { MinimalService } from '../../support/minimalService.ts';
import { inDatabase } from '../../support/storedLists.ts';
import { eventually, settles } from '../support/eventually.ts';
import { makeProjects } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

/** The places of the parts of a stats panel. */
async function layout(panel: Frame) {
  const parts = ['h1', '.headline', 'svg.bar', 'table.stages'];
  const boxes = await Promise.all(parts.map((part) => panel.locator(part).first().boundingBox()));
  return boxes.map((box, at) => [parts[at], box?.y, box?.height]);
}

describe('Stored rows after a restart', () => {
  let service: MinimalService;
  let workbench: Workbench;
  const stats: Record<string, unknown> = {
    't/1': { total: 5000, confirmed: 3000, processing: 1000, pending: 1000 },
  };
  const projects = makeProjects(120, (id) => ({ name: `Seen ${id}` }));

  before(async () => {
    const { editor, ...started } = await startSignedIn({ projects, stats });
    ({ service, workbench } = started);
    await workbench.views.says('Projects', '50 of 120');
    await workbench.trees.clickRow('Projects', 'Seen 1', { times: 2 });
    const panel = await workbench.editors.webviewFrame('table.stages');
    await panel.getByText('3,000').first().waitFor();
    // The chart appears with the second reading.
    stats['t/1'] = { total: 5000, confirmed: 3150, processing: 850, pending: 1000 };
    await workbench.editors.action('Refresh Stats').click();
    await panel.getByText('3,150').first().waitFor();
    await panel.getByRole('application', { name: /^Counts over time/ }).waitFor();
    const folder = join(editor.dataFolder, 'User', 'globalStorage', 'mintscope.mintscope');
    const stored = 'select 1 from list join reading using (account) where rows like ?';
    await eventually('stored rows and counts', () =>
      inDatabase(folder, (database) => database.prepare(stored).get('%Seen 1%') !== undefined),
    );
  });

  it('stored rows are shown while a slow service is read, and nothing moves when it has answered', async () => {
    stats['t/1'] = { total: 5000, confirmed: 3777, processing: 223, pending: 1000 };
    service.hold();
    await workbench.reload();
    await workbench.openView();
    await workbench.trees.row('Projects', 'Seen 1').waitFor();
    await workbench.views
      .pane('Projects')
      .locator('.pane-header .description')
      .getByText(/^50 of 120 · as of \d\d:\d\d · refreshing/)
      .waitFor();
    const panel = await workbench.editors.webviewFrame('table.stages');
    await panel.getByText('3,150').first().waitFor();
    await panel.locator('main[aria-busy="true"]').waitFor();
    const before = await layout(panel);
    await workbench.screenshot('kept-refreshing');
    await workbench.trees.reveal('Projects', 'Seen 30');
    await workbench.trees.clickRow('Projects', 'Seen 30', { holding: 'ControlOrMeta' });
    await settles(async () => {
      assert.ok((await workbench.trees.selectedRows('Projects')).includes('Seen 30'));
    });
    const selected = await workbench.trees.selectedRows('Projects');
    service.release();
    await panel.getByText('3,777').first().waitFor();
    await panel.locator('main[aria-busy="false"]').waitFor();
    assert.deepEqual(await layout(panel), before, 'nothing in the panel has moved');
    await settles(async () => {
      assert.deepEqual(await workbench.trees.selectedRows('Projects'), selected);
      assert.equal(await workbench.trees.row('Projects', 'Seen 30').isVisible(), true);
    });
    await workbench.screenshot('kept-refreshed');
  });
});
