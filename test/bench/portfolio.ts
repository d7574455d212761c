import type { Browser, Page } from 'playwright-core';
import { findBrowser, launchBrowser } from '../host/browser.ts';
import { root } from '../host/paths.ts';
import { mustRun } from '../host/processes.ts';
import { countOf, type Effort } from './effort.ts';
import { type Figure, figure, type Samples } from './measure.ts';
import { openPortfolioPage } from '../support/portfolioPage.ts';
import { portfolioRows } from './portfolioPage.ts';

const ROWS = 20_000;
const ROUNDS = 3;
/** A frame at 60 a second takes 16.7 ms, which the browser measures with an error of 0.1 ms. */
const FRAME_MS = 16.9;

/** Milliseconds between frames while something was scrolled. */
type Frames = readonly number[];

/** Scrolling, sorting and filtering of the portfolio in a browser, compared with an empty page. */
export async function bench(effort: Effort): Promise<Figure[]> {
  const rows = effort.rows(ROWS);
  const rounds = effort.times(ROUNDS);
  await mustRun('Building', process.execPath, ['esbuild.js', '--production'], {
    cwd: root,
    timeoutMs: 60_000,
  });
  const browser = await launchBrowser(await findBrowser());
  try {
    const pages = { table: await tableOf(browser, rows), empty: await emptyPage(browser, rows) };
    const notches = 30 * effort.times(6);
    const scrolled = await alternately(pages, rounds, notches);
    const name = `${countOf(rows)} portfolio rows`;
    return [
      ...scrollFigures(`${name} scrolled by wheel`, scrolled),
      ...(await workFigures(name, pages.table)),
    ];
  } finally {
    await browser.close();
  }
}

async function tableOf(browser: Browser, rows: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  await openPortfolioPage(page, portfolioRows(rows));
  await page.locator(`.grid[aria-rowcount="${rows + 1}"]`).waitFor();
  await page.locator('.grid .trend path[d^="M"]').first().waitFor();
  return page;
}

/** An empty page as high as the table. */
async function emptyPage(browser: Browser, rows: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  await page.setContent(`<style>body { margin: 0; background: #1f1f1f; }
    .grid { height: 650px; overflow: auto; } .grid div { height: ${rows * 26}px; }</style>
    <div class="grid" tabindex="0"><div></div></div>`);
  return page;
}

interface Scrolled {
  readonly table: readonly Frames[];
  readonly empty: readonly Frames[];
}

async function alternately(
  { table, empty }: Readonly<Record<'table' | 'empty', Page>>,
  rounds: number,
  notches: number,
): Promise<Scrolled> {
  const frames = { table: [] as Frames[], empty: [] as Frames[] };
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round++) {
    for (const [name, page] of [
      ['table', table],
      ['empty', empty],
    ] as const) {
      const measured = await framesWhile(page, notches);
      if (round > 0) frames[name].push(measured);
    }
  }
  return frames;
}

/** The frames that are drawn while a page is scrolled from its beginning. */
async function framesWhile(page: Page, notches: number): Promise<Frames> {
  await page.bringToFront();
  await page.evaluate(`{ const grid = document.querySelector('.grid');
    grid.scrollTop = 0; grid.focus(); }`);
  await page.evaluate(`new Promise((resolve) => setTimeout(resolve, 300))`);
  await page.evaluate(
    `{ window.frameTimes = []; window.measuring = true; let last;
    const frame = (at) => { if (last !== undefined) window.frameTimes.push(at - last); last = at;
      if (window.measuring) requestAnimationFrame(frame); };
    requestAnimationFrame(frame); }`.replaceAll('window.frames', 'window.frameTimes'),
  );
  await byWheel(page, notches);
  const scrolled = await page.evaluate<number>(`document.querySelector('.grid').scrollTop`);
  if (scrolled < 2000) throw new Error(`It was scrolled by ${scrolled} pixels only.`);
  return page.evaluate<number[]>(`{ window.measuring = false; window.frameTimes; }`);
}

/**
 * Up to sixty notches of a wheel a second, more than a user turns. After some frames, all rows in
 * sight are other ones.
 */
async function byWheel(page: Page, notches: number): Promise<void> {
  await page.mouse.move(600, 600);
  for (let notch = 0; notch < notches; notch++) {
    await page.mouse.wheel(0, 120);
    await page.waitForTimeout(16);
  }
}

function scrollFigures(title: string, { table, empty }: Scrolled): Figure[] {
  const of = (what: (frames: Frames) => number, of: readonly Frames[]): Samples => of.map(what);
  const line = (
    name: string,
    unit: 'ms' | '/s' | '%',
    what: (frames: Frames) => number,
    target?: { readonly atLeast?: number; readonly atMost: number },
  ) =>
    figure(`${title}, ${name}`, unit, of(what, table), {
      rival: { name: 'empty page', samples: of(what, empty) },
      ...(target && { target }),
    });
  return [
    line('frames', '/s', perSecond, { atLeast: 58, atMost: 61 }),
    line('median frame', 'ms', (frames) => quantile(frames, 0.5), { atMost: 16.7 }),
    line('worst frame', 'ms', (frames) => quantile(frames, 1)),
    line('frames in time', '%', (frames) => 100 * shareOf(frames, (ms) => ms <= FRAME_MS)),
  ];
}

function perSecond(frames: Frames): number {
  return (1000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0);
}

function quantile(frames: Frames, part: number): number {
  const sorted = frames.toSorted((one, other) => one - other);
  return sorted[Math.round((sorted.length - 1) * part)] ?? NaN;
}

function shareOf(frames: Frames, which: (ms: number) => boolean): number {
  return frames.filter(which).length / frames.length;
}

/** The time from a click on a heading, or a keystroke, until the table is drawn again. */
async function workFigures(rows: string, page: Page): Promise<Figure[]> {
  const timed = (work: string) =>
    page.evaluate<number>(`new Promise((resolve) => {
      const started = performance.now(); ${work};
      document.querySelector('.grid .row').getBoundingClientRect();
      resolve(performance.now() - started); })`);
  // Two more clicks restore the order of the list.
  const sort = async () => {
    const click = `document.querySelector('.head .col-name').click()`;
    const ms = await timed(click);
    await page.evaluate(`${click}; ${click}`);
    return ms;
  };
  const type = (text: string) =>
    timed(`{ const box = document.querySelector('.filter .text'); box.value = '${text}';
      box.dispatchEvent(new Event('input')); }`);
  const samples = async (work: () => Promise<number>): Promise<number[]> => {
    // The first repeats are a warm-up.
    const all: number[] = [];
    for (let at = 0; at < 2 + 9; at++) all.push(await work());
    return all.slice(2);
  };
  // All rows in sight are other ones each time.
  const draw = () =>
    timed(`{ const grid = document.querySelector('.grid'); grid.scrollTop += 2000;
      grid.dispatchEvent(new Event('scroll')); }`);
  const texts = ['h', 'harbor 12', '42', ''];
  let at = 0;
  return [
    figure(`${rows}, all rows in sight drawn again`, 'ms', await samples(draw), {
      target: { atMost: 16.7 },
    }),
    figure(`${rows} sorted by name`, 'ms', await samples(sort), {
      target: { atMost: 100 },
    }),
    figure(
      `${rows} filtered by text`,
      'ms',
      await samples(() => type(texts[at++ % texts.length]!)),
      { target: { atMost: 50 } },
    ),
  ];
}
