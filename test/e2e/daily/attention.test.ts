import assert from 'node:assert/strict';
import type { MinimalService } from '../../support/minimalService.ts';
import { settles } from '../support/eventually.ts';
import { makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const TOKEN = 'token-of-the-attention';

describe('What needs attention', () => {
  const VIEW = 'Needs Attention';
  const minting = { total: 100, confirmed: 40, processing: 60, pending: 0 };
  const stats: Record<string, object> = {
    't/1': { ...minting, processing: 22, failed: 38 },
    'n/2': { ...minting, processing: 40 },
    't/3': minting,
  };
  let service: MinimalService;
  let workbench: Workbench;

  before(async () => {
    const projects = makeProjects(3);
    service = await startService({ token: TOKEN, projects, stats });
    ({ workbench } = await startSignedIn(service, TOKEN));
  });

  after(async () => {
    await service.close();
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

  it('Needs Attention has no view while nothing needs it', async () => {
    await look(3);
    assert.equal(await workbench.views.pane(VIEW).count(), 0);
  });

  it('Needs Attention is a view above Projects, with the reason of each project, the worst first', async () => {
    await look(2);
    await look(1);
    await shows('Project 1: Failed 38 · 40%', 'Project 2: 20 unaccounted for · 40%');
    const headers = workbench.page.locator('.pane-header h3.title');
    assert.deepEqual((await headers.allTextContents()).slice(0, 2), [VIEW, 'Projects']);
    await workbench.screenshot('attention');
  });

  it('watched projects are listed below what needs attention', async () => {
    await workbench.trees.chooseInRowMenu('Projects', 'Project 3', 'Watch Minting');
    await shows(
      'Project 1: Failed 38 · 40%',
      'Project 2: 20 unaccounted for · 40%',
      'Project 3: 40% · watched',
    );
    await workbench.screenshot('attention-watched');
  });

  it('a click on the status bar lists the watched projects, and ends watching one', async () => {
    const { quickInput } = workbench;
    await workbench.statusItem('1 minting · 40%').click();
    await quickInput.firstItem('Project 3').waitFor();
    await workbench.screenshot('watch-list');
    await quickInput.clickItemButton('Project 3', 'Stop Watching');
    await workbench.statusItem('1 minting').waitFor({ state: 'detached' });
    await shows('Project 1: Failed 38 · 40%', 'Project 2: 20 unaccounted for · 40%');
  });

  it('an acknowledged project leaves Needs Attention, and comes back on request', async () => {
    await workbench.trees.chooseInRowMenu(VIEW, 'Project 1', 'Acknowledge Until It Changes');
    await shows('Project 2: 20 unaccounted for · 40%');
    await workbench.runCommand('Mintscope: Open Portfolio');
    const portfolio = await workbench.editors.webviewFrame('h1:has-text("Portfolio")');
    const acknowledged = portfolio.locator('.row.acknowledged');
    await acknowledged.getByText('Failed 38').waitFor();
    await acknowledged.getByText('acknowledged').waitFor();
    await portfolio.getByRole('button', { name: 'Counts contradict 1' }).waitFor();
    assert.equal(await portfolio.getByRole('button', { name: 'Failed 1' }).count(), 0);
    await workbench.screenshot('portfolio-acknowledged');
    await workbench.trees.chooseInRowMenu(VIEW, 'Project 2', 'Acknowledge Until It Changes');
    await workbench.views.pane(VIEW).waitFor({ state: 'detached' });
    await workbench.runCommand('Mintscope: Show Acknowledged Projects Again');
    await shows('Project 1: Failed 38 · 40%', 'Project 2: 20 unaccounted for · 40%');
  });
});
