import assert from 'node:assert/strict';
import type { MinimalService } from '../../support/minimalService.ts';
import { eventually, settles } from '../support/eventually.ts';
import { makeCollections, makeProjects } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';
import { isThere } from '../support/workbench/elements.ts';

const FIND = 'Find Project or Collection…';
const COUNT = 10_250;

describe('A list of more than ten thousand projects', () => {
  const projects = makeProjects(COUNT, (id) => {
    if (id === 70) return { name: 'A Late Ember' };
    if (id === 4321) return { name: 'Ember Tide', symbol: 'EMT' };
    return { status: id % 10 === 0 ? 'failed' : 'processing' };
  });
  let service: MinimalService;
  let workbench: Workbench;

  before(async () => {
    const settings = { 'mintscope.pageSize': 100 };
    const collections = makeCollections(45);
    ({ service, workbench } = await startSignedIn({ projects, collections }, settings));
  });

  const row = (label: string) => workbench.trees.row('Projects', label);

  it('the rows can be used without a mouse, and Load more leads to the first row it has loaded', async () => {
    const { quickInput, page, trees } = workbench;
    // It appears above Projects, and would move the focused row out of sight.
    await trees.row('Needs Attention', 'Project 10').waitFor();
    await workbench.runCommand('Mintscope: Focus on Projects View');
    await quickInput.closed();
    await workbench.views.pane('Projects').locator('.monaco-list:focus').waitFor();
    for (const [key, label] of [
      ['End', 'Load more'],
      ['Enter', 'Project 101'],
      ['ArrowUp', 'Project 100'],
      ['Home', 'Project 1'],
    ] as const) {
      await page.keyboard.press(key);
      await trees.focusedRow('Projects', label).waitFor();
    }
    await workbench.views.says('Projects', '200 of 10,250');
    await page.keyboard.press('Enter');
    await workbench.editors.webviewFrame('h1:has-text("Project 1")');
  });

  it('projects can be filtered, sorted and grouped by keyboard, and typing hides none of the choices', async () => {
    const { quickInput, trees } = workbench;
    const message = (text: string) =>
      workbench.views.pane('Projects').getByText(text).first().waitFor();
    await workbench.views.clickAction('Projects', 'Filter Projects…');
    await quickInput.waitFor('Type text to look for');
    await quickInput.choose('Failed or stalled');
    await quickInput.title('Filter Projects · 19 of 200 loaded').waitFor();
    await quickInput.type('project 5');
    await message('Filter: failed or stalled, “project 5”.');
    await quickInput.titleButton('Search all 10,250').waitFor();
    await settles(async () => {
      assert.equal((await quickInput.itemTexts()).length, 6);
    });
    await workbench.screenshot('filter-picker');
    await quickInput.accept();
    await quickInput.closed();
    await trees.focusedRow('Projects', 'Project 50').waitFor();
    await workbench.views.says('Projects', '2 of 200 loaded');
    await workbench.runCommand('Mintscope: Clear Filter');
    await workbench.views.says('Projects', '200 of 10,250');
    // The focus comes back to the row in its own time, which may be after the key.
    await eventually('focus on the first row', async (patience) => {
      await workbench.page.keyboard.press('Home');
      return isThere(trees.focusedRow('Projects', 'Project 1'), patience);
    });
    await workbench.runToQuickInput('Mintscope: Sort and Group Projects…', 'No groups');
    await quickInput.enter('Sort by name');
    await row('A Late Ember').waitFor();
    await workbench.runToQuickInput('Mintscope: Sort and Group Projects…', 'No groups');
    await quickInput.enter('Group by status');
    await message('Only 200 of 10,250 are loaded; the other projects are not sorted in yet.');
    await row('failed').waitFor();
    await workbench.screenshot('grouped');
    await workbench.runToQuickInput('Mintscope: Sort and Group Projects…', 'No groups');
    await quickInput.enter('No groups');
    await message('Only 200 of 10,250 are loaded; the other projects are not sorted in yet.');
    await workbench.runToQuickInput('Mintscope: Sort and Group Projects…', 'No groups');
    await quickInput.enter('Sort as the service lists them');
    await row('Project 1').waitFor();
  });

  it('Find does not move the active row while pages arrive, and copies and reveals it by keyboard', async () => {
    const { quickInput, page } = workbench;
    // The command before takes the focus to the rows, which must not happen once Find is open.
    await workbench.trees.focusedRow('Projects', 'Project 1').waitFor();
    service.hold();
    await workbench.views.clickAction('Projects', FIND);
    await quickInput.waitFor('Name, symbol, id, mint address, status or owner');
    await quickInput.type('ember');
    await quickInput.firstItem('A Late Ember').waitFor();
    await quickInput.activeItem.filter({ hasText: 'A Late Ember' }).waitFor();
    await quickInput.title('Find · 245 of 10,295 rows searched · 1 match').waitFor();
    // The better match is on a later page. With one item, the key would stay at it.
    await quickInput.items.filter({ hasText: /Search the (rest|other)/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await quickInput.activeItem.filter({ hasText: /Search the (rest|other)/ }).waitFor();
    await page.keyboard.press('Enter');
    await quickInput.activeItem.filter({ hasText: 'A Late Ember' }).waitFor();
    service.release();
    await quickInput.title('Find · all 10,295 rows searched · 2 matches').waitFor();
    await quickInput.items.filter({ hasText: 'Ember Tide' }).waitFor();
    await settles(async () => {
      assert.match(await quickInput.activeItem.innerText(), /A Late Ember/);
      assert.match((await quickInput.itemTexts())[0] ?? '', /A Late Ember/);
    });
    await workbench.screenshot('find');
    await quickInput.type('emt');
    await quickInput.title('Find · all 10,295 rows searched · 1 match').waitFor();
    await quickInput.activeItem.filter({ hasText: 'Ember Tide' }).waitFor();
    for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    await workbench.statusItem('1 mint address copied.').waitFor();
    assert.equal(await workbench.clipboard.text(), `Mint${'4321'.padStart(40, 'x')}`);
    for (const key of ['ArrowRight', 'Enter']) await page.keyboard.press(key);
    await workbench.trees.focusedRow('Projects', 'Ember Tide').waitFor();
    await workbench.screenshot('find-revealed');
  });

  it('of more than 10,000 projects the view shows 10,000, and a refresh keeps selection and place', async () => {
    await workbench.views.says('Projects', '10,250');
    await workbench.trees.clickRow('Projects', 'Ember Tide');
    await workbench.editors.webviewFrame('h1:has-text("Ember Tide")');
    const list = workbench.views.pane('Projects').locator('.monaco-list').first();
    // Within the list: the line above it moves it down.
    const place = () =>
      eventually('place of the row', async () => {
        const inside = await row('Ember Tide').boundingBox();
        const around = await list.boundingBox();
        return inside && around ? { y: inside.y - around.y } : undefined;
      });
    // That line takes the room of the row at the lower edge, where a row that was revealed may lie.
    for (const [key, label] of [
      ['ArrowDown', 'Project 4324'],
      ['ArrowUp', 'Ember Tide'],
    ] as const) {
      for (let times = 0; times < 3; times++) await workbench.page.keyboard.press(key);
      await workbench.trees.focusedRow('Projects', label).waitFor();
    }
    const before = await place();
    Object.assign(projects[4321]!, { status: 'confirmed' });
    // By the button, because opening the palette presses Escape, which clears the selection.
    await workbench.views.clickAction('Projects', 'Refresh Projects');
    await workbench.views
      .pane('Projects')
      .getByText(/^1 now confirmed since \d\d:\d\d\.$/)
      .first()
      .waitFor();
    await workbench.trees.selectedAre('Projects', 'Ember Tide');
    await settles(async () => {
      assert.deepEqual(await place(), before);
    });
    await row('Project 4322').getByText('→ confirmed (was processing)').waitFor();
    await list.focus();
    await workbench.page.keyboard.press('End');
    await row('10,000 shown of 10,250 loaded').waitFor();
    await workbench.screenshot('limit');
    await workbench.page.keyboard.press('Alt+F5');
    await workbench.trees.focusedRow('Projects', 'Project 4322').waitFor();
  });

  it('a change is counted on the icon, and a key goes to it and speaks it', async () => {
    const { page } = workbench;
    await page.locator('.activitybar .badge-content', { hasText: '1' }).waitFor();
    await workbench.trees.clickRow('Projects', 'Ember Tide');
    await workbench.views.pane('Projects').locator('.monaco-list:focus').waitFor();
    await page.keyboard.press('Alt+F5');
    await workbench.trees.focusedRow('Projects', 'Project 4322').waitFor();
    const said = /^Project 4322: → confirmed \(was processing\) \(1 of 1\)$/;
    await page.getByText(said).first().waitFor();
  });
});
