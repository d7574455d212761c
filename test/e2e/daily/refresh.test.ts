import assert from 'node:assert/strict';
import type { MinimalService } from '../../support/minimalService.ts';
import { settles } from '../support/eventually.ts';
import { makeCollections, makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const TOKEN = 'token-of-the-refresh';

describe('Refreshing', () => {
  const projects = makeProjects(5000);
  const collections = makeCollections(3);
  let service: MinimalService;
  let workbench: Workbench;

  before(async () => {
    service = await startService({ token: TOKEN, projects, collections });
    ({ workbench } = await startSignedIn(service, TOKEN, { 'mintscope.pageSize': 100 }));
  });

  after(async () => {
    await service.close();
  });

  const row = (label: string) => workbench.row('Projects', label);
  const header = () => workbench.pane('Projects').locator('.pane-header');
  const asked = (path: string) => service.requests.filter((one) => one.path === path).length;
  /** Another project, at the top of the list. */
  const addFirst = (id: number) => {
    projects.unshift({ ...projects[0], id, name: `Project ${id}`, status: 'draft' });
  };

  it('keeps rows, selection and place in the middle of 5,000 projects', async () => {
    await workbench.runCommand('Mintscope: Load All Projects');
    await workbench.paneSays('Projects', '5,000');
    await workbench.clickRow('Projects', 'Project 40');
    await workbench.webviewFrame('h1:has-text("Project 40")');
    const place = async () => (await row('Project 40').boundingBox())?.y;
    const before = await place();
    const pages = asked('/v2/projects');
    Object.assign(projects[41]!, { status: 'confirmed' });
    // By its button: Escape, which comes before a command from the palette, clears a selection.
    await workbench.clickPaneAction('Projects', 'Refresh Projects');
    await row('Project 42').getByText('P42 · confirmed · was processing').waitFor();
    await settles(async () => {
      assert.equal(await place(), before);
    });
    assert.equal(asked('/v2/projects') - pages, 50, 'the pages held are read again');
    await settles(async () => {
      assert.match((await row('Project 40').getAttribute('class')) ?? '', /selected/);
    });
    await workbench.paneSays('Projects', '5,000 · 1 changed');
  });

  it('marks what is new and what has changed, in words and on the icon', async () => {
    addFirst(6001);
    await workbench.runCommand('Mintscope: Refresh Projects');
    await header().getByText('5,001 · 1 new, 1 changed').waitFor();
    // The rows are drawn a moment after the title.
    await workbench.reveal('Projects', 'Project 1');
    await row('Project 6001').getByText('P1 · draft · new', { exact: true }).waitFor();
    const badge = workbench.page.locator('.activitybar .badge-content', { hasText: '2' });
    await badge.waitFor();
    await workbench.screenshot('marks');
  });

  it('removes only the mark of the row that is viewed', async () => {
    await row('Project 6001').click();
    await header().getByText('5,001 · 1 changed').waitFor();
    await row('Project 6001').getByText('P1 · draft', { exact: true }).waitFor();
    await workbench.chooseInPaneMenu('Projects', 'Mark All as Seen');
    await header().getByText('5,001', { exact: true }).waitFor();
    await workbench.reveal('Projects', 'Project 42');
    await row('Project 42').getByText('P42 · confirmed', { exact: true }).waitFor();
  });
});
