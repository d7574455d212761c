import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { eventually, settles } from '../support/eventually.ts';
import { makeProjects } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

describe('Filtering, sorting and grouping 5,000 projects', () => {
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
    ({ workbench } = await startSignedIn({ projects }, { 'mintscope.pageSize': 100 }));
  });

  const message = (text: string | RegExp) =>
    workbench.views.pane('Projects').getByText(text).first();
  const labels = async () => (await workbench.trees.rows('Projects')).map(({ label }) => label);
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
    await workbench.trees.focusedRow('Projects', found[0]!).waitFor();
    await workbench.views.says('Projects', `${found.length} of 100 loaded`);
    await workbench.screenshot('filter');
  });

  it('projects can be filtered, sorted and grouped by keyboard only', async () => {
    const { keyboard } = workbench.page;
    await workbench.runCommand('Mintscope: Clear Filter');
    await workbench.runToQuickInput('Mintscope: Sort Projects…', 'Sort by');
    await workbench.quickInput.type('Name');
    await keyboard.press('Enter');
    await shown(['Harbor 7', 'Harbor 14']);
    await workbench.runToQuickInput('Mintscope: Group Projects…', 'Group by');
    await workbench.quickInput.type('Status');
    await keyboard.press('Enter');
    await message('Grouped by status and sorted by name among 100 loaded of 5,000.').waitFor();
    await workbench.trees.row('Projects', 'failed').waitFor();
    await workbench.screenshot('grouped');
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
    await message('Grouped by status and sorted by name among 100 loaded of 5,000.').waitFor();
  });
});
