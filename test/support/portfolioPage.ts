import type { Page } from 'playwright-core';
import type { ProjectRow } from '../../src/core/messages/projectColumns.ts';
import type { PortfolioState, PortfolioView } from '../../src/features/portfolio/messages.ts';
import { openPanelPage, post } from './panelPage.ts';

const BATCH = 1000;

/**
 * Opens the built page of the portfolio without the editor.
 * @param saved what an earlier page saved.
 */
export async function openPortfolioPage(
  page: Page,
  rows: readonly ProjectRow[] = [],
  saved?: PortfolioView,
): Promise<void> {
  await openPanelPage(page, 'portfolio', { saved });
  if (rows.length > 0) await sendRows(page, rows);
}

/** Sends the page a state in which all was read, or another one. */
export async function sendState(
  page: Page,
  listed: number,
  change: Partial<PortfolioState> = {},
): Promise<void> {
  const base = { loadImages: 'never', service: 'a', sample: false };
  const state = { ...base, phase: 'done', listed, ...change };
  await post(page, { type: 'state', state });
}

/** Sends the page all rows in batches, and before them the state. Resolves when some are shown. */
export async function sendRows(
  page: Page,
  rows: readonly ProjectRow[],
  change?: Partial<PortfolioState>,
): Promise<void> {
  await sendState(page, rows.length, change);
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH);
    await post(page, { type: 'rows', first: from === 0, rows: batch });
  }
  await page.locator('.grid').waitFor();
}
