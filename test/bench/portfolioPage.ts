import type { Page } from 'playwright-core';
import type { PortfolioRow, PortfolioState } from '../../src/protocol/portfolio.ts';
import { openPanelPage, post } from '../support/panelPage.ts';

/** The number of rows in a message of the editor. */
const BATCH = 1000;

/** The number of points of a trend, the most that Mintscope sends. */
const POINTS = 28;

/** Answers the request of the page for the trends of rows in sight. */
const SEND_TRENDS = `if (message.type === 'trends') {
  const now = Date.now();
  const points = Array.from({ length: ${POINTS} }, (_, at) =>
    ({ at: now - (${POINTS} - at) * 3_000_000, confirmed: at * at }));
  const trends = message.keys.map((key) => ({ key, points }));
  window.postMessage({ type: 'trends', trends }, '*');
}`;

/** Opens the built page of the portfolio without the editor, and answers its requests for trends. */
export async function openPortfolioPage(page: Page): Promise<void> {
  await openPanelPage(page, 'portfolio', { onMessage: SEND_TRENDS });
  await page.locator('main.portfolio').waitFor();
}

/** Sends the page all rows in batches, and a state in which all was read. */
export async function sendRows(page: Page, rows: readonly PortfolioRow[]): Promise<void> {
  const state: PortfolioState = {
    service: 'bench',
    sample: false,
    phase: 'done',
    listed: rows.length,
  };
  await post(page, { type: 'state', state });
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH);
    await post(page, { type: 'rows', first: from === 0, rows: batch });
  }
  await page.locator(`.grid[aria-rowcount="${rows.length + 1}"]`).waitFor();
  await page.locator('.grid .trend path[d^="M"]').first().waitFor();
}

const STATUSES = ['processing', 'processing', 'processing', 'confirmed', 'pending', 'failed'];

/** Rows of every kind, which have all moved in the last day. Only their times differ in each run. */
export function portfolioRows(count: number): PortfolioRow[] {
  const now = Date.now();
  return Array.from({ length: count }, (_, at) => {
    const total = 100 + ((at * 7919) % 9000);
    const confirmed = Math.floor((total * ((at * 31) % 101)) / 100);
    const processing = Math.floor((total - confirmed) / 3);
    const status = STATUSES[at % STATUSES.length]!;
    return {
      key: `project/${at % 2 === 0 ? 't' : 'n'}/${at + 1}`,
      name: `Harbor Lights ${(at * 7919) % count}`,
      symbol: `H${at % 977}`,
      status,
      id: String(at + 1),
      kind: at % 2 === 0 ? 't' : 'n',
      counts: { total, confirmed, processing, pending: total - confirmed - processing },
      asOf: now - at * 1000,
      movedAt: now - at * 1100,
      concerns: status === 'failed' ? [{ kind: 'failed', words: 'Failed 12' }] : [],
      ...(at % 400 === 7 && {
        failure: 'The service had an internal error (500).',
        concerns: [{ kind: 'unreadable', words: 'Could not be read' }],
      }),
    };
  });
}
