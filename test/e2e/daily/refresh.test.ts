import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { MinimalService } from '../../support/minimalService.ts';
import { storedIn } from '../../support/storedLists.ts';
import { type Editor, TOOLTIPS } from '../support/editor.ts';
import { eventually, settles } from '../support/eventually.ts';
import { makeCollections, makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const TOKEN = 'token-of-the-refresh';

describe('Refreshing', () => {
  const projects = makeProjects(5000);
  const collections = makeCollections(3);
  let service: MinimalService;
  let editor: Pick<Editor, 'changeSettings'>;
  let workbench: Workbench;

  before(async () => {
    service = await startService({ token: TOKEN, projects, collections });
    const settings = { 'mintscope.pageSize': 100 };
    ({ editor, workbench } = await startSignedIn(service, TOKEN, settings));
  });

  after(async () => {
    await service.close();
  });

  const row = (label: string) => workbench.trees.row('Projects', label);
  const header = () => workbench.views.pane('Projects').locator('.pane-header');
  /** Resolves when the view shows these rows and no others. */
  const showsRows = (...labels: string[]) =>
    settles(async () => {
      const shown = await workbench.trees.rows('Projects');
      assert.deepEqual(
        shown.map(({ label }) => label),
        labels,
      );
    });
  /** The row that the keys act on, once it is this one. */
  const focused = (label: string) =>
    workbench.views
      .pane('Projects')
      .locator('.monaco-list:focus .monaco-list-row.focused .label-name')
      .getByText(label, { exact: true });
  const asked = (path: string) => service.requests.filter((one) => one.path === path).length;
  /** Another project, at the top of the list. */
  const addFirst = (id: number) => {
    projects.unshift({ ...projects[0], id, name: `Project ${id}`, status: 'draft' });
  };

  it('keeps rows, selection and place in the middle of 5,000 projects', async () => {
    await workbench.runCommand('Mintscope: Load All Projects');
    await workbench.views.says('Projects', '5,000');
    await workbench.trees.clickRow('Projects', 'Project 40');
    await workbench.editors.webviewFrame('h1:has-text("Project 40")');
    const place = async () => (await row('Project 40').boundingBox())?.y;
    const before = await place();
    const pages = asked('/v2/projects');
    Object.assign(projects[41]!, { status: 'confirmed' });
    // By its button: Escape, which comes before a command from the palette, clears a selection.
    await workbench.views.clickAction('Projects', 'Refresh Projects');
    await header()
      .getByText(/^5,000 · 1 confirmed since \d\d:\d\d$/)
      .waitFor();
    await settles(async () => {
      assert.equal(await place(), before);
    });
    assert.equal(asked('/v2/projects') - pages, 50, 'the loaded pages are read again');
    await settles(async () => {
      assert.match((await row('Project 40').getAttribute('class')) ?? '', /selected/);
    });
    await workbench.trees.reveal('Projects', 'Project 42');
    await row('Project 42').getByText('→ confirmed (was processing) · P42').waitFor();
  });

  it('marks what is new and what has changed, in words and on the icon', async () => {
    addFirst(6001);
    await workbench.runCommand('Mintscope: Refresh Projects');
    await header()
      .getByText(/^5,001 · 1 new, 1 confirmed since /)
      .waitFor();
    // The rows are drawn a moment after the title.
    await workbench.trees.reveal('Projects', 'Project 1');
    await row('Project 6001').getByText('new · draft · P1', { exact: true }).waitFor();
    const badge = workbench.page.locator('.activitybar .badge-content', { hasText: '2' });
    await badge.waitFor();
    await workbench.screenshot('marks');
  });

  it('keeps the mark of the row that is selected, and Next Change goes from one to the next', async () => {
    const { page } = workbench;
    await workbench.trees.clickRow('Projects', 'Project 6001');
    await workbench.editors.webviewFrame('h1:has-text("Project 6001")');
    await row('Project 6001').getByText('new · draft · P1', { exact: true }).waitFor();
    await settles(async () => {
      const spoken = (await row('Project 6001').getAttribute('aria-label')) ?? '';
      assert.match(spoken, /^Project 6001, new, draft, P1/);
    });
    await workbench.views.pane('Projects').locator('.monaco-list:focus').waitFor();
    await page.keyboard.press('Alt+F5');
    await focused('Project 42').waitFor();
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

  it('goes to a change out of sight from the view’s menu, and back by key', async () => {
    Object.assign(projects[3]!, { status: 'failed' });
    Object.assign(projects[2000]!, { status: 'failed' });
    await workbench.views.clickAction('Projects', 'Refresh Projects');
    await header()
      .getByText(/^5,001 · 1 new, 2 failed, 1 confirmed since /)
      .waitFor();
    await workbench.views.chooseInMenu('Projects', 'Next Change in Projects');
    await focused('Project 2000').waitFor();
    // The menu leaves the focus elsewhere if it is only opened and closed; so does a panel.
    await (await workbench.editors.webviewFrame('h1')).locator('h1').first().click();
    await workbench.page.keyboard.press('Shift+Alt+F5');
    await focused('Project 42').waitFor();
    await workbench.page.keyboard.press('Shift+Alt+F5');
    await focused('Project 3').waitFor();
    await header()
      .getByText(/^5,001 · 1 new, 2 failed, 1 confirmed since /)
      .waitFor();
    await workbench.screenshot('marks-previous');
  });

  it('shows only the changed rows on request, until all rows are wanted again', async () => {
    await workbench.views.chooseInMenu('Projects', 'Show Changes Only in Projects');
    await showsRows('Project 6001', 'Project 3', 'Project 42', 'Project 2000');
    await workbench.views.pane('Projects').getByText('Only changes are shown.').waitFor();
    await workbench.trees.leaveRows();
    await workbench.screenshot('changes-only');
    await workbench.views.clickAction('Projects', 'Show All Rows in Projects');
    await row('Project 4').waitFor();
    await workbench.views.pane('Projects').getByText('Only changes').waitFor({ state: 'hidden' });
  });

  it('a refresh shows what became of each row: two statuses, another name, and one gone', async () => {
    const { page } = workbench;
    await workbench.views.chooseInMenu('Projects', 'Mark All as Seen');
    await workbench.views.says('Projects', '5,001');
    Object.assign(projects[1]!, { status: 'confirmed' });
    Object.assign(projects[2]!, { status: 'failed' });
    Object.assign(projects[5]!, { name: 'Renamed Lamp' });
    projects.splice(6, 1);
    await workbench.views.clickAction('Projects', 'Refresh Projects');
    const summary = /^5,000 · 1 failed, 1 confirmed, 1 renamed, 1 gone since \d\d:\d\d$/;
    await header().getByText(summary).waitFor();
    await row('Renamed Lamp').getByText('renamed (was Project 5) · processing').waitFor();
    await workbench.views.chooseInMenu('Projects', 'Show Changes Only in Projects');
    await showsRows('Project 1', 'Project 2', 'Renamed Lamp', 'Project 6');
    await row('Project 6').getByText('gone (was processing)', { exact: true }).waitFor();
    const named = /Projects: 1 failed, .*1 gone since .*; gone: Project 6/;
    await page.locator('.activitybar').getByLabel(named).first().waitFor();
    // The buttons of the view cover the end of the summary now; its hover has all of it.
    await editor.changeSettings(TOOLTIPS);
    await header().locator('.description').hover();
    await page.locator('.monaco-hover:visible').getByText(summary).waitFor();
    await workbench.screenshot('changes-by-kind');
    await workbench.trees.leaveRows();
    await editor.changeSettings({ 'workbench.hover.delay': 60_000 });
    await workbench.views.clickAction('Projects', 'Show All Rows in Projects');
    await row('Project 4').waitFor();
  });

  it('can be read in a view 210 pixels wide', async () => {
    const { quickInput } = workbench;
    await workbench.setSideBarWidth(210);
    await workbench.trees.leaveRows();
    await workbench.screenshot('narrow-marks');
    await workbench.views.pane('Projects').hover();
    await workbench.screenshot('narrow-marks-hover');
    await workbench.runToQuickInput('Mintscope: Filter Projects…', 'Type text to look for');
    await quickInput.type('Project 4');
    await workbench.views.pane('Projects').getByText('Filter: “Project 4”').waitFor();
    await quickInput.accept();
    await workbench.trees.leaveRows();
    await workbench.screenshot('narrow-filter');
    service.fail(() => ({ status: 503 }));
    await workbench.views.clickAction('Projects', 'Refresh Projects');
    await workbench.trees.row('Projects', 'Service error (503)').waitFor();
    await workbench.trees.leaveRows();
    await workbench.screenshot('narrow-problem');
    service.fail(undefined);
    await workbench.views.clickAction('Projects', 'Refresh Projects');
    await workbench.views.chooseInMenu('Projects', 'Mark All as Seen');
    await workbench.runCommand('Mintscope: Clear Filter');
    await workbench.views.says('Projects', '5,000');
  });
});

describe('Coming back to lists that have changed', () => {
  const projects = makeProjects(60, (id) => ({ name: `Night ${id}` }));
  const collections = makeCollections(3);
  let service: MinimalService;
  let workbench: Workbench;
  let dataFolder: string;

  before(async () => {
    service = await startService({ token: TOKEN, projects, collections });
    const started = await startSignedIn(service, TOKEN);
    ({ workbench } = started);
    ({ dataFolder } = started.editor);
  });

  after(async () => {
    await service.close();
  });

  const header = () => workbench.views.pane('Projects').locator('.pane-header');
  const labels = async () => (await workbench.trees.rows('Projects')).map(({ label }) => label);
  /** Whether this is in a list that the extension has stored. */
  const isKept = (text: string) => {
    const folder = join(dataFolder, 'User', 'globalStorage', 'mintscope.mintscope');
    return Promise.resolve(JSON.stringify(storedIn(folder).map(({ rows }) => rows)).includes(text));
  };

  it('shows what is new and changed since the user last looked, also to a screen reader', async () => {
    await eventually('rows on the disk', () => isKept('Night 50'));
    Object.assign(projects[1]!, { status: 'confirmed' });
    Object.assign(projects[4]!, { status: 'failed' });
    projects.unshift({ ...projects[0], id: 99, name: 'Night 99', status: 'draft' });
    await workbench.reload();
    await header()
      .getByText(/^50 of 61 · 1 new, 1 failed, 1 confirmed since \d\d:\d\d$/)
      .waitFor();
    await workbench.trees
      .row('Projects', 'Night 2')
      .getByText('→ confirmed (was processing)')
      .waitFor();
    const spoken =
      /Projects: 1 new, 1 failed, 1 confirmed since \d\d:\d\d; the 49 rows loaded both times/;
    await workbench.page.locator('.activitybar').getByLabel(spoken).first().waitFor();
    await workbench.trees.leaveRows();
    await workbench.screenshot('since-last-look');
  });

  it('shows the changes alone, goes through them, and ends with Mark All as Seen', async () => {
    await workbench.views.chooseInMenu('Projects', 'Show Changes Only in Projects');
    const changes = ['Night 99', 'Night 2', 'Night 5', 'Load more'];
    await settles(async () => {
      assert.deepEqual(await labels(), changes);
    });
    await workbench.setSideBarWidth(210);
    await workbench.trees.leaveRows();
    await workbench.screenshot('narrow-changes-only');
    await workbench.runCommand('Mintscope: Next Change in Projects');
    await workbench.page
      .getByText(/^Night 99: new \(1 of 3 since /)
      .first()
      .waitFor();
    await workbench.trees.clickRow('Projects', 'Night 5');
    // At this width the buttons of a view that has the focus cover the text after its name.
    await header()
      .getByText(/^50 of 61 · 1 failed, 1 confirmed since /)
      .waitFor({ state: 'attached' });
    assert.deepEqual(await labels(), changes);
    await workbench.views.chooseInMenu('Projects', 'Mark All as Seen');
    await workbench.views.says('Projects', '50 of 61');
    await settles(async () => {
      assert.deepEqual((await labels()).slice(0, 3), ['Night 99', 'Night 1', 'Night 2']);
    });
  });
});
