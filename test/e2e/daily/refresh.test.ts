import assert from 'node:assert/strict';
import type { MinimalService } from '../../support/minimalService.ts';
import { settles } from '../support/eventually.ts';
import { makeCollections, makeProjects } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

describe('Refreshing', () => {
  const projects = makeProjects(5000);
  const collections = makeCollections(3);
  let service: MinimalService;
  let workbench: Workbench;

  before(async () => {
    const settings = { 'mintscope.pageSize': 100 };
    ({ service, workbench } = await startSignedIn({ projects, collections }, settings));
  });

  const row = (label: string) => workbench.trees.row('Projects', label);
  const header = () => workbench.views.pane('Projects').locator('.pane-header');
  const requestsFor = (path: string) => service.requests.filter((one) => one.path === path).length;

  it('a refresh keeps rows, selection and place in the middle of 5,000 projects', async () => {
    await workbench.runCommand('Mintscope: Load All Projects');
    await workbench.views.says('Projects', '5,000');
    await workbench.trees.clickRow('Projects', 'Project 40');
    await workbench.editors.webviewFrame('h1:has-text("Project 40")');
    const place = async () => (await row('Project 40').boundingBox())?.y;
    const before = await place();
    const pages = requestsFor('/v2/projects');
    Object.assign(projects[41]!, { status: 'confirmed' });
    // By the button, because opening the palette presses Escape, which clears the selection.
    await workbench.views.clickAction('Projects', 'Refresh Projects');
    await header()
      .getByText(/^5,000 · 1 confirmed since \d\d:\d\d$/)
      .waitFor();
    await settles(async () => {
      assert.equal(await place(), before);
    });
    assert.equal(requestsFor('/v2/projects') - pages, 50, 'the loaded pages are read again');
    await settles(async () => {
      assert.match((await row('Project 40').getAttribute('class')) ?? '', /selected/);
    });
    await workbench.trees.reveal('Projects', 'Project 42');
    await row('Project 42').getByText('→ confirmed (was processing) · P42').waitFor();
  });

  it('a key goes from one mark to the next, and the mark of a selected row stays', async () => {
    projects.unshift({ ...projects[0], id: 6001, name: 'Project 6001', status: 'draft' });
    await workbench.runCommand('Mintscope: Refresh Projects');
    await header()
      .getByText(/^5,001 · 1 new, 1 confirmed since /)
      .waitFor();
    const { page } = workbench;
    await page.locator('.activitybar .badge-content', { hasText: '2' }).waitFor();
    // Rows are drawn a moment after the title.
    await workbench.trees.reveal('Projects', 'Project 1');
    await row('Project 6001').waitFor();
    await workbench.trees.clickRow('Projects', 'Project 6001');
    await workbench.editors.webviewFrame('h1:has-text("Project 6001")');
    await row('Project 6001').getByText('new · draft · P1', { exact: true }).waitFor();
    await settles(async () => {
      const spoken = (await row('Project 6001').getAttribute('aria-label')) ?? '';
      assert.match(spoken, /^Project 6001, new, draft, P1/);
    });
    await workbench.views.pane('Projects').locator('.monaco-list:focus').waitFor();
    await page.keyboard.press('Alt+F5');
    await workbench.trees.focusedRow('Projects', 'Project 42').waitFor();
    await row('Project 42')
      .getByText('→ confirmed (was processing) · P42', { exact: true })
      .waitFor();
    const said = /^Project 42: → confirmed \(was processing\) \(2 of 2 since \d\d:\d\d\)$/;
    await page.getByText(said).first().waitFor();
    await header()
      .getByText(/^5,001 · 1 new, 1 confirmed since /)
      .waitFor();
    await workbench.screenshot('marks-next');
  });
});
