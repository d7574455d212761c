import assert from 'node:assert/strict';
import type { Frame, Page } from 'playwright-core';

/** What tests look for on the page of the portfolio, in the editor or without it. */
export function portfolioTable(page: Page | Frame) {
  const grid = page.locator('.grid');
  const cell = page.locator('.cell[data-active]');
  /** The row at this place of the table, from 1. */
  const row = (at: number) => page.locator(`.body .row[aria-rowindex="${at + 1}"]`);
  return {
    ...{ grid, row },
    has: (selector: string) => page.locator(selector).waitFor(),
    async says(...texts: readonly string[]): Promise<void> {
      for (const text of texts) await page.getByText(text).first().waitFor();
    },
    spoken: (text: string | RegExp) => page.getByRole('status').getByText(text).waitFor(),
    /** The cell that the keyboard is in. */
    cell,
    field: page.getByRole('searchbox', { name: 'Filter by name, symbol or id' }),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    check: (at: number) => row(at).locator('.check').click(),
    /** Resolves when the table has so many rows. */
    shows: (count: number) => page.locator(`.grid[aria-rowcount="${count + 1}"]`).waitFor(),
    rowIs: (at: number, name: string) => row(at).getByText(name, { exact: true }).waitFor(),
    /** Resolves when the keyboard is in a cell with this text, also for a screen reader. */
    async cellIs(text: string): Promise<void> {
      await cell.getByText(text, { exact: true }).waitFor();
      const id = (await grid.getAttribute('aria-activedescendant')) ?? '';
      assert.equal(await page.locator(`#${id}`).getByText(text, { exact: true }).count(), 1);
    },
  };
}
