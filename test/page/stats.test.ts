import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { StatsState } from '../../src/features/stats/messages.ts';
import { eventually } from '../e2e/support/eventually.ts';
import { openPanelPage, post } from '../support/panelPage.ts';
import { newPage } from './support/browser.ts';

const NAME = '<img src=x onerror=alert(1)> مصابيح';
const COUNTS = { total: 5000, confirmed: 3150, processing: 850, pending: 1000 };
const READINGS = [
  { at: Date.now() - 7_200_000, total: 5000, confirmed: 100, processing: 300, pending: 4600 },
  { at: Date.now() - 3_600_000, total: 5000, confirmed: 2600, processing: 300, pending: 2100 },
  { at: Date.now(), total: 5000, confirmed: 3150, processing: 850, pending: 1000 },
];
const STATE: StatsState = {
  ref: 't/1',
  tone: 'underWay',
  loading: false,
  sample: false,
  loadImages: 'onClick',
  facts: { name: NAME, status: 'processing', mintAddress: 'Mint1', asOf: Date.now() },
  counts: COUNTS,
  asOf: Date.now(),
};

describe('Page of the stats panel', () => {
  let page: Page;

  beforeEach(async () => {
    page = await newPage();
  });
  afterEach(() => page.close());

  const show = (change: Partial<StatsState> = {}) =>
    post(page, { type: 'state', state: { ...STATE, ...change } });
  const open = async (change?: Partial<StatsState>) => {
    await openPanelPage(page, 'stats');
    await show(change);
    await page.locator('h1').waitFor();
  };
  const posted = () => page.evaluate<{ readonly type: string }[]>('window.posted');
  const button = (name: string) => page.getByRole('button', { name });
  const spoken = (text: string | RegExp) => page.getByRole('status').getByText(text).waitFor();
  const text = async (selector: string) =>
    (await page.locator(selector).innerText()).replace(/\s+/g, ' ').trim();

  it('the page says that it is ready and whether it has the focus, and shows counts as headline, bar and table', async () => {
    await open();
    const { length } = await posted();
    for (const type of ['blur', 'focus'])
      await page.evaluate(`dispatchEvent(new Event('${type}'))`);
    const told = [...(await posted()).slice(0, 2), ...(await posted()).slice(length)];
    assert.deepEqual(
      told.map(({ type }) => type),
      ['ready', 'focus', 'blur', 'focus'],
    );
    assert.match(
      await text('.headline'),
      /^63% 3,150 of 5,000 confirmed updated (just now|\d+ (s|min) ago)$/,
    );
    await page.getByRole('img', { name: 'NFTs by stage: 63% confirmed' }).waitFor();
    const row = page
      .getByRole('table', { name: 'NFTs by stage' })
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: /^Processing/ }) });
    assert.deepEqual(await row.getByRole('cell').allInnerTexts(), ['850', '17%']);
  });

  it('texts of the service are shown as text, each in its own direction', async () => {
    await open({ facts: { ...STATE.facts, description: '[x](command:quit) $(bug)' } });
    assert.equal(await page.locator('h1').innerText(), NAME);
    assert.equal(await page.locator('h1').getAttribute('dir'), 'auto');
    assert.equal(await page.locator('#description').innerText(), '[x](command:quit) $(bug)');
    assert.equal(await page.locator('main img, main a').count(), 0);
  });

  it('a problem is shown above the last counts and spoken, and Retry hands the focus on', async () => {
    await open({ loading: true });
    const problem = { message: 'The service does not respond.', action: 'retry' } as const;
    await show({ problem });
    await spoken('The service does not respond.');
    assert.match(await text('.problem'), /^The service does not respond\. Retry Show Log$/);
    await page.locator('main.stale .headline').waitFor();
    await button('Retry').press('Enter');
    assert.deepEqual((await posted()).at(-1), { type: 'refresh' });
    await show({ problem, loading: true });
    await show();
    await page.locator('h1:focus').waitFor();
    await spoken(/^Updated at .* confirmed$/);
    assert.equal(await page.locator('.problem.calm').count(), 0);
    await show({ problem: { message: 'Signed out.', action: 'signIn' } });
    await page.locator('.problem.calm').waitFor();
    await button('Sign In…').click();
    assert.deepEqual((await posted()).at(-1), { type: 'signIn' });
    await show({ problem, other: 'n/7' });
    await button('Open 7 · non-transferable').click();
    assert.deepEqual((await posted()).at(-1), { type: 'openOther' });
    await show({ problem: { message: 'Another account.', action: 'switchConnection' } });
    await button('Switch Connection…').click();
    assert.deepEqual((await posted()).at(-1), { type: 'switchConnection' });
  });

  it('buttons tell the editor what to do, and a copy is ticked and spoken', async () => {
    await open({ watched: false });
    for (const name of ['Watch Minting', 'Copy Mint address']) await button(name).click();
    assert.deepEqual((await posted()).slice(-2), [
      { type: 'watch' },
      { type: 'copy', what: 'mintAddress' },
    ]);
    await post(page, { type: 'done', what: 'mintAddress' });
    await spoken('Copied.');
    await show({ watched: true });
    await button('Stop Watching').waitFor();
    await button('Tell Me When…').click();
    assert.deepEqual((await posted()).at(-1), { type: 'tellMeWhen' });
  });

  it('a page takes no message from another origin', async () => {
    await openPanelPage(page, 'stats');
    await show();
    await page.locator('h1').waitFor();
    await page.evaluate(`window.dispatchEvent(new MessageEvent('message',
      { origin: 'https://other.example', data: { type: 'done', what: 'id' } }))`);
    await show({ watched: true });
    await button('Stop Watching').waitFor();
    assert.equal(await page.getByRole('status').getByText('Copied.').count(), 0);
  });

  it('the chart over time is read by keyboard, by pointer and as a table', async () => {
    await open({ timeLine: { readings: READINGS, pace: ['45 a minute'] } });
    const plot = page.getByRole('application', { name: /^Counts over time/ });
    const live = page.locator('.time-line [aria-live]');
    for (const [key, words] of [
      ['Home', /: .*Confirmed\W+100, .*Pending\W+4,600/],
      ['ArrowRight', /Confirmed\W+2,600/],
      ['End', /Confirmed\W+3,150/],
      ['ArrowRight', /^No further readings\. .*Confirmed\W+3,150/],
      ['ArrowLeft', /Confirmed\W+2,600/],
    ] as const) {
      await plot.press(key);
      await live.getByText(words).waitFor({ state: 'attached' });
    }
    await plot.press('Escape');
    await page
      .locator('.time-line .moment')
      .getByText(/^3 .*readings/)
      .waitFor();
    await plot.locator('.u-over').hover({ position: { x: 1, y: 40 } });
    await page
      .locator('.time-line .moment')
      .getByText(/Confirmed\W+100/)
      .waitFor();
    assert.equal(await live.innerText(), '', 'a pointer is not spoken');
    await page.getByText('Readings', { exact: true }).click();
    assert.equal(await page.locator('.readings tbody tr').count(), 3);
  });

  it('the axes of the chart have their values', async () => {
    await open({ timeLine: { readings: READINGS, pace: ['45 a minute'] } });
    await page.locator('.plot canvas').waitFor();
    await eventually('text at the axes', () => page.evaluate<boolean>(AXES_HAVE_TEXT));
  });
});

/** Whether anything is drawn before and below the area of the chart. */
const AXES_HAVE_TEXT = `(() => {
  const canvas = document.querySelector('.plot canvas');
  const area = document.querySelector('.plot .u-over').getBoundingClientRect();
  const at = canvas.getBoundingClientRect();
  const px = canvas.width / at.width;
  const isDrawn = (x, y, width, height) =>
    canvas
      .getContext('2d')
      .getImageData(x * px, y * px, width * px, height * px)
      .data.some((value) => value > 0);
  const bottom = area.bottom - at.top;
  const left = area.left - at.left;
  return isDrawn(0, 0, left - 4, bottom) && isDrawn(left, bottom + 9, area.width, at.height - bottom - 9);
})()`;
