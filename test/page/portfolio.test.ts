import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ProjectRow } from '../../src/core/messages/projectColumns.ts';
import type { PortfolioView } from '../../src/features/portfolio/messages.ts';
import { post } from '../support/panelPage.ts';
import { openPortfolioPage, sendRows, sendState } from '../support/portfolioPage.ts';
import { keyOf, rowOf, rowsOf } from '../support/portfolioRows.ts';
import { portfolioTable } from '../support/portfolioTable.ts';
import { newPage } from './support/browser.ts';

const concerns = [{ kind: 'unreadable' as const, words: 'Could not be read' }];
const UNREAD = rowOf(2, { failure: 'The service had an internal error.', concerns });

describe('Page of the portfolio', () => {
  let page: Page;
  let table: ReturnType<typeof portfolioTable>;

  beforeEach(async () => {
    page = await newPage(1300);
    table = portfolioTable(page);
  });
  afterEach(() => page.close());

  const posted = () => page.evaluate<{ type: string; keys?: string[] }[]>('window.posted');
  /** Checks what the page has posted last once this is done. */
  const posts = async (message: object, done: Promise<void>) => {
    await done;
    assert.deepEqual((await posted()).at(-1), message);
  };
  const openIn = async (width: number, height: number, rows: readonly ProjectRow[]) => {
    await page.setViewportSize({ width, height });
    await openPortfolioPage(page, rows);
  };
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  it('rows come in batches into a grid that holds only those near the sight', async () => {
    await openPortfolioPage(page);
    await sendState(page, 3000);
    await table.says('Loading…');
    await sendState(page, 0);
    await table.says('The service lists no projects yet.');
    await sendRows(page, rowsOf(3000));
    await table.shows(3000);
    const drawn = await page.locator('.body .row').count();
    assert.ok(drawn < 60, `${drawn} rows are in the page`);
    await page.evaluate(`document.querySelector('.grid').scrollTop = 1e6`);
    await table.rowIs(3000, 'Project 3000');
    assert.equal(await page.locator('.body .row').count(), drawn);
  });

  it('a project that is gone leaves the table, though the state comes after its rows', async () => {
    await openPortfolioPage(page, rowsOf(100));
    await post(page, { type: 'rows', first: true, rows: rowsOf(99) });
    await sendState(page, 99);
    await table.shows(99);
    await table.says('All 99 projects read');
  });

  it('texts of the service are shown as text, in rows and in choices', async () => {
    const text = '<img src=x onload=alert(1)> مصابيح';
    const row = { ...UNREAD, name: text, status: text, failure: text };
    await openPortfolioPage(page, [row, rowOf(1)]);
    const texts = await table.row(1).locator('bdi').allInnerTexts();
    assert.equal(texts.filter((one) => one === text).length, 3);
    await table.button(`1 ${text}`).click();
    await table.says('1 of 2 match');
    assert.equal(await page.locator('img').count(), 0);
  });

  it('the page says how far the work is, and Stop, Refresh and Retry hand the focus on', async () => {
    const work = { total: 320, work: 'reading 5 of 320' };
    await openPortfolioPage(page, rowsOf(5));
    await sendState(page, 5, { ...work, phase: 'stats' });
    await table.says('5 of 320 projects read, just now unless minted or ended', 'reading 5 of 320');
    await posts({ type: 'stop' }, table.button('Stop').press('Enter'));
    await sendState(page, 5, { ...work, phase: 'stopped' });
    await table.has('.grid:focus');
    await table.spoken(/^Stopped: 5 of 320 projects read/);
    await posts({ type: 'refresh' }, table.button('Refresh').press('Enter'));
    await sendState(page, 5, { ...work, phase: 'stats' });
    await table.has('#stop:focus');
    await table.spoken('Reading stats.');
    await table.has('.motion');
    const problem = { message: 'The service does not respond.', action: 'retry' } as const;
    await sendState(page, 5, { phase: 'stopped', problem });
    await table.spoken(problem.message);
    await table.has('main.stale .problem');
    await page.locator('.motion').waitFor({ state: 'hidden' });
    await posts({ type: 'continue' }, table.button('Retry').press('Enter'));
    await sendState(page, 5);
    await table.has('.grid:focus');
    await posts({ type: 'whatHappened' }, table.button('What Happened…').press('Enter'));
    await table.spoken(/^Done: All 5 projects read/);
  });

  it('a click on a heading and a key sort the rows, unknown values last, and the order is spoken', async () => {
    await openPortfolioPage(page, [rowOf(4, { counts: undefined }), ...rowsOf(3)]);
    for (const [order, words, first, last] of [
      ['descending', 'Sorted by Total, descending.', 'Project 3', 'Project 4'],
      ['ascending', 'Sorted by Total, ascending.', 'Project 1', 'Project 4'],
      ['none', 'Not sorted.', 'Project 4', 'Project 3'],
    ] as const) {
      await page.getByRole('columnheader', { name: 'Total' }).click();
      await table.spoken(words);
      await table.has(`.col-total[aria-sort="${order}"]`);
      await table.rowIs(1, first);
      await table.rowIs(4, last);
    }
    await press('Home', 'Enter');
    await table.spoken('Sorted by Name, ascending.');
    await table.rowIs(1, 'Project 1');
  });

  it('keys move through the cells of the grid, and the keyboard stays in its row as others come', async () => {
    await openPortfolioPage(page, rowsOf(320));
    await table.grid.focus();
    for (const [key, text] of [
      ['ArrowDown', 'Project 2'],
      ['ArrowRight', '10%'],
      ['Control+End', '2,880'],
      ['Home', 'Project 320'],
      ['Control+Home', 'Project 1'],
      ['ArrowUp', 'Name'],
      ['End', 'Processing'],
    ] as const) {
      await press(key);
      await table.cellIs(text);
    }
    await press('Control+Home', 'PageDown', 'PageDown');
    const [name, box] = [await table.cell.innerText(), await table.cell.boundingBox()];
    assert.ok(Number(name.replace('Project ', '')) > 30, name);
    await sendRows(page, [rowOf(0), ...rowsOf(320)]);
    await table.shows(321);
    await table.cellIs(name);
    assert.deepEqual(await table.cell.boundingBox(), box);
  });

  it('rows are selected by key and check box, and a filter unselects those that it hides', async () => {
    await openPortfolioPage(page, rowsOf(320));
    await table.grid.focus();
    await press('Control+Home', ' ', 'Shift+ArrowDown', 'Shift+ArrowDown');
    await table.says('3 selected');
    assert.equal(await page.locator('.row[aria-selected="true"]').count(), 3);
    await press('Control+a');
    await table.says('320 selected');
    assert.equal(await page.evaluate('String(getSelection())'), '');
    await press('Escape');
    await table.spoken(/^0 selected\.$/);
    await table.check(2);
    await table.check(3);
    await table.has('.head [aria-checked="mixed"]');
    await table.field.fill('t/3');
    await table.says('1 selected');
    await posts({ type: 'export', keys: [keyOf(3)] }, table.button('Export…').click());
    await table.button('Clear Filter').click();
    await table.says('1 selected');
    await table.check(2);
    const keys = [keyOf(2), keyOf(3)];
    await posts({ type: 'compare', keys }, table.button('Compare Progress').click());
    await table.grid.focus();
    await posts({ type: 'copy', keys }, press('Control+c'));
  });

  it('selected rows stay in sight when they no longer match, until they are unselected', async () => {
    const minting = rowsOf(5).map((row) => ({ ...row, minting: true }));
    await openPortfolioPage(page, [...minting, ...rowsOf(9).slice(5)]);
    const chip = page.locator('.chip.moving');
    await chip.click();
    await table.shows(5);
    await table.check(2);
    await table.check(3);
    const compare = await table.button('Compare Progress').boundingBox();
    await post(page, { type: 'rows', first: false, rows: [rowOf(2), rowOf(1)] });
    await table.says('3 of 9 match · 1 more selected', '2 selected');
    await table.rowIs(1, 'Project 2');
    assert.deepEqual(await table.button('Compare Progress').boundingBox(), compare);
    await table.check(1);
    await table.shows(3);
    await table.says('1 selected');
    assert.deepEqual(await table.button('Compare Progress').boundingBox(), compare);
    await page.locator('vscode-button[disabled]', { hasText: 'Compare Progress' }).waitFor();
    await chip.click();
    await table.shows(9);
    assert.equal(await page.locator('.row[aria-selected="true"]').count(), 1);
  });

  it('a selection moves no table and covers no search field, and its buttons are whole, at any width', async () => {
    const actions = ['Watch', 'Compare Progress', 'Copy', 'Export…', 'Clear Selection'];
    for (const [width, height] of [
      [360, 700],
      [500, 700],
      [680, 700],
      [850, 700],
      [1300, 900],
      [400, 450],
      [850, 450],
    ] as const) {
      await openIn(width, height, rowsOf(40));
      await table.field.fill('project');
      await table.says('40 of 40 match');
      const before = await table.grid.boundingBox();
      for (const at of [1, 2]) {
        await table.check(at);
        assert.deepEqual(await table.grid.boundingBox(), before, `${width} px`);
      }
      if (height > 480) {
        const field = (await table.field.boundingBox())!;
        const chosen = (await page.locator('.chosen').boundingBox())!;
        assert.ok(chosen.y >= field.y + field.height, `the field is covered, ${width} px`);
        for (const name of actions) {
          const button = (await table.button(name).boundingBox())!;
          const isCut = button.x < 0 || button.x + button.width > width;
          assert.equal(isCut, false, `${name}, ${width} px`);
        }
      }
      await post(page, { type: 'done', what: '2 projects copied' });
      await table.has('.chosen > .quiet');
      assert.deepEqual(await table.grid.boundingBox(), before, `${width} px`);
      await table.button('Clear Selection').click();
      await table.button('Export Shown…').click();
    }
  });

  it('at most a third of a narrow or low page is above its table, which leaves out what is zero', async () => {
    const stages = { total: 9000, confirmed: 10, processing: 8000, pending: 900, failed: 90 };
    const counts = { ...stages, burned: 0, cancelled: 0 };
    const pace = { perMinute: 2, low: 1, likely: 2, high: 3 };
    for (const [width, height] of [
      [400, 700],
      [400, 450],
      [700, 450],
    ] as const) {
      await openIn(width, height, [UNREAD, rowOf(1, { counts, pace, minting: true })]);
      await table.has('.motion');
      const { y } = (await table.grid.boundingBox())!;
      assert.ok(y <= height / 3, `${y} px of ${height}, ${width} px wide`);
      assert.doesNotMatch(await page.locator('.legend').innerText(), /Burned|Cancelled/);
    }
  });

  it('no width cuts the name of a watched project or its failed NFTs, and the bars of rows are of one length', async () => {
    const counts = (confirmed: number) => ({ total: 100, confirmed, processing: 100 - confirmed });
    const failed = (words: string) => ({ kind: 'failed' as const, words });
    const ago = Date.now() - 12.5 * 60_000;
    const rows = [
      rowOf(1, {
        name: 'Harbor Lights',
        watched: true,
        counts: counts(1),
        concerns: [failed('Fehlgeschlagen 12.345'), ...concerns],
        failure: 'No.',
      }),
      rowOf(2, {
        counts: counts(50),
        concerns: [failed('Failed 12,345')],
        failedSince: { at: ago, after: ago },
      }),
      rowOf(3, { counts: counts(100) }),
    ];
    for (const width of [366, 700, 850, 1300]) {
      await openIn(width, 700, rows);
      await table.row(2).getByText('12 min ago').waitFor();
      for (const selector of ['.col-name bdi', '.chip']) {
        const isWhole = await table
          .row(1)
          .locator(selector)
          .first()
          .evaluate((one) => one.scrollWidth <= one.clientWidth);
        assert.ok(isWhole, `${selector}, ${width} px wide`);
      }
      const bars = await page.locator('.body .meter').all();
      const boxes = await Promise.all(bars.map((bar) => bar.boundingBox()));
      const lengths = boxes.map((box) => Math.round(box!.width));
      assert.deepEqual(lengths, [lengths[0], lengths[0], lengths[0]], `${width} px wide`);
      assert.ok(lengths[0]! > 30, `${lengths[0]} px`);
    }
  });

  it('the totals say how many projects the end of all is of', async () => {
    const now = Date.now();
    const pace = { perMinute: 2, low: now + 241e3, likely: now + 3e5, high: now + 478e3 };
    const moving = rowsOf(2).map((row) => ({ ...row, pace, minting: true }));
    await openPortfolioPage(page, [...moving, rowOf(3, { minting: false })]);
    await table.says('Done in: 4–8 min (2 minting)');
  });

  it('all chips are in sight unless the page is narrow, where a scrollbar says that there are more', async () => {
    const kinds = ['failed', 'stalled', 'missing', 'tooMany', 'unreadable', 'noStats'] as const;
    const rows = kinds.map((kind, at) =>
      rowOf(at + 1, { status: `status ${at}`, concerns: [{ kind, words: kind }] }),
    );
    const strip = page.locator('.concerns');
    for (const width of [900, 400]) {
      await openIn(width, 700, rows);
      const isCut = await strip.evaluate((one) => one.scrollWidth > one.clientWidth);
      assert.equal(isCut, width === 400, `${width} px`);
    }
    const scrollbar = `getComputedStyle(document.querySelector('.concerns')).scrollbarWidth`;
    assert.equal(await page.evaluate(scrollbar), 'thin');
    const last = strip.locator('.chip').last();
    await last.focus();
    const { x, width } = (await last.boundingBox())!;
    const box = (await strip.boundingBox())!;
    assert.ok(x + width <= box.x + box.width, 'the last chip is cut off');
    const { y } = (await table.grid.boundingBox())!;
    assert.ok(y <= 700 / 3, 'more than a third is above the table');
  });

  it('the arrow key opens the columns below their button, and those that the table has are checked', async () => {
    await openIn(366, 700, rowsOf(9));
    await table.button('Columns').press('ArrowDown');
    await table.has('.options input:focus');
    const list = (await page.locator('.options').boundingBox())!;
    const choice = (await table.button('Columns').boundingBox())!;
    assert.ok(list.y >= choice.y + choice.height, 'the list covers its button');
    await press('ArrowDown', 'Escape');
    await page.locator('.options').waitFor({ state: 'hidden' });
    const pending = page.locator('.options').getByLabel('Pending');
    for (const width of [1600, 366]) {
      await page.setViewportSize({ width, height: 700 });
      await table.button('Columns').click();
      assert.equal(await pending.isChecked(), width === 1600);
      if (width === 1600) await press('Escape');
    }
    const headings = () => page.locator('.head .label').allInnerTexts();
    const before = await headings();
    await pending.check();
    await table.has('.head .col-pending');
    assert.deepEqual(await headings(), [...before, 'Pending'], 'a column made room');
    assert.equal(await pending.isChecked(), true);
  });

  it('a chosen column leaves the table where it is scrolled', async () => {
    await openPortfolioPage(page, rowsOf(320));
    await table.grid.focus();
    await press('Control+End');
    const top = await table.grid.evaluate('document.querySelector(".grid").scrollTop');
    await table.button('Columns').press('ArrowDown');
    await press(' ');
    await table.has('.options input:focus:not(:checked)');
    assert.equal(await table.grid.evaluate('document.querySelector(".grid").scrollTop'), top);
  });

  it('rows are filtered by text and quick filter, which Clear Filter undoes', async () => {
    await openPortfolioPage(page, [rowOf(1), UNREAD, ...rowsOf(320).slice(2)]);
    await table.field.fill('project 31');
    await table.says('13 of 320 match');
    await table.spoken('13 of 320 projects shown.');
    await table.field.fill('project 31 t/');
    await table.says('8 of 320 match');
    const keys = [31, 131, 231, 311, 313, 315, 317, 319].map(keyOf);
    await posts({ type: 'export', keys }, table.button('Export Shown…').click());
    await table.field.fill('no such project');
    await table.says('No project matches the filter.');
    await table.button('Clear Filter').click();
    await table.has('.filter .text:focus');
    await table.shows(320);
    await table.button('1 could not be read').click();
    await table.shows(1);
  });

  it('the table stays in its place whatever is filtered, and as counts and forecasts come and go', async () => {
    const counts = { ...{ total: 80000, confirmed: 10, failed: 40000, burned: 3 }, cancelled: 4 };
    const rest = { processing: 39990, pending: 0 };
    const failed = rowOf(4, { counts: { ...counts, ...rest }, pace: undefined, minting: false });
    const top = async () => (await table.grid.boundingBox())!.y;
    for (const width of [420, 560, 760, 1000]) {
      await openIn(width, 900, [...rowsOf(3), failed, rowOf(5, { counts: undefined })]);
      await table.has('.motion');
      const before = await top();
      for (const [text, shown] of Object.entries({ 't/1': 1, 'n/4': 1, 't/5': 1, '': 5 })) {
        await table.field.fill(text);
        await table.shows(shown);
        assert.equal(await top(), before, `${width} px, filtered by ${text}`);
      }
      await sendRows(page, [failed]);
      await table.shows(1);
      await page.locator('.motion').waitFor({ state: 'hidden' });
      if (width >= 1000) assert.equal(await top(), before, 'without a forecast');
    }
  });

  it('a click and keys open and copy the row that they are in', async () => {
    await openPortfolioPage(page, [rowOf(1), UNREAD]);
    await posts({ type: 'open', key: keyOf(1) }, table.row(1).getByText('Project 1').click());
    await posts({ type: 'open', key: keyOf(2) }, press('ArrowDown', 'Enter'));
    await posts({ type: 'copy', keys: [keyOf(2)] }, press('Control+c'));
  });

  it('a restored page is as it was once its rows have come, and keeps nothing for another account', async () => {
    const saved: PortfolioView = {
      ...{ service: 'a', text: 'project 3', sort: 'total', descending: true, focused: true },
      ...{ top: 20.5, active: keyOf(283), selected: [keyOf(283)] },
    };
    await openPortfolioPage(page, rowsOf(320), saved);
    await table.cellIs('Project 283');
    await table.has('.grid:focus');
    await table.has('.col-total[aria-sort="descending"]');
    await table.says('78 of 320 match', '1 selected');
    assert.equal(await table.field.inputValue(), 'project 3');
    await press('ArrowDown', 'Enter');
    assert.deepEqual(await page.evaluate('window.saved'), { ...saved, active: keyOf(273) });
    await sendRows(page, rowsOf(320), { service: 'b' });
    await table.rowIs(1, 'Project 1');
    assert.equal(await page.locator('.chosen, #clear-filter').count(), 0);
  });
});
