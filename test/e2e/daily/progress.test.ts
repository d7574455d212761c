import assert from 'node:assert/strict';
import type { MinimalService } from '../../support/minimalService.ts';
import { settles } from '../support/eventually.ts';
import { type Editor, TOOLTIPS } from '../support/editor.ts';
import { makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const TOKEN = 'token-of-the-progress';

/** Each project has another share; the third is done, and of the fourth some have failed. */
function statsOf(id: number): object {
  const confirmed = id === 3 ? 1000 : (id * 7) % 1000;
  const counts = { total: 1000, confirmed, processing: 1000 - confirmed, pending: 0 };
  return id === 4 ? { ...counts, processing: counts.processing - 12, failed: 12 } : counts;
}

describe('How far projects are, in their rows', () => {
  const projects = makeProjects(500);
  const ref = (id: number) => `${id % 2 === 1 ? 't' : 'n'}/${id}`;
  const stats = Object.fromEntries(
    projects.map((_, index) => [ref(index + 1), statsOf(index + 1)] as const),
  );
  let service: MinimalService;
  let editor: Omit<Editor, 'stop'>;
  let workbench: Workbench;

  before(async () => {
    service = await startService({ token: TOKEN, projects, stats });
    const settings = { 'mintscope.pageSize': 100, ...TOOLTIPS };
    ({ workbench, editor } = await startSignedIn(service, TOKEN, settings));
  });

  after(async () => {
    await workbench.trees.leaveRows();
    await service.close();
  });

  const row = (id: number) => workbench.trees.row('Projects', `Project ${id}`);
  const asked = () =>
    service.requests.flatMap(({ path }) => /projects\/(.*)\/stats$/.exec(path)?.[1] ?? []);
  const shows = (id: number, badge: string) =>
    settles(async () => {
      assert.equal(await workbench.trees.badgeOf('Projects', `Project ${id}`), badge);
    });

  it('are shown where the counts are known, and nothing is asked for the others', async () => {
    await workbench.trees.clickRow('Projects', 'Project 9');
    await workbench.editors.webviewFrame('h1:has-text("Project 9")');
    await shows(9, '6');
    await shows(8, '');
    assert.deepEqual([...new Set(asked())], ['t/9']);
    await workbench.screenshot('progress-known');
  });

  it('are told in the tooltip of a row, which asks for counts that are not known', async () => {
    const tooltip = await workbench.trees.tooltip(row(4), '12 failed');
    await tooltip.getByText(/2%: 28 of 1,000 confirmed, 12 failed, as of \d\d:\d\d/).waitFor();
    await workbench.screenshot('progress-tooltip');
    await workbench.trees.leaveRows();
    await shows(4, '!');
    assert.deepEqual([...new Set(asked())].sort(), ['n/4', 't/9']);
  });

  it('leave icon, label and description as they are', async () => {
    const icon = async (id: number) =>
      row(id).locator('.custom-view-tree-node-item-icon').getAttribute('class');
    // The fourth has made Needs Attention appear above.
    await workbench.trees.reveal('Projects', 'Project 9');
    assert.equal(await icon(9), await icon(8));
    assert.match((await icon(9)) ?? '', /codicon-record/);
    const [ninth] = (await workbench.trees.rows('Projects')).filter(
      ({ label }) => label === 'Project 9',
    );
    assert.deepEqual(ninth, { label: 'Project 9', description: 'processing · P9' });
  });

  it('are read for the rows in sight if a person wants that, and for no others', async () => {
    await editor.changeSettings({
      'mintscope.pageSize': 100,
      'mintscope.showProgress': 'visible',
    });
    await workbench.trees.reveal('Projects', 'Project 1');
    await shows(1, '0');
    await shows(3, '✓');
    await workbench.views.chooseInMenu('Projects', 'Load All Projects');
    await workbench.views.says('Projects', '500');
    await workbench.trees.reveal('Projects', 'Project 1');
    const before = asked().length;
    assert.ok(before < 80, `${before} of 500 were asked for`);
    for (const [theme, file] of [
      ['Default Light Modern', 'light'],
      ['Default High Contrast', 'contrast'],
      ['Default Dark Modern', 'dark'],
    ] as const) {
      await editor.changeSettings({ 'workbench.colorTheme': theme });
      await workbench.screenshot(`progress-${file}`);
    }
    for (const width of [210, 600, 300]) {
      await workbench.setSideBarWidth(width);
      await workbench.screenshot(`progress-${width}`);
    }
  });

  it('are not read for rows that were scrolled past', async () => {
    const before = asked().length;
    service.hold(({ path }) => path.endsWith('/stats'));
    const list = workbench.views.pane('Projects').locator('.monaco-list').first();
    await list.focus();
    for (let screen = 0; screen < 8; screen++) await workbench.page.keyboard.press('PageDown');
    await workbench.page.keyboard.press('End');
    await row(500).waitFor();
    service.release();
    await shows(500, '50');
    await settles(async () => {
      const labels = (await workbench.trees.rows('Projects')).map(({ label }) => label);
      const badges = await Promise.all(
        labels.map((one) => workbench.trees.badgeOf('Projects', one)),
      );
      assert.ok(!badges.includes(''), badges.join());
    });
    // A row of the first screen is asked for again if the tests before took longer than a minute.
    const more = asked().slice(before);
    assert.ok(more.length < 200, `${more.length} were asked for`);
    assert.equal(more.length, new Set(more).size, 'none was asked for twice');
  });

  it('are no longer shown if a person turns that off', async () => {
    await editor.changeSettings({ 'mintscope.showProgress': 'never' });
    await shows(500, '');
  });
});
