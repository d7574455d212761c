import assert from 'node:assert/strict';
import { HOUR_MS } from '../../../src/core/base/clock.ts';
import { isStats, type MinimalService } from '../../support/minimalService.ts';
import { settles } from '../support/eventually.ts';
import { makeCollections, makeProjects, makeStats } from '../support/rows.ts';
import { signIn, startSignedIn } from '../support/signIn.ts';
import { storeReadings } from '../support/storedReadings.ts';
import type { Workbench } from '../support/workbench.ts';

const OTHER = 'token-of-another-account';
const PROJECTS = 12;

/** All kinds of tabs in one window, because a reload takes longer than most tests. */
describe('Tabs after a reload of the window', () => {
  let service: MinimalService;
  let workbench: Workbench;

  before(async () => {
    const stats = makeStats(PROJECTS, (id) => ({
      total: 100,
      confirmed: id,
      processing: 100 - id,
      pending: 0,
    }));
    const { editor, ...started } = await startSignedIn({
      projects: makeProjects(PROJECTS),
      collections: makeCollections(3),
      stats,
    });
    ({ service, workbench } = started);
    await openAll(editor.dataFolder);
    await workbench.reload();
  });

  const panelOf = (name: string) =>
    workbench.editors.webviewFrame(`main:has(h1:has-text("${name}"))`);
  const statsRequests = () => service.requests.filter(isStats).length;
  const selectedAre = (...labels: readonly string[]) =>
    settles(async () => {
      assert.deepEqual(await workbench.trees.selectedRows('Projects'), labels);
    });
  const titles = async () =>
    (await workbench.editors.tabTitles()).map((title) => title.replace(/ \(.*/, ''));

  async function openAll(dataFolder: string): Promise<void> {
    const { trees, editors } = workbench;
    await trees.clickRow('Projects', 'Project 1', { times: 2 });
    await (await panelOf('Project 1')).getByText('1 of 100 confirmed').waitFor();
    // Without earlier readings, a comparison has no axis to choose.
    const now = Date.now();
    const hours = [2, 1].map((ago) => [now - ago * HOUR_MS, 0, 100, 0] as const);
    await storeReadings(dataFolder, 't/1', ...hours);
    await trees.clickRow('Collections', 'Collection 1', { times: 2 });
    await panelOf('Collection 1');
    await trees.chooseInRowMenu('Projects', 'Project 2', 'View as JSON');
    await selectedAre('Project 2');
    await trees.clickRow('Projects', 'Project 1', { holding: 'ControlOrMeta' });
    await selectedAre('Project 1', 'Project 2');
    await trees.chooseInRowMenu('Projects', 'Project 2', 'Compare Progress');
    const compared = await panelOf('Compare Progress');
    await compared.getByRole('radio', { name: 'By the clock' }).check();
    await workbench.runCommand('Mintscope: Open Portfolio');
    const portfolio = await editors.webviewFrame('main.portfolio .grid');
    await portfolio.getByText(/^stats of 12 of 12 projects/).waitFor();
    await portfolio.getByRole('searchbox').fill('project 1');
    await portfolio.locator('.grid[aria-rowcount="5"]').waitFor();
    await trees.clickRow('Projects', 'Project 4');
    await panelOf('Project 4');
  }

  it('the panel in front is shown again with its counts', async () => {
    const panel = await panelOf('Project 4');
    await panel.getByText('4 of 100 confirmed').waitFor();
    await settles(async () => {
      assert.deepEqual(await titles(), [
        'Project 1',
        'Collection 1',
        'Project 2',
        'Project 1 and Project 2 compared',
        'Portfolio',
        'Project 4',
      ]);
    });
  });

  it('the portfolio has its filter, and the comparison its axis, without a request for stats', async () => {
    const before = statsRequests();
    await workbench.editors.tab('Portfolio').click();
    const portfolio = await workbench.editors.webviewFrame('main.portfolio .grid');
    await portfolio.getByText(/^stats of 12 of 12 projects/).waitFor();
    await portfolio.locator('.grid[aria-rowcount="5"]').waitFor();
    await workbench.editors.tab(/compared$/).click();
    const compared = await panelOf('Compare Progress');
    await compared.locator('.compared').getByText('2 of 100').waitFor();
    assert.ok(await compared.getByRole('radio', { name: 'By the clock' }).isChecked());
    assert.equal(statsRequests(), before);
    await workbench.screenshot('restored');
  });

  it('a collection and a JSON document are shown again', async () => {
    await workbench.editors.tab(/^Collection 1 /).click();
    await (await panelOf('Collection 1')).getByText('https://meta.example.com/1.json').waitFor();
    await workbench.editors.tab(/^Project 2 \(2 · non-transferable\)\.json/).click();
    await workbench.page.locator('.view-lines').getByText('"transferable"').waitFor();
  });

  it('a row opened again has one tab, also if that was in the background, and the preview is reused', async () => {
    await workbench.openView();
    await workbench.trees.clickRow('Projects', 'Project 5');
    await panelOf('Project 5');
    await workbench.trees.clickRow('Projects', 'Project 1');
    await panelOf('Project 1');
    await settles(async () => {
      const open = (await titles()).filter((title) => /^Project \d+$/.test(title)).sort();
      assert.deepEqual(open, ['Project 1', 'Project 2', 'Project 5']);
    });
  });

  it('another account of the service closes the restored panels, and shows none of the earlier rows', async () => {
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
    await workbench.clearToasts();
    await settles(async () => {
      assert.deepEqual(await titles(), ['Project 2', 'Portfolio']);
    });
    await workbench.editors.tab(/^Project 2 /).click();
    await settles(async () => {
      assert.match(await workbench.editors.text(), /This belongs to another sign-in to/);
      const frames = workbench.page.frames().map((frame) => frame.locator('body').innerText());
      assert.doesNotMatch((await Promise.all(frames)).join(), /Project 1|The project with the/);
    });
    assert.doesNotMatch(await workbench.editors.text(), /The project with the/);
    await workbench.screenshot('restored-other-account');
  });
});
