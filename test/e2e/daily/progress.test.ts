import assert from 'node:assert/strict';
import { isStats, type MinimalService } from '../../support/minimalService.ts';
import { eventually, settles } from '../support/eventually.ts';
import { type Editor, TOOLTIPS } from '../support/editor.ts';
import { makeProjects, makeStats } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

/** Stats with a different share for each project. The third is done; the fourth has failed NFTs. */
function statsOf(id: number): object {
  const confirmed = id === 3 ? 1000 : (id * 7) % 1000;
  const counts = { total: 1000, confirmed, processing: 1000 - confirmed, pending: 0 };
  return id === 4 ? { ...counts, processing: counts.processing - 12, failed: 12 } : counts;
}

describe('Progress in rows', () => {
  const projects = makeProjects(500);
  const stats = makeStats(500, statsOf);
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
  const icon = (id: number) =>
    row(id).locator('.custom-view-tree-node-item-icon').getAttribute('class');

  it('a tooltip requests counts that are not known, and stays open when they arrive', async () => {
    const tooltip = await workbench.trees.tooltip(row(4), 'Needs attention: Failed 12');
    await tooltip.getByText(/2% · 28 of 1,000 confirmed, as of \d\d:\d\d/).waitFor();
    await workbench.screenshot('progress-tooltip');
    await workbench.trees.clickRow('Projects', 'Project 4');
    await tooltip.waitFor({ state: 'hidden' });
    await shows(4, '2% · Failed 12 · processing · P4');
    assert.match((await icon(4)) ?? '', /codicon-error/);
    assert.deepEqual([...new Set(requested())].sort(), ['n/4']);
  });

  it('only the counts of rows in sight are read', async () => {
    await editor.changeSettings({
      'mintscope.pageSize': 100,
      'mintscope.showProgress': 'visible',
    });
    await workbench.trees.reveal('Projects', 'Project 1');
    await shows(1, '<1% · processing · P1');
    await shows(3, '100% · processing · P3');
    assert.match((await icon(3)) ?? '', /codicon-pass/);
    await workbench.views.chooseInMenu('Projects', 'Load All Projects');
    await workbench.views.says('Projects', '500');
    await workbench.trees.reveal('Projects', 'Project 1');
    const before = requested().length;
    assert.ok(before < 80, `${before} of 500 were requested`);
    await workbench.screenshot('progress');
  });

  it('rows that were scrolled past are not read', async () => {
    const before = requested().length;
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
    await row(500).waitFor();
    service.release();
    await shows(500, '50% · processing · P500');
    await settles(async () => {
      for (const { label, description } of await workbench.trees.rows('Projects')) {
        assert.match(description, /^\d+% · /, label);
      }
    });
    // Rows of the first screen are read again if the tests before took longer than a minute.
    const more = requested().slice(before);
    assert.ok(more.length < 200, `${more.length} were requested`);
  });
});
