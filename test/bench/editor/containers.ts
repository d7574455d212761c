import type { Locator } from 'playwright-core';
import type { Workbench } from '../../e2e/support/workbench.ts';
import { benchRow } from '../rows.ts';
import { LABELS } from './agreed.ts';
import { clickToRow } from './marks.ts';

export type Who = 'Mintscope' | keyof typeof LABELS;

export function labelOf(who: Who, row: number): string {
  const name = String(benchRow(row).name);
  return who === 'Mintscope' ? name : LABELS[who](name);
}

/** Waits, because a window has other work for a while after it was drawn. */
export async function settle({ page }: Workbench): Promise<void> {
  await page.waitForTimeout(2500);
}

/** Opens the views of an extension. @returns milliseconds from the click to their first row. */
export function openContainer(window: Workbench, who: Who): Promise<number> {
  return clickToRow(window.page, labelOf(who, 0), () => iconOf(window, who).click());
}

/** Shows the views of an extension, wherever their lists are scrolled to. */
export async function showContainer(window: Workbench, who: Who | 'Empty'): Promise<void> {
  const icon = iconOf(window, who);
  // A click on the icon of an open view would hide it.
  if ((await icon.getAttribute('aria-selected')) !== 'true') await icon.click();
  await window.views.pane('Projects').waitFor();
}

function iconOf(window: Workbench, who: Who | 'Empty'): Locator {
  return window.page.locator('.activitybar').getByRole('tab', { name: who });
}
