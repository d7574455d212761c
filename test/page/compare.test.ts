import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { HOUR_MS } from '../../src/core/base/clock.ts';
import type { ComparedLine, CompareState } from '../../src/features/compare/messages.ts';
import { openPanelPage, post } from '../support/panelPage.ts';
import { newPage } from './support/browser.ts';

const HOSTILE = '<b onclick=alert(1)>One</b>';
const BEGUN = Date.now() - 6 * HOUR_MS;
const CELLS = {
  share: '94%',
  confirmed: '940 of 1,000',
  pace: '2.2 a minute',
  left: '60',
  doneIn: '',
};

const line = (name: string, ...percents: readonly number[]): ComparedLine => ({
  name,
  cells: CELLS,
  asOf: BEGUN,
  readings: percents.map((percent, hour) => ({ at: BEGUN + hour * HOUR_MS, percent })),
  start: BEGUN,
  begun: 'seen',
  ended: false,
  note: undefined,
});
const STATE: CompareState = {
  lines: [line(HOSTILE, 0, 40, 94), { ...line('Two', 10), note: 'One reading; a line begins' }],
  covers: 'All 2 projects read',
  loading: false,
  sample: false,
  loadImages: 'never',
};

describe('Page of a comparison', () => {
  let page: Page;

  beforeEach(async () => {
    page = await newPage();
    await openPanelPage(page, 'compare');
  });
  afterEach(() => page.close());

  const show = (change: Partial<CompareState> = {}) =>
    post(page, { type: 'state', state: { ...STATE, ...change } });
  const posted = () => page.evaluate<unknown[]>('window.posted.slice(2)');
  const plot = () => page.getByRole('application', { name: 'Shares of 2 projects over time' });

  it('compared projects are rows of a table with headings, which can be copied', async () => {
    await show();
    const table = page.getByRole('table', { name: 'Projects' });
    const headings = await table.getByRole('columnheader').allInnerTexts();
    assert.equal(new Set(headings).size, headings.length);
    const cells = await table.getByRole('row').nth(1).getByRole('cell').allInnerTexts();
    assert.deepEqual(cells.slice(0, 3), ['94%', '940 of 1,000', '2.2 a minute']);
    assert.equal(cells.length, headings.length - 1);
    await table.getByText('One reading; a line begins').waitFor();
    await table.getByRole('rowheader', { name: HOSTILE }).waitFor();
    assert.equal(await page.locator('main b').count(), 0);
    await page.getByRole('button', { name: 'Copy Table' }).click();
    await post(page, { type: 'done', what: 'table' });
    await page.getByRole('status').getByText('Copied.').waitFor();
    assert.deepEqual(await posted(), [{ type: 'copy', what: 'table' }]);
  });

  it('the lines are read by keyboard and as a table, by either axis', async () => {
    await show();
    const spoken = page.locator('.time-line [aria-live]');
    await plot().press('Home');
    await spoken.getByText(/^at the start: .*<b .* 0%$/).waitFor({ state: 'attached' });
    await plot().press('End');
    await spoken.getByText(/^after 2 h.*94%$/).waitFor({ state: 'attached' });
    await page.getByText('Readings', { exact: true }).click();
    assert.equal(await page.locator('.readings tbody tr').count(), 3);
    await page.getByRole('radio', { name: 'By the clock' }).check();
    await page.getByText('Share confirmed by the time of the reading').first().waitFor();
    assert.deepEqual(await page.evaluate('window.saved'), { axis: 'clock' });
  });

  it('a line is not drawn in its own gap, whenever the others were read meanwhile', async () => {
    const lineOf = (name: string, seconds: readonly number[]): ComparedLine => ({
      ...line(name),
      readings: seconds.map((at) => ({ at: BEGUN + at * 1000, percent: at / 10 })),
    });
    const often = Array.from({ length: 60 }, (_, at) => 305 + 5 * at);
    await show({
      lines: [lineOf('One', [0, 300, ...often]), lineOf('Two', [0, 140, 160, ...often])],
    });
    await plot().locator('canvas').waitFor();
    const shares = await page.evaluate<number[]>(`(() => {
      const canvas = document.querySelector('.plot canvas');
      const { width, height } = canvas;
      const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
      const isBlue = (at) => data[at] < 60 && data[at + 2] > 200 && data[at + 3] > 200;
      const drawn = Array.from({ length: width * height }, (_, at) => at).filter((at) => isBlue(4 * at));
      return drawn.map((at) => (at % width) / width);
    })()`);
    assert.ok(
      shares.some((share) => share > 0.6),
      'the line is not drawn',
    );
    const inGap = shares.filter((share) => share > 0.15 && share < 0.45);
    assert.equal(inGap.length, 0, 'the line is drawn where it was not read');
  });

  it('a comparison without a line has no chart, and speaks what was read meanwhile', async () => {
    await show({ lines: STATE.lines.slice(1), covers: '1 of 2 projects read' });
    await page.getByRole('rowheader', { name: 'Two' }).waitFor();
    assert.equal(await page.getByRole('radio').count(), 0);
    await show();
    await page.getByRole('status').getByText('All 2 projects read.').waitFor();
    await plot().waitFor();
  });
});
