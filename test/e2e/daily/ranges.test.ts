import assert from 'node:assert/strict';
import { settles } from '../support/eventually.ts';
import { makeProjects } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

describe('More than ten thousand projects', () => {
  const projects = makeProjects(10_250);
  let workbench: Workbench;

  before(async () => {
    ({ workbench } = await startSignedIn({ projects }, { 'mintscope.pageSize': 100 }));
  });

  const row = (label: string) => workbench.trees.row('Projects', label);

  it('10,000 projects are shown in ranges of a thousand, with the selected row’s range open', async () => {
    await workbench.trees.clickRow('Projects', 'Project 3');
    await workbench.editors.webviewFrame('h1:has-text("Project 3")');
    // From the menu, because opening the palette presses Escape, which clears the selection.
    await workbench.views.chooseInMenu('Projects', 'Load All Projects');
    await row('1–1,000').getByText('Project 1 … Project 1000').waitFor();
    await row('Project 3').waitFor();
    await settles(async () => {
      assert.match((await row('Project 3').getAttribute('class')) ?? '', /selected/);
    });
    await settles(async () => {
      assert.equal(await row('1–1,000').getAttribute('aria-expanded'), 'true');
    });
    await workbench.screenshot('ranges');
  });
});
