import assert from 'node:assert/strict';
import type { Frame, Locator, Page } from 'playwright-core';
import { eventually, settles } from '../eventually.ts';
import { chooseInMenu } from './menus.ts';

/** The part of the window with the editors: their groups, tabs, titles, texts and panels. */
export class Editors {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  tab(title: string | RegExp): Locator {
    return this.page.locator('.editor-group-container').getByRole('tab', { name: title });
  }

  /**
   * Resolves when these are all tabs, group by group and from the left, by their titles before ` (`,
   * without the `.md` of a report that VS Code 1.105 shows.
   */
  async tabsAre(...expected: readonly string[]): Promise<void> {
    const names = this.page.locator('.editor-group-container [role="tab"] .label-name');
    await settles(async () => {
      const titles = (await names.allInnerTexts()).map((title) => title.replace(/ \(.*|\.md$/, ''));
      assert.deepEqual(titles, expected);
    });
  }

  /** Keeps a preview open, as a double click on its tab does. */
  async keep(title: string | RegExp): Promise<void> {
    const kept = this.page.locator('.tab:not(.preview)').filter({ hasText: title }).first();
    // The editor may draw the tab anew between the two clicks, and draws each tab as kept at first.
    await settles(async (patience) => {
      await this.tab(title).dblclick({ timeout: patience });
      await kept.waitFor({ timeout: patience });
    });
  }

  action(title: string): Locator {
    return this.page.locator('.editor-actions').getByRole('button', { name: title });
  }

  /** Chooses from the `…` menu in the title of the editor in front. */
  async chooseInMenu(item: string): Promise<void> {
    await chooseInMenu(this.page, item, () =>
      this.page.locator('.editor-actions .codicon-toolbar-more').first().click(),
    );
  }

  /** Opens an empty editor, as a double click beside the tabs does. */
  async openUntitled(): Promise<void> {
    const group = this.page.locator('.editor-group-container').first();
    await group.dblclick({ position: { x: 600, y: 20 } });
    await this.tab(/^Untitled-/).waitFor();
  }

  async text(): Promise<string> {
    const lines = this.page.locator('.editor-instance .view-lines').first();
    // The editor draws spaces as no-break spaces.
    return (await lines.innerText()).replaceAll('\u00a0', ' ');
  }

  /**
   * The frame of the webview in front, once it contains the selector. Frames are found by their
   * content, because the editor nests them two deep and draws them outside of the tabs.
   */
  async webviewFrame(selector: string): Promise<Frame> {
    return eventually(`webview that shows ${selector}`, async () => {
      for (const frame of this.page.frames().reverse()) {
        if (frame.childFrames().length > 0 || !frame.parentFrame()) continue;
        const found = frame.locator(selector).first();
        // A frame may be replaced while it is looked at.
        if (await found.isVisible().catch(() => false)) return frame;
      }
      return undefined;
    });
  }
}
