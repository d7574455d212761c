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

describe('The portfolio', () => {
  const projects = makeProjects(COUNT);
  // Each project has another number of NFTs.
  const stats = makeStats(COUNT, (id) => ({ total: id * 10, confirmed: id, processing: id * 9 }));
  let service: MinimalService;
  let editor: Pick<Editor, 'changeSettings'>;
  let workbench: Workbench;
  let panel: Frame;

  before(async () => {
    const settings = { 'mintscope.pageSize': 100 };
    ({ service, editor, workbench } = await startSignedIn({ projects, stats }, settings));
    await workbench.page.setViewportSize({ width: 1600, height: 900 });
  });

  const button = (name: string) => panel.getByRole('button', { name, exact: true });
  const says = (text: string | RegExp) => panel.locator('.meta').getByText(text).waitFor();
  /** Resolves when the table has so many rows. */
  const shows = (count: number) => panel.locator(`.grid[aria-rowcount="${count + 1}"]`).waitFor();
  const firstIs = (name: string) =>
    settles(async () => {
      assert.equal((await panel.evaluate<string[]>(NAMES))[0], name);
    });
  const check = (name: string) =>
    panel
      .locator('.body .row', { has: panel.getByText(name, { exact: true }) })
      .locator('.check')
      .click();
  const grid = () => panel.locator('.grid');
  /** Resolves when the keyboard is in a cell with this text. */
  const cellIs = (text: string) => panel.locator('.cell[data-active]', { hasText: text }).waitFor();
  const press = (key: string) => workbench.page.keyboard.press(key);

  it('the portfolio reads the stats of all projects, and can be paused by keyboard', async () => {
    service.hold(isStats);
    await workbench.runCommand('Mintscope: Open Portfolio');
    panel = await workbench.editors.webviewFrame('main.portfolio');
    await says('stats of 0 of 320 projects');
    await eventually('4 requests', () => service.requests.filter(isStats).length === 4);
    await button('Pause').focus();
    await press('Enter');
    await panel.locator('#resume:focus').waitFor();
    service.release();
    await says(/^stats of 4 of 320 projects/);
    await press('Enter');
    await says(/^stats of 320 of 320 projects, oldest just now/);
    await workbench.screenshot('portfolio');
  });

  it('the portfolio sorts by a click on a heading, and filters by text and kind', async () => {
    await panel.getByRole('columnheader', { name: 'Total' }).click();
    await firstIs('Project 320');
    const text = panel.getByRole('searchbox', { name: 'Filter by name, symbol or id' });
    await text.fill('project 31');
    await shows(13);
    await panel.getByText('13 of 320 shown').waitFor();
    await panel.getByRole('button', { name: 'Kind: any' }).click();
    await panel.getByRole('checkbox', { name: 'Transferable', exact: true }).check();
    await shows(8);
    await press('Escape');
    await text.fill('no such project');
    await panel.getByText('No project matches the filter.').waitFor();
    // There is another Clear Filter above the table.
    await panel.locator('.empty').getByRole('button', { name: 'Clear Filter' }).click();
    await shows(COUNT);
  });

  it('the portfolio is a grid for the keyboard, which sorts it and speaks the order', async () => {
    await grid().focus();
    for (const [key, text] of [
      ['Control+Home', 'Project 320'],
      ['ArrowDown', 'Project 319'],
      ['ArrowUp', 'Project 320'],
      ['ArrowUp', 'Name'],
      ['Enter', 'Name'],
    ] as const) {
      await press(key);
      await cellIs(text);
    }
    await panel.locator('[aria-sort="ascending"]', { hasText: 'Name' }).waitFor();
    await panel.getByRole('status').getByText('Sorted by name, ascending.').waitFor();
    const active = await grid().getAttribute('aria-activedescendant');
    assert.equal(await panel.locator(`#${active ?? ''}`).count(), 1);
  });

  it('portfolio rows are selected by keyboard and pointer, and stay selected when a filter hides them', async () => {
    await grid().focus();
    for (const key of ['Control+Home', ' ', 'Shift+ArrowDown', 'Shift+ArrowDown']) await press(key);
    await panel.getByText('3 selected').first().waitFor();
    assert.equal(await panel.locator('[role="row"][aria-selected="true"]').count(), 3);
    await press('Control+a');
    await panel.getByText('320 selected').first().waitFor();
    assert.equal(await panel.evaluate<string>('String(getSelection())'), '');
    await press('Escape');
    await check('Project 2');
    await check('Project 3');
    await panel.getByRole('searchbox').fill('P3');
    await panel.getByText('2 selected, 1 hidden by the filter').first().waitFor();
    await button('Clear Filter').click();
    await button('Clear Selection').click();
  });

  it('the copy key copies the focused portfolio row, whose menu has no Cut or Paste', async () => {
    const { clipboard, page } = workbench;
    await grid().focus();
    await press('Control+Home');
    await cellIs('Project 1');
    await clipboard.clear();
    await press('Control+c');
    assert.match(await clipboard.copied(), /\| Project 1 \|/);
    const byKey = () => press('Shift+F10');
    const entries = await menuEntries(page, byKey);
    assert.equal(entries[0], 'Open Stats');
    assert.ok(entries.includes('Watch Minting') && !entries.includes('Stop Watching'));
    assert.ok(!entries.includes('Paste') && !entries.includes('Compare Progress'));
    await chooseInMenu(page, 'Copy ID', byKey);
    await clipboard.holds('t/1');
    // The keyboard is still in the same cell.
    await eventually('the focus back in the page', () => panel.evaluate('document.hasFocus()'));
    await press('ArrowDown');
    await cellIs('Project 2');
    await check('Project 2');
    await check('Project 3');
    const cell = panel.getByText('Project 3', { exact: true });
    await cell.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Compare Progress' }).waitFor();
    // Ctrl+C copies rows here, so no entry of the menu may show another meaning of a key.
    const keys = page.locator('.monaco-menu .keybinding');
    assert.deepEqual((await keys.allInnerTexts()).filter(Boolean), []);
    await workbench.screenshot('portfolio-menu');
    await press('Escape');
    await button('Clear Selection').click();
    const ofText = () => panel.getByRole('searchbox').click({ button: 'right' });
    assert.ok((await menuEntries(page, ofText)).includes('Paste'));
  });

  it('Enter opens the stats of a portfolio row, and the portfolio is unchanged when it is shown again', async () => {
    await grid().focus();
    await press('Control+Home');
    for (let page = 0; page < 4; page++) await press('PageDown');
    const here = await panel.locator('.cell[data-active]').innerText();
    const [first] = await panel.evaluate<string[]>(NAMES);
    await press('Enter');
    await workbench.editors.webviewFrame(`h1:has-text("${here}")`);
    await workbench.editors.tab('Portfolio').click();
    panel = await workbench.editors.webviewFrame('main.portfolio');
    await cellIs(here);
    await firstIs(first!);
    await panel.locator('.grid:focus').waitFor();
  });

  it('the portfolio copies its picture, has no serious accessibility faults in any theme, and fits 360 pixels', async () => {
    const [width] = await workbench.copyPicture(panel, 'portfolio-copied');
    assert.equal(width, 1440);
    await panel.getByText('Picture copied.').first().waitFor();
    // Few rows: axe takes seconds for the cells of a whole screen, and all rows are alike.
    await panel.getByRole('searchbox').fill('project 32');
    await shows(4);
    await check('Project 320');
    await isAccessibleInThemes({ editor, workbench }, panel, 'portfolio');
    await workbench.fitsNarrowEditor('main.portfolio', 'portfolio-narrow');
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
