import assert from 'node:assert/strict';
import { settles } from '../support/eventually.ts';
import { makeProjects } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

describe('What needs attention', () => {
  const VIEW = 'Needs Attention';
  const minting = { total: 100, confirmed: 40, processing: 60, pending: 0 };
  const stats: Record<string, object> = {
    't/1': { ...minting, processing: 22, failed: 38 },
    'n/2': { ...minting, processing: 40 },
    't/3': minting,
  };
  let workbench: Workbench;

  before(async () => {
    const projects = makeProjects(3);
    ({ workbench } = await startSignedIn({ projects, stats }));
  });

  const rows = async () =>
    (await workbench.trees.rows(VIEW)).map(({ label, description }) => `${label}: ${description}`);
  const shows = (...expected: readonly string[]) =>
    settles(async () => {
      assert.deepEqual(await rows(), expected);
    });
  const look = async (id: number) => {
    await workbench.trees.clickRow('Projects', `Project ${id}`);
    await workbench.editors.webviewFrame(`h1:has-text("Project ${id}")`);
  };

  it('Needs Attention is a view above Projects only while a project needs it, the worst first', async () => {
    await look(3);
    assert.equal(await workbench.views.pane(VIEW).count(), 0);
    await look(2);
    await look(1);
    await shows('Project 1: Failed 38 · 40%', 'Project 2: 20 unaccounted for · 40%');
    const headers = workbench.page.locator('.pane-header h3.title');
    assert.deepEqual((await headers.allTextContents()).slice(0, 2), [VIEW, 'Projects']);
    await workbench.screenshot('attention');
    await workbench.trees.chooseInRowMenu('Projects', 'Project 3', 'Watch Minting');
    await workbench.trees.row(VIEW, 'Project 3').waitFor();
    const menu = await workbench.trees.rowMenu('Projects', 'Project 3');
    assert.ok(menu.includes('Stop Watching') && !menu.includes('Watch Minting'), menu.join());
    await workbench.trees.chooseInRowMenu('Projects', 'Project 3', 'Stop Watching');
    await workbench.trees.row(VIEW, 'Project 3').waitFor({ state: 'detached' });
    for (const label of ['Project 1', 'Project 2']) {
      await workbench.trees.chooseInRowMenu(VIEW, label, 'Acknowledge Until It Changes');
    }
    await workbench.views.pane(VIEW).waitFor({ state: 'detached' });
    await workbench.runCommand('Mintscope: Show Acknowledged Projects Again');
    await shows('Project 1: Failed 38 · 40%', 'Project 2: 20 unaccounted for · 40%');
  });
});
