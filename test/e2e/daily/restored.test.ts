import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { HOUR_MS } from '../../../src/core/base/clock.ts';
import { type MinimalService } from '../../support/minimalService.ts';
import { inDatabase } from '../../support/storedLists.ts';
import { eventually, settles } from '../support/eventually.ts';
import { makeCollections, makeProjects, makeStats } from '../support/rows.ts';
import { signIn, startSignedIn } from '../support/signIn.ts';
import { storageIn, storeReadings } from '../support/storedReadings.ts';
import type { Workbench } from '../support/workbench.ts';

const OTHER = 'token-of-another-account';
const PROJECTS = 12;

const counts = (confirmed: number) => ({
  total: 100,
  confirmed,
  processing: 100 - confirmed,
  pending: 0,
});

/** The places of the parts of a stats panel. */
async function layout(panel: Frame) {
  const parts = ['h1', '.headline', 'svg.bar', 'table.stages'];
  const boxes = await Promise.all(parts.map((part) => panel.locator(part).first().boundingBox()));
  return boxes.map((box, at) => [parts[at], box?.y, box?.height]);
}

/** All in one window, because a reload takes longer than most tests. */
describe('A window after a reload', () => {
  const stats = makeStats(PROJECTS, counts);
  let service: MinimalService;
  let workbench: Workbench;

  before(async () => {
    const projects = makeProjects(PROJECTS);
    const { editor, ...started } = await startSignedIn({
      projects,
      collections: makeCollections(3),
      stats,
    });
    ({ service, workbench } = started);
    await openAll(editor.dataFolder);
    const folder = storageIn(editor.dataFolder);
    const stored = `select 1 from list join account rows on rows.id = list.account
      join account counts using (sign_in) join reading on reading.account = counts.id
      where list.rows like ?`;
    await eventually('stored rows and counts', () =>
      inDatabase(folder, (database) => database.prepare(stored).get('%Project 9%') !== undefined),
    );
    stats['n/4'] = counts(40);
    service.hold();
    await workbench.reload();
  });

  const panelOf = (name: string) =>
    workbench.editors.webviewFrame(`main:has(h1:has-text("${name}"))`);
  const tabsAre = (...titles: readonly string[]) => workbench.editors.tabsAre(...titles);

  async function openAll(dataFolder: string): Promise<void> {
    const { trees, editors } = workbench;
    await trees.clickRow('Projects', 'Project 1');
    await (await panelOf('Project 1')).getByText('1 of 100 confirmed').waitFor();
    await editors.keep(/^Project 1 /);
    // Without earlier readings, a comparison has no axis to choose.
    const now = Date.now();
    const hours = [2, 1].map((ago) => [now - ago * HOUR_MS, 0, 100, 0] as const);
    await storeReadings(dataFolder, 't/1', ...hours);
    await trees.clickRow('Collections', 'Collection 1');
    await panelOf('Collection 1');
    await editors.keep(/^Collection 1 /);
    await trees.chooseInRowMenu('Projects', 'Project 2', 'View as JSON');
    await editors.keep(/^Project 2 /);
    await trees.selectedAre('Projects', 'Project 2');
    await trees.clickRow('Projects', 'Project 1', { holding: 'ControlOrMeta' });
    await trees.selectedAre('Projects', 'Project 1', 'Project 2');
    await trees.chooseInRowMenu('Projects', 'Project 2', 'Compare Progress');
    const compared = await panelOf('Compare Progress');
    await compared.getByRole('radio', { name: 'By the clock' }).check();
    await workbench.runCommand('Mintscope: Open Portfolio');
    const portfolio = await editors.webviewFrame('main.portfolio .grid');
    await portfolio.getByText(/^All 12 projects read/).waitFor();
    await portfolio.getByRole('searchbox').fill('project 1');
    await portfolio.locator('.grid[aria-rowcount="5"]').waitFor();
    await trees.clickRow('Projects', 'Project 4');
    const panel = await panelOf('Project 4');
    // The chart appears with the second reading.
    stats['n/4'] = counts(30);
    await editors.action('Refresh Stats').click();
    await panel.getByText('30 of 100 confirmed').first().waitFor();
    await panel.getByRole('application', { name: /^Counts over time/ }).waitFor();
  }

  it('stored rows and counts are shown while a slow service is read, and nothing moves when it has answered', async () => {
    await workbench.openView();
    await workbench.trees.row('Projects', 'Project 9').waitFor();
    const description = workbench.views.pane('Projects').locator('.pane-header .description');
    const age = workbench.views
      .pane('Projects')
      .getByText(/^Rows of \d\d:\d\d are being refreshed\.$/);
    await age.first().waitFor();
    const panel = await panelOf('Project 4');
    await panel.getByText('30 of 100 confirmed').first().waitFor();
    await panel.locator('main[aria-busy="true"]').waitFor();
    const before = await layout(panel);
    await workbench.screenshot('restored-refreshing');
    // The row of the panel in front is selected by itself, which ends any earlier selection.
    await workbench.trees.selectedAre('Projects', 'Project 4');
    await workbench.trees.clickRow('Projects', 'Project 9', { holding: 'ControlOrMeta' });
    await workbench.trees.selectedAre('Projects', 'Project 4', 'Project 9');
    service.release();
    await panel.getByText('40 of 100 confirmed').first().waitFor();
    await panel.locator('main[aria-busy="false"]').waitFor();
    assert.deepEqual(await layout(panel), before, 'nothing in the panel has moved');
    await description.getByText(/^12$/).waitFor();
    await age.first().waitFor({ state: 'hidden' });
    await workbench.trees.selectedAre('Projects', 'Project 4', 'Project 9');
  });

  it('each tab is shown again, the portfolio with its filter and the comparison with its axis', async () => {
    const { editors } = workbench;
    const compared = 'Project 1 and Project 2 compared';
    await tabsAre('Project 1', 'Collection 1', 'Project 2', compared, 'Portfolio', 'Project 4');
    await editors.tab('Portfolio').click();
    const portfolio = await editors.webviewFrame('main.portfolio .grid');
    await portfolio.getByText(/^All 12 projects read/).waitFor();
    await portfolio.locator('.grid[aria-rowcount="5"]').waitFor();
    await editors.tab(/compared$/).click();
    const comparison = await panelOf('Compare Progress');
    await comparison.locator('.compared').getByText('1 of 100').waitFor();
    await comparison.getByRole('radio', { name: 'By the clock', checked: true }).waitFor();
    await editors.tab(/^Collection 1 /).click();
    await (await panelOf('Collection 1')).getByText('https://meta.example.com/1.json').waitFor();
    await editors.tab(/^Project 2 /).click();
    await workbench.page.locator('.view-lines').getByText('"transferable"').waitFor();
  });

  it('a row opened again has one tab, also if that was in the background, and a preview is replaced', async () => {
    await workbench.trees.clickRow('Projects', 'Project 5');
    await panelOf('Project 5');
    await workbench.trees.clickRow('Projects', 'Project 1');
    await panelOf('Project 1');
    const compared = 'Project 1 and Project 2 compared';
    // The editor opens a tab beside the one in front.
    await tabsAre('Project 1', 'Collection 1', 'Project 2', 'Project 5', compared, 'Portfolio');
  });

  it('another account of the service closes all restored tabs, and shows none of the earlier rows', async () => {
    const nothing = { results: [], page: 1, limit: 50, totalPages: 0, totalResults: 0 };
    service.fail(({ headers }) =>
      headers.authorization === `Bearer ${OTHER}` ? { status: 200, body: nothing } : undefined,
    );
    // A tab in the background is restored when it is shown; until then it has only a title.
    await workbench.reload();
    await workbench.openView();
    await workbench.trees.row('Projects', 'Project 1').waitFor();
    const account = 'Another account';
    await signIn(workbench, { address: service.address, token: OTHER, account });
    await workbench.views.pane('Projects').getByText('lists no Projects for this token').waitFor();
    await workbench.clearToasts();
    await tabsAre();
    await settles(async () => {
      const frames = workbench.page.frames().map((frame) => frame.locator('body').innerText());
      assert.doesNotMatch((await Promise.all(frames)).join(), /Project 1|The project with the/);
    });
    await workbench.screenshot('restored-other-account');
  });
});
