import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { portfolioTable } from '../../support/portfolioTable.ts';
import { isAccessibleInThemes } from '../support/axe.ts';
import type { Editor } from '../support/editor.ts';
import { eventually } from '../support/eventually.ts';
import { makeProjects, makeStats } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import { chooseInMenu, menuEntries } from '../support/workbench/menus.ts';
import type { Workbench } from '../support/workbench.ts';

const COUNT = 320;
const TOP = `document.querySelector('.grid').scrollTop`;

describe('The portfolio', () => {
  const projects = makeProjects(COUNT);
  // Each project has another number of NFTs.
  const stats = makeStats(COUNT, (id) => ({ total: id * 10, confirmed: id, processing: id * 9 }));
  let editor: Pick<Editor, 'changeSettings'>;
  let workbench: Workbench;
  let panel: Frame;
  let table: ReturnType<typeof portfolioTable>;

  before(async () => {
    const settings = { 'mintscope.pageSize': 100 };
    ({ editor, workbench } = await startSignedIn({ projects, stats }, settings));
    await workbench.page.setViewportSize({ width: 1600, height: 900 });
    await workbench.runCommand('Mintscope: Open Portfolio');
    await reveal();
    await panel
      .getByText(/^All 320 projects read, just now unless minted or ended/)
      .first()
      .waitFor();
    await workbench.screenshot('portfolio');
  });

  const press = (key: string) => workbench.page.keyboard.press(key);
  const reveal = async () => {
    panel = await workbench.editors.webviewFrame('main.portfolio');
    table = portfolioTable(panel);
  };

  it('the copy key copies the focused portfolio row, whose menu has no Cut or Paste', async () => {
    const { clipboard, page } = workbench;
    await table.grid.focus();
    await press('Control+Home');
    await table.cellIs('Project 1');
    await clipboard.clear();
    await press('Control+c');
    assert.match(await clipboard.copied(), /\| Project 1 \|/);
    const byKey = () => press('Shift+F10');
    const entries = await menuEntries(page, byKey);
    assert.equal(entries[0], 'Open Stats');
    assert.ok(entries.includes('Watch Minting') && !entries.includes('Stop Watching'));
    assert.ok(!entries.includes('Paste') && !entries.includes('Compare Progress'));
    await chooseInMenu(page, 'Copy > Copy ID', byKey);
    await clipboard.holds('t/1');
    // The keyboard is still in the same cell.
    await eventually('the focus back in the page', () => panel.evaluate('document.hasFocus()'));
    await press('ArrowDown');
    await table.cellIs('Project 2');
    await table.check(2);
    await table.check(3);
    const cell = panel.getByText('Project 3', { exact: true });
    await cell.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Compare Progress' }).waitFor();
    // Ctrl+C copies rows here, so no entry of the menu may show another meaning of a key.
    const keys = page.locator('.monaco-menu .keybinding');
    assert.deepEqual((await keys.allInnerTexts()).filter(Boolean), []);
    await workbench.screenshot('portfolio-menu');
    await press('Escape');
    await table.button('Clear Selection').click();
    const ofText = () => table.field.click({ button: 'right' });
    assert.ok((await menuEntries(page, ofText)).includes('Paste'));
  });

  it('Enter opens the stats of a portfolio row, and the portfolio is unchanged when it is shown again', async () => {
    await table.grid.focus();
    await press('Control+Home');
    for (let page = 0; page < 4; page++) await press('PageDown');
    const here = await table.cell.innerText();
    const top = await panel.evaluate(TOP);
    await press('Enter');
    await workbench.editors.webviewFrame(`h1:has-text("${here}")`);
    await workbench.editors.tab('Portfolio').click();
    await reveal();
    await table.cellIs(here);
    assert.equal(await panel.evaluate(TOP), top);
    await table.has('.grid:focus');
  });

  it('the portfolio has no serious accessibility faults in any theme, and fits 360 pixels', async () => {
    // Few rows: axe takes seconds for the cells of a whole screen, and all rows are alike.
    await table.field.fill('project 32');
    await table.shows(4);
    await table.check(4);
    await isAccessibleInThemes({ editor, workbench }, panel, 'portfolio');
    await workbench.fitsNarrowEditor('main.portfolio', 'portfolio-narrow');
  });
});
