import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { MinimalService } from '../../support/minimalService.ts';
import { eventually, settles } from '../support/eventually.ts';
import { makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const TOKEN = 'token-for-filtering';

describe('Filtering, sorting and grouping 5,000 projects', () => {
  let service: MinimalService;
  let workbench: Workbench;
  // Of each ten, one has failed, three are confirmed; each seventh is a harbor.
  const projects = makeProjects(5000, (id) => ({
    status: id % 10 === 0 ? 'failed' : id % 10 < 4 ? 'confirmed' : 'processing',
    name: id % 7 === 0 ? `Harbor ${id}` : `Project ${id}`,
  }));
  const confirmedHarbors = (among: number) =>
    projects
      .slice(0, among)
      .filter(({ name, status }) => status === 'confirmed' && String(name).startsWith('Harbor'))
      .map(({ name }) => String(name));

  before(async () => {
    service = await startService({ token: TOKEN, projects });
    ({ workbench } = await startSignedIn(service, TOKEN, { 'mintscope.pageSize': 100 }));
  });

  after(async () => {
    await service.close();
  });

  const message = (text: string | RegExp) =>
    workbench.views.pane('Projects').getByText(text).first();
  const labels = async () => (await workbench.trees.rows('Projects')).map(({ label }) => label);
  /** The row that the keys act on, once it is this one. */
  const focused = (label: string) =>
    workbench.views
      .pane('Projects')
      .locator('.monaco-list:focus .monaco-list-row.focused .label-name')
      .getByText(label, { exact: true })
      .waitFor();
  /** Resolves when the rows begin with these. */
  async function shown(first: readonly string[]): Promise<void> {
    await eventually(`rows that begin with ${first.join(', ')}`, async () =>
      isDeepStrictEqual((await labels()).slice(0, first.length), first),
    );
  }

  it('the filter follows what the user types and checks, and shows what it covers', async () => {
    await workbench.views.clickAction('Projects', 'Filter Projects…');
    const { quickInput } = workbench;
    await quickInput.waitFor('Type text to look for');
    await quickInput.firstItem('Unfinished').waitFor();
    await workbench.screenshot('filter-picker-empty');
    await settles(async () => {
      assert.deepEqual(await quickInput.itemTexts(), [
        'UnfinishedProgress · 70 of 100 loaded',
        'StuckProgress · 10 of 100 loaded',
        'failedStatus · 10 of 100 loaded',
        'processingStatus · 60 of 100 loaded',
        'confirmedStatus · 30 of 100 loaded',
        'TransferableKind · 50 of 100 loaded',
        'Non-transferableKind · 50 of 100 loaded',
      ]);
    });
    await quickInput.choose('confirmed');
    await message('Filter: confirmed.').waitFor();
    await quickInput.title('Filter Projects · 30 of 100 loaded match').waitFor();
    await quickInput.type('harbor');
    const found = confirmedHarbors(100);
    await message('Filter: confirmed, “harbor”.').waitFor();
    await quickInput.title(`Filter Projects · ${found.length} of 100 loaded match`).waitFor();
    await quickInput.titleButton('Search all 5,000').waitFor();
    await settles(async () => {
      assert.equal((await quickInput.itemTexts()).length, 7, 'typing hides none of the choices');
    });
    await workbench.trees.row('Projects', found[0]!).waitFor();
    await workbench.screenshot('filter-picker');
    await quickInput.accept();
    await quickInput.closed();
    await shown([...found, 'Search all 5,000']);
    await focused(found[0]!);
    await workbench.views.says('Projects', `${found.length} of 100 loaded`);
    await workbench.screenshot('filter');
  });

  it('Escape restores the filter as it was', async () => {
    await workbench.views.clickAction('Projects', 'Filter Projects…');
    await workbench.quickInput.waitFor('Type text to look for');
    await workbench.quickInput.type('nothing is called so');
    await workbench.trees.row('Projects', 'No project matches').waitFor();
    await workbench.quickInput.cancel();
    await message('Filter: confirmed, “harbor”').waitFor();
    await workbench.trees.row('Projects', confirmedHarbors(100)[0]!).waitFor();
  });

  it('sorted and grouped projects show what that covers', async () => {
    await workbench.views.chooseInMenu('Projects', 'Sort Projects…');
    await workbench.quickInput.choose('Name');
    await shown(['Harbor 21', 'Harbor 42', 'Harbor 63']);
    await workbench.views.chooseInMenu('Projects', 'Group Projects…');
    await workbench.screenshot('group-picker');
    await workbench.quickInput.choose('Status');
    await workbench.trees.row('Projects', 'confirmed').waitFor();
    await settles(async () => {
      const [first] = await workbench.trees.rows('Projects');
      const description = `${confirmedHarbors(100).length} loaded`;
      assert.deepEqual(first, { label: 'confirmed', description });
    });
  });

  it('projects can be filtered, sorted and grouped by keyboard only', async () => {
    const { keyboard } = workbench.page;
    await workbench.runCommand('Mintscope: Clear Filter');
    await message('Grouped by status and sorted by name among 100 loaded of 5,000.').waitFor();
    await workbench.runCommand('Mintscope: Group Projects…');
    await workbench.quickInput.waitFor('Group by');
    await keyboard.press('Home');
    await keyboard.press('ArrowUp');
    await keyboard.press('Enter');
    await message('Sorted by name among 100 loaded of 5,000.').waitFor();
    await workbench.runToQuickInput('Mintscope: Filter Projects…', 'Type text to look for');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await workbench.screenshot('filter-keyboard');
    await keyboard.press('Space');
    await message(/^Filter: \w+\./).waitFor();
    await workbench.quickInput.title(/loaded match$/).waitFor();
    await keyboard.press('Enter');
    await workbench.quickInput.closed();
    await message(/^Filter: \w+\./).waitFor();
    await workbench.runCommand('Mintscope: Clear Filter');
    await message('Sorted by name among 100 loaded of 5,000.').waitFor();
  });
});
