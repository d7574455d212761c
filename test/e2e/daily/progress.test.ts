import assert from 'node:assert/strict';
import { isStats, type MinimalService } from '../../support/minimalService.ts';
import { eventually, settles } from '../support/eventually.ts';
import { type Editor, TOOLTIPS } from '../support/editor.ts';
import { makeProjects, makeStats } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const ATTENTION = 'Needs Attention';

/** Stats with a different share for each project. The third is done; the fourth has failed NFTs. */
function statsOf(id: number): object {
  const confirmed = id === 3 ? 1000 : (id * 7) % 1000;
  const counts = { total: 1000, confirmed, processing: 1000 - confirmed, pending: 0 };
  return id === 4 ? { ...counts, processing: counts.processing - 12, failed: 12 } : counts;
}

describe('Progress in rows', () => {
  const all = makeProjects(600);
  const projects = all.slice(0, 500);
  const stats = makeStats(600, statsOf);
  let service: MinimalService;
  let editor: Omit<Editor, 'stop'>;
  let workbench: Workbench;

  before(async () => {
    const settings = { 'mintscope.pageSize': 100, ...TOOLTIPS };
    ({ service, workbench, editor } = await startSignedIn({ projects, stats }, settings));
  });

  after(async () => {
    await workbench.trees.leaveRows();
  });

  const row = (id: number) => workbench.trees.row('Projects', `Project ${id}`);
  const requested = () =>
    service.requests.flatMap(({ path }) => /projects\/(.*)\/stats$/.exec(path)?.[1] ?? []);
  const shows = (id: number, description: string) =>
    row(id).getByText(description, { exact: true }).waitFor();
  const attentionIs = (...expected: readonly string[]) =>
    settles(async () => {
      const rows = await workbench.trees.rows(ATTENTION);
      assert.deepEqual(
        rows.flatMap(({ label, description }) =>
          label === 'Read All' ? [] : `${label}: ${description}`,
        ),
        expected,
      );
    });

  it('a tooltip says how far its project is as far as it is known, and closes at a click', async () => {
    const unread = await workbench.trees.tooltip(row(4), 'Counts: not read yet');
    await workbench.trees.clickRow('Projects', 'Project 4');
    await unread.waitFor({ state: 'hidden' });
    await shows(4, '2% · Failed 12 · processing · P4');
    assert.deepEqual([...new Set(requested())].sort(), ['n/4']);
    await settles(async () => {
      const spoken = (await row(4).getAttribute('aria-label')) ?? '';
      assert.match(spoken, /^Project 4, needs attention: Failed 12, 2% confirmed, processing · P4/);
    });
    const tooltip = await workbench.trees.tooltip(row(4), 'Needs attention: Failed 12');
    await tooltip.getByText(/2% · 28 of 1,000 confirmed, as of \d\d:\d\d/).waitFor();
    await workbench.screenshot('progress-tooltip');
    await workbench.trees.leaveRows();
  });

  it('Needs Attention stands above Projects only while a project needs attention or is watched', async () => {
    await attentionIs('Project 4: Failed 12 · 2%');
    const headers = workbench.page.locator('.pane-header h3.title');
    assert.deepEqual((await headers.allTextContents()).slice(0, 2), [ATTENTION, 'Projects']);
    await workbench.screenshot('attention');
    await workbench.trees.chooseInRowMenu('Projects', 'Project 1', 'Watch Minting');
    await workbench.trees.row(ATTENTION, 'Project 1').waitFor();
    const menu = await workbench.trees.rowMenu('Projects', 'Project 1');
    assert.ok(menu.includes('Stop Watching') && !menu.includes('Watch Minting'), menu.join());
    await workbench.trees.chooseInRowMenu('Projects', 'Project 1', 'Stop Watching');
    await workbench.trees.row(ATTENTION, 'Project 1').waitFor({ state: 'detached' });
    const acknowledge = 'Acknowledge Until It Changes';
    await workbench.trees.chooseInRowMenu(ATTENTION, 'Project 4', acknowledge);
    await workbench.views.pane(ATTENTION).waitFor({ state: 'detached' });
    await workbench.runCommand('Mintscope: Show Acknowledged Projects Again');
    await attentionIs('Project 4: Failed 12 · 2%');
  });

  it('of a large service, counts are read only of rows in sight, not of rows scrolled past', async () => {
    projects.push(...all.slice(500));
    await workbench.runCommand('Mintscope: Refresh Projects');
    await workbench.views.says('Projects', '100 of 600');
    await editor.changeSettings({ 'mintscope.showProgress': 'visible' });
    await workbench.trees.reveal('Projects', 'Project 1');
    await shows(3, '100% · processing · P3');
    const icon = row(3).locator('.custom-view-tree-node-item-icon');
    // No tick beside a status that says otherwise.
    assert.match((await icon.getAttribute('class')) ?? '', /codicon-circle-outline/);
    await workbench.views.chooseInMenu('Projects', 'Load All Projects');
    await workbench.views.says('Projects', '600');
    assert.ok(requested().length < 80, `${requested().length} of 600 were requested`);
    await workbench.screenshot('progress');
    service.hold(isStats);
    const list = workbench.views.pane('Projects').locator('.monaco-list').first();
    await list.focus();
    const focused = () => list.getAttribute('aria-activedescendant');
    for (let screen = 0; screen < 8; screen++) {
      const before = await focused();
      await workbench.page.keyboard.press('PageDown');
      // The editor scrolls first and focuses a row later, which would undo the key End.
      await eventually('the next screen', async () => {
        const now = await focused();
        return now !== null && now !== before;
      });
    }
    await workbench.page.keyboard.press('End');
    await row(600).waitFor();
    service.release();
    await shows(600, '20% · processing · P600');
    await settles(async () => {
      for (const { label, description } of await workbench.trees.rows('Projects')) {
        assert.match(description, /^\d+% · /, label);
      }
    });
    // Rows of the first screen may be read again, a minute after they were read first.
    assert.ok(requested().length < 280, `${requested().length} of 600 were requested`);
  });

  it('a button in the title of Needs Attention reads the counts of all projects', async () => {
    await workbench.views.clickAction(ATTENTION, 'Read All Counts');
    await settles(() => {
      assert.equal(new Set(requested()).size, 600);
    });
    // The row of what is confirmed is read again, and its status still says otherwise.
    await attentionIs(
      'Project 4: Failed 12 · 2%',
      'Project 3: Status disagrees: processing · 100%',
    );
  });
});
