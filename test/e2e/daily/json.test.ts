import assert from 'node:assert/strict';
import type { MinimalService } from '../../support/minimalService.ts';
import { settles } from '../support/eventually.ts';
import { makeProjects } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const STATS = { total: 4, confirmed: 3, processing: 1, pending: 0 };

describe('JSON', () => {
  let service: MinimalService;
  let workbench: Workbench;
  const projects = makeProjects(3);
  const shown = (text: string) => workbench.page.locator('.view-lines').getByText(text);

  const problems = () => workbench.page.locator('[id="status.problems"]');

  before(async () => {
    ({ service, workbench } = await startSignedIn({ projects, stats: { 't/1': STATS } }));
  });

  it('View as JSON shows a project as it was sent, read-only', async () => {
    const before = service.requests.length;
    await workbench.trees.chooseInRowMenu('Projects', 'Project 1', 'View as JSON');
    await workbench.editors.tab('Project 1 (1 · transferable).json').waitFor();
    await shown('"transferable"').waitFor();
    await settles(async () => {
      assert.deepEqual(JSON.parse(await workbench.editors.text()), projects[0]);
    });
    assert.equal(service.requests.length, before, 'a row needs no request');
    await workbench.screenshot('json');
    await workbench.page.locator('.view-lines').click();
    await workbench.page.keyboard.type('x');
    await workbench.page.getByText('Editor is read-only').first().waitFor();
    await settles(async () => {
      assert.deepEqual(JSON.parse(await workbench.editors.text()), projects[0]);
    });
  });

  it('View Stats as JSON shows a failure as a comment, which is not an error', async () => {
    await workbench.trees.chooseInRowMenu('Projects', 'Project 2', 'View Stats as JSON');
    await shown('// The service has no stats of project 2 · non-transferable.').waitFor();
    // Plain JSON with a comment would be underlined red and counted as an error.
    await workbench.statusItem('JSON with Comments').waitFor();
    await workbench.screenshot('json-reason');
    await settles(async () => {
      assert.equal(await workbench.page.locator('.squiggly-error').count(), 0);
      assert.match((await problems().getAttribute('aria-label')) ?? '', /No Problems/);
    });
  });

  it('a snapshot can be compared with the present state', async () => {
    await workbench.trees.chooseInRowMenu('Projects', 'Project 1', 'Save Snapshot');
    await workbench.statusItem('Snapshot of Project 1 (1 · transferable) saved.').waitFor();
    STATS.confirmed = 4;
    projects[0]!.status = 'completed';
    await workbench.trees.chooseInRowMenu('Projects', 'Project 1', 'Compare with Snapshot…');
    await workbench.quickInput.waitFor('Compare which snapshot?');
    await workbench.screenshot('snapshot-pick');
    await workbench.quickInput.accept();
    const report = await workbench.editors.webviewFrame('table');
    await report.locator('tr', { hasText: 'Confirmed' }).getByText('+1').waitFor();
    await report.locator('tr', { hasText: 'Status' }).getByText('completed').waitFor();
    await workbench.screenshot('snapshot-comparison');
    await workbench.messages.toastButton('Changed: Status, Confirmed', 'Compare as JSON').click();
    await workbench.editors.tab(/Project 1 \(1 · transferable\): .* ↔ now/).waitFor();
    const changed = workbench.page.locator('.monaco-diff-editor .view-lines');
    await changed.getByText('"confirmed": 3').waitFor();
    await changed.getByText('"confirmed": 4').waitFor();
    // The row is read for the comparison, although the list was not refreshed.
    await changed.getByText('"status": "completed"').waitFor();
    await workbench.screenshot('snapshot-diff');
  });
});
