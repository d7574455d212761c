import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { isThere } from './elements.ts';

/**
 * Chooses from the menu that `open` opens, by Enter, because a new menu ignores clicks for a moment.
 * A menu that closes is opened again: a webview may take its focus, or its row may be repainted.
 * @param item an entry, or `Submenu > Entry`.
 */
export async function chooseInMenu(
  page: Page,
  item: string,
  open: (patience: number) => Promise<void>,
): Promise<void> {
  const menu = page.locator('.monaco-menu');
  await eventually(`menu with ${item}`, async (patience) => {
    try {
      if (!(await menu.first().isVisible())) await open(patience);
      const names = item.split(' > ');
      for (const name of names) {
        // The name of an entry may end with its keys, that of a submenu does not.
        const entry = page.getByRole('menuitem', { name, exact: name !== names.at(-1) });
        await menu.locator(entry).hover({ timeout: patience });
        await menu.locator('.action-item.focused').locator(entry).press('Enter', {
          timeout: patience,
        });
      }
      return true;
    } catch {
      if (await menu.first().isVisible()) await page.keyboard.press('Escape');
      return false;
    }
  });
  await menu.first().waitFor({ state: 'hidden' });
}

/** The entries of the menu that `open` opens, again if it closes before they are read. */
export async function menuEntries(page: Page, open: () => Promise<void>): Promise<string[]> {
  const menu = page.locator('.monaco-menu');
  const entries = await eventually('menu', async (patience) => {
    if (!(await menu.first().isVisible())) await open();
    if (!(await isThere(menu.getByRole('menuitem').first(), patience))) return undefined;
    const texts = await menu.locator('.action-label:not(.separator)').allInnerTexts();
    return texts.length > 0 && texts;
  });
  await eventually('closed menu', async () => {
    if (!(await menu.first().isVisible())) return true;
    await page.keyboard.press('Escape');
    return false;
  });
  return entries;
}
