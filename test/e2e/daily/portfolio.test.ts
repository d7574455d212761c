import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { isStats, type MinimalService } from '../../support/minimalService.ts';
import { isAccessibleInThemes } from '../support/axe.ts';
import type { Editor } from '../support/editor.ts';
import { eventually, settles } from '../support/eventually.ts';
import { makeProjects, makeStats } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import { chooseInMenu, menuEntries } from '../support/workbench/menus.ts';
import type { Workbench } from '../support/workbench.ts';

const COUNT = 320;
const RTL_NAME = 'مصابيح الميناء القديم';

const projects = makeProjects(COUNT, (id) => ({
  ...(id === 4 && { status: 'failed' }),
  ...(id === 5 && { name: `A name that goes on and on ${'and on '.repeat(40)}` }),
  ...(id === 6 && { name: RTL_NAME }),
}));

/** Each project has another number of NFTs; those of project 8 do not add up. */
function countsOf(id: number): object {
  const total = id * 10;
  const confirmed = Math.floor((total * (id % 7)) / 7);
  return { total: id === 8 ? 81 : total, confirmed, processing: total - confirmed, pending: 0 };
}

describe('The portfolio', () => {
  const stats = makeStats(COUNT, countsOf);
  let service: MinimalService;
  let editor: Pick<Editor, 'changeSettings'>;
  let workbench: Workbench;
  let panel: Frame;

  before(async () => {
    ({ service, editor, workbench } = await startSignedIn(
      { projects, stats },
      { 'mintscope.pageSize': 100 },
    ));
    await workbench.page.setViewportSize({ width: 1600, height: 900 });
    await workbench.setSideBarWidth(220);
  });

  const statsRequests = () => service.requests.filter(isStats).length;
  const button = (name: string) => panel.getByRole('button', { name, exact: true });
  const says = (text: string | RegExp) => panel.locator('.meta').getByText(text).waitFor();
  /** Resolves when the table has so many rows. */
  const shows = (count: number) => panel.locator(`.grid[aria-rowcount="${count + 1}"]`).waitFor();
  const names = () => panel.evaluate<string[]>(NAMES);
  const firstIs = (name: string) =>
    settles(async () => {
      assert.equal((await names())[0], name);
    });
  const row = (name: string) =>
    panel.locator('.body .row', { has: panel.getByText(name, { exact: true }) });
  const grid = () => panel.locator('.grid');
  /** Resolves when the keyboard is in a cell with this text. */
  const cellIs = (text: string | RegExp) =>
    panel.locator('.cell[data-active]', { hasText: text }).waitFor();
  const press = (key: string) => workbench.page.keyboard.press(key);
  const focusIs = (selector: string) => panel.locator(`${selector}:focus`).waitFor();

  it('the portfolio reads the stats of all projects, four at a time, and can be paused by keyboard', async () => {
    service.hold(isStats);
    await workbench.runCommand('Mintscope: Open Portfolio');
    panel = await workbench.editors.webviewFrame('main.portfolio');
    await says('stats of 0 of 320 projects');
    await eventually('4 requests for stats', () => statsRequests() === 4);
    await shows(320);
    await workbench.screenshot('portfolio-begun');
    await button('Pause').focus();
    await press('Enter');
    await button('Resume').waitFor();
    await focusIs('#resume');
    service.release();
    await says(/^stats of 4 of 320 projects/);
    assert.equal(statsRequests(), 4, 'nothing is requested while it is paused');
    await button('Resume').click();
    await says(/^stats of 320 of 320 projects, oldest just now/);
    await button('Refresh').waitFor();
    await workbench.screenshot('portfolio');
  });

  it('the portfolio copies a picture of its totals', async () => {
    const [width, height] = await workbench.copyPicture(panel, 'portfolio-copied');
    assert.equal(width, 1440);
    assert.ok(height > 400);
    await panel.getByText('Picture copied.').first().waitFor();
  });

  it('the portfolio sorts by a click on a heading, and filters by text and kind', async () => {
    await panel.getByRole('columnheader', { name: 'Total' }).click();
    await firstIs('Project 320');
    await panel.locator('[aria-sort="descending"]', { hasText: 'Total' }).waitFor();
    const text = panel.getByRole('searchbox', { name: 'Filter by name, symbol or id' });
    await text.fill('project 31');
    await shows(13);
    await panel.getByText('of 13 projects shown').waitFor();
    await panel.getByText('13 of 320 shown').waitFor();
    await button('Export Shown…').waitFor();
    assert.deepEqual((await names()).slice(0, 2), ['Project 319', 'Project 318']);
    await panel.getByRole('button', { name: 'Kind: any' }).click();
    await panel.getByRole('checkbox', { name: 'Transferable', exact: true }).check();
    await shows(8);
    await press('Escape');
    await text.fill('no such project');
    await panel.getByText('No project matches the filter.').waitFor();
    await workbench.screenshot('portfolio-none');
    // There is another Clear Filter above the table.
    await panel.locator('.empty').getByRole('button', { name: 'Clear Filter' }).click();
    await shows(320);
  });

  it('the portfolio is a grid for the keyboard', async () => {
    await grid().focus();
    await press('Control+Home');
    await cellIs('Project 320');
    for (const [key, text] of [
      ['ArrowDown', 'Project 319'],
      ['Control+End', /\d/],
      ['Control+Home', 'Project 320'],
      ['ArrowUp', 'Name'],
      ['Enter', 'Name'],
    ] as const) {
      await press(key);
      await cellIs(text);
    }
    await panel.getByRole('columnheader', { name: 'Name', exact: false }).first().waitFor();
    await panel.locator('[aria-sort="ascending"]', { hasText: 'Name' }).waitFor();
    await panel.getByRole('status').getByText('Sorted by name, ascending.').waitFor();
    const active = await grid().getAttribute('aria-activedescendant');
    assert.equal(await panel.locator(`#${active ?? ''}`).count(), 1);
  });

  it('portfolio rows selected by keyboard stay selected when the table is sorted and filtered', async () => {
    const selected = () => panel.locator('[role="row"][aria-selected="true"]').count();
    await grid().focus();
    await press('Control+Home');
    await press('ArrowDown');
    await press(' ');
    await press('Shift+ArrowDown');
    await press('Shift+ArrowDown');
    await panel.getByText('3 selected').first().waitFor();
    assert.equal(await selected(), 3);
    await press('Control+a');
    await panel.getByText('320 selected').first().waitFor();
    assert.equal(await panel.evaluate<string>('String(getSelection())'), '');
    await press('Escape');
    await panel.getByRole('group', { name: 'Selected projects' }).waitFor({ state: 'hidden' });
    await row('Project 2').locator('.check').click();
    await row('Project 3').locator('.check').click();
    await panel.getByRole('columnheader', { name: 'Total' }).click();
    await firstIs('Project 320');
    const text = panel.getByRole('searchbox');
    await text.fill('P3');
    await panel.getByText('2 selected, 1 hidden by the filter').first().waitFor();
    await text.fill('');
    await shows(320);
    await panel.getByText('2 selected').first().waitFor();
    await button('Clear Selection').click();
  });

  it('the copy key copies the focused portfolio row, whose menu has no Cut or Paste', async () => {
    await grid().focus();
    await press('Control+Home');
    await cellIs('Project 320');
    await press('Control+c');
    await panel.getByRole('status').getByText('1 project copied').waitFor();
    assert.match(await workbench.clipboard.text(), /\| Project 320 \|/);
    const paste = workbench.page.getByRole('menuitem', { name: 'Paste' });
    const copied = async (pattern: RegExp) =>
      settles(async () => {
        assert.match(await workbench.clipboard.text(), pattern);
      });
    const byPointer = () => row('Project 318').click({ button: 'right' });
    const entries = await menuEntries(workbench.page, byPointer);
    assert.equal(entries[0], 'Open Stats');
    assert.ok(entries.includes('Watch Minting') && !entries.includes('Stop Watching'));
    assert.ok(!entries.includes('Paste') && !entries.includes('Compare Progress'));
    await chooseInMenu(workbench.page, 'Copy ID', byPointer);
    await copied(/^n\/318$/);
    await grid().focus();
    await cellIs('Project 320');
    await chooseInMenu(workbench.page, 'Copy ID', () => press('Shift+F10'));
    await copied(/^n\/320$/);
    // The keyboard is still in the same cell.
    await eventually('the focus back in the page', () => panel.evaluate('document.hasFocus()'));
    await press('ArrowDown');
    await cellIs('Project 319');
    await row('Project 318').locator('.check').click();
    await row('Project 319').locator('.check').click();
    await byPointer();
    await workbench.page.getByRole('menuitem', { name: 'Compare Progress' }).waitFor();
    // Ctrl+C copies rows here, so no entry of the menu may show another meaning of a key.
    const keys = workbench.page.locator('.monaco-menu .keybinding');
    assert.deepEqual((await keys.allInnerTexts()).filter(Boolean), []);
    await workbench.screenshot('portfolio-menu');
    await press('Escape');
    await press('Escape');
    await panel.getByRole('searchbox').click({ button: 'right' });
    await paste.waitFor();
    await press('Escape');
    await paste.waitFor({ state: 'hidden' });
  });

  it('Enter opens the stats of a portfolio row, and the portfolio is unchanged when it is shown again', async () => {
    await grid().focus();
    await press('Control+Home');
    for (let page = 0; page < 4; page++) await press('PageDown');
    const here = await panel.locator('.cell[data-active]').innerText();
    const [first] = await names();
    await press('Enter');
    await workbench.editors.webviewFrame(`h1:has-text("${here}")`);
    await workbench.editors.tab('Portfolio').click();
    panel = await workbench.editors.webviewFrame('main.portfolio');
    await cellIs(here);
    await firstIs(first!);
    await focusIs('.grid');
    await press('ArrowUp');
    await panel.locator('.cell[data-active]', { hasNotText: here }).waitFor();
  });

  it('the portfolio has no serious accessibility faults in any theme', async () => {
    // Few rows: axe takes seconds for the cells of a whole screen, and all rows are alike.
    await panel.getByRole('searchbox').fill('project 32');
    await shows(4);
    await row('Project 320').locator('.check').click();
    await isAccessibleInThemes({ editor, workbench }, panel, 'portfolio');
    await button('Clear Filter').click();
    await shows(320);
  });

  it('a portfolio of 360 by 420 pixels shows rows and names their order, and fits 220 pixels', async () => {
    await button('Clear Selection').click();
    await workbench.hideSideBar();
    // The editor makes a group of editors 220 pixels wide at least.
    for (const [width, height] of [
      [220, 700],
      [360, 420],
    ] as const) {
      await workbench.resizePanel(panel, width, height);
      await workbench.screenshot(`portfolio-${width}x${height}`);
    }
    const lowest =
      '[...document.querySelectorAll(".body .row")].map((row) => ' +
      'row.getBoundingClientRect().bottom).sort((one, other) => one - other)[3]';
    const bottom = await panel.evaluate<number>(lowest);
    assert.ok(bottom < 420, `four rows end at ${bottom}`);
    await panel.locator('.selection').getByText('sorted by Total, descending').waitFor();
  });
});

/** The names of the rows in sight below the headings, from the top. */
const NAMES = `(() => {
  const { top } = document.querySelector('.grid').getBoundingClientRect();
  return [...document.querySelectorAll('.body .row')]
    .filter((row) => row.getBoundingClientRect().top >= top + 20)
    .sort((one, other) => one.ariaRowIndex - other.ariaRowIndex)
    .map((row) => row.querySelector('.open').textContent);
})()`;
