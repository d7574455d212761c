import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { PortfolioRow, PortfolioState } from '../../src/protocol/portfolio.ts';
import { root } from '../host/paths.ts';

const ADDRESS = 'http://127.0.0.1:1';

/** The number of rows in a message of the editor. */
const BATCH = 1000;

/** The number of points of a trend, the most that Mintscope sends. */
const POINTS = 28;

/**
 * Opens the built page of the portfolio without the editor, with the policy that it has there. Its
 * messages are in `posted` of its window. Requests for trends of rows in sight are answered at once.
 */
export async function openPortfolioPage(page: Page): Promise<void> {
  const policy = `default-src 'none'; script-src 'nonce-bench'; style-src ${ADDRESS}`;
  const html = `<!DOCTYPE html><html lang="en"><head><meta charset="UTF-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}"><title>Mintscope</title>
    <link rel="stylesheet" href="${ADDRESS}/dist/webview/portfolio.css"></head>
    <body class="vscode-dark"><div id="app"></div><script type="module" nonce="bench"
    src="${ADDRESS}/dist/webview/portfolio.js"></script></body></html>`;
  await page.addInitScript(`window.posted = []; window.acquireVsCodeApi = () => ({
    postMessage: (message) => {
      window.posted.push(message);
      if (message.type !== 'trends') return;
      const now = Date.now();
      const points = Array.from({ length: ${POINTS} }, (_, at) =>
        ({ at: now - (${POINTS} - at) * 3_000_000, confirmed: at * at }));
      const trends = message.keys.map((key) => ({ key, points }));
      window.postMessage({ type: 'trends', trends }, '*');
    },
    getState: () => undefined, setState: () => undefined,
  });`);
  await page.route(`${ADDRESS}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') await route.fulfill({ contentType: 'text/html', body: html });
    else {
      const contentType = pathname.endsWith('.css') ? 'text/css' : 'text/javascript';
      await route.fulfill({ contentType, body: await readFile(join(root, pathname)) });
    }
  });
  await page.goto(`${ADDRESS}/`);
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

/** Sends a message of the editor. */
export async function post(page: Page, message: unknown): Promise<void> {
  await page.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`);
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
