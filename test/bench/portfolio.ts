import type { Browser, Page } from 'playwright-core';
import { findBrowser, launchBrowser } from '../host/browser.ts';
import { root } from '../host/paths.ts';
import { mustRun } from '../host/processes.ts';
import { openPortfolioPage } from '../support/portfolioPage.ts';
import { rowOf } from '../support/portfolioRows.ts';
import { countOf, type Effort } from './effort.ts';
import { type Figure, figure, race, repeat } from './measure.ts';
import type { ProjectRow } from '../../src/core/messages/projectColumns.ts';

const ROWS = 20_000;
type Frames = readonly number[];

/** Scrolling, sorting and filtering of the portfolio in a browser, compared with an empty page. */
export async function bench(effort: Effort): Promise<Figure[]> {
  const rows = effort.rows(ROWS);
  await mustRun('Building', process.execPath, ['esbuild.js', '--production'], {
    cwd: root,
    timeoutMs: 60_000,
  });
  const browser = await launchBrowser(await findBrowser());
  try {
    const [table, empty] = [await tableOf(browser, rows), await emptyPage(browser, rows)];
    const notches = 30 * effort.times(6);
    const scrolled = await race(
      effort,
      { table: () => framesWhile(table, notches), empty: () => framesWhile(empty, notches) },
      { rounds: 3, warmUps: 1 },
    );
    const name = `${countOf(rows)} portfolio rows`;
    return [
      figure(`${name} scrolled by wheel, frames`, '/s', scrolled.table.map(perSecond), {
        rival: { name: 'empty page', samples: scrolled.empty.map(perSecond) },
        target: { atLeast: 58, atMost: 61 },
      }),
      ...(await workFigures(effort, name, table)),
    ];
  } finally {
    await browser.close();
  }
}

async function tableOf(browser: Browser, rows: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  await openPortfolioPage(page, portfolioRows(rows));
  await page.locator(`.grid[aria-rowcount="${rows + 1}"]`).waitFor();
  return page;
}

async function emptyPage(browser: Browser, rows: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  await page.setContent(`<style>body { margin: 0; background: #1f1f1f; }
    .grid { height: 650px; overflow: auto; } .grid div { height: ${rows * 26}px; }</style>
    <div class="grid" tabindex="0"><div></div></div>`);
  return page;
}

async function framesWhile(page: Page, notches: number): Promise<Frames> {
  await page.bringToFront();
  await page.evaluate(`{ const grid = document.querySelector('.grid');
    grid.scrollTop = 0; grid.focus(); }`);
  await page.evaluate(`new Promise((resolve) => setTimeout(resolve, 300))`);
  await page.evaluate(
    `{ window.frameTimes = []; window.measuring = true; let last;
    const frame = (at) => { if (last !== undefined) window.frameTimes.push(at - last); last = at;
      if (window.measuring) requestAnimationFrame(frame); };
    requestAnimationFrame(frame); }`,
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

function perSecond(frames: Frames): number {
  return (1000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0);
}

/** The time from a click on a heading, or a keystroke, until the table is drawn again. */
async function workFigures(effort: Effort, rows: string, page: Page): Promise<Figure[]> {
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
  const texts = ['h', 'harbor 12', '42', ''];
  let typed = 0;
  const type = () =>
    timed(`{ const box = document.querySelector('.filter .text');
      box.value = '${texts[typed++ % texts.length]!}'; box.dispatchEvent(new Event('input')); }`);
  const samples = (work: () => Promise<number>) => repeat(effort, work, { rounds: 9, warmUps: 2 });
  // All rows in sight are other ones each time.
  const draw = () =>
    timed(`{ const grid = document.querySelector('.grid'); grid.scrollTop += 2000;
      grid.dispatchEvent(new Event('scroll')); }`);
  return [
    figure(`${rows}, all rows in sight drawn again`, 'ms', await samples(draw), {
      target: { atMost: 16.7 },
    }),
    figure(`${rows} sorted by name`, 'ms', await samples(sort), { target: { atMost: 100 } }),
    figure(`${rows} filtered by text`, 'ms', await samples(type), { target: { atMost: 50 } }),
  ];
}

const STATUSES = ['processing', 'processing', 'processing', 'confirmed', 'pending', 'failed'];

/** Rows of every kind. Only their times differ in each run. */
function portfolioRows(count: number): ProjectRow[] {
  const now = Date.now();
  return Array.from({ length: count }, (_, at) => {
    const total = 100 + ((at * 7919) % 9000);
    const confirmed = Math.floor((total * ((at * 31) % 101)) / 100);
    const processing = Math.floor((total - confirmed) / 3);
    const status = STATUSES[at % STATUSES.length]!;
    return rowOf(at + 1, {
      name: `Harbor Lights ${(at * 7919) % count}`,
      symbol: `H${at % 977}`,
      status,
      counts: { total, confirmed, processing, pending: total - confirmed - processing },
      asOf: now - at * 1000,
      movedAt: now - at * 1100,
      concerns: status === 'failed' ? [{ kind: 'failed', words: 'Failed 12' }] : [],
    });
  });
}
