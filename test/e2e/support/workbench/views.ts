import type { Locator, Page } from 'playwright-core';
import { settles } from '../eventually.ts';
import { chooseInMenu } from './menus.ts';

export type ViewName = 'Needs Attention' | 'Projects' | 'Collections';

/** Mintscope's views: their headers, and what they show in place of rows. */
export class Views {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  pane(name: ViewName): Locator {
    const header = this.page.locator(`.pane-header[aria-label^="${name}"]`);
    return this.page.locator('.pane', { has: header });
  }

  /** Resolves when the description of a view is exactly this, such as `50 of 230`. */
  async says(name: ViewName, text: string): Promise<void> {
    const description = this.pane(name).locator('.pane-header .description');
    await description.getByText(text, { exact: true }).waitFor();
  }

  /**
   * Clicks a button of a view's title, which is visible only while the pointer is over the view.
   * Needs Attention may appear meanwhile and move the view, so this is repeated.
   */
  async clickAction(name: ViewName, title: string | RegExp): Promise<void> {
    await settles(async (patience) => {
      await this.pane(name).hover();
      const header = this.pane(name).locator('.pane-header');
      await header.getByRole('button', { name: title }).click({ timeout: patience });
    });
  }

  /** Chooses from the `…` menu of a view's title. Older editors give that button no name. */
  async chooseInMenu(name: ViewName, item: string): Promise<void> {
    await chooseInMenu(this.page, item, async (patience) => {
      await this.pane(name).hover();
      await this.pane(name)
        .locator('.pane-header .codicon-toolbar-more')
        .click({ timeout: patience });
    });
  }

  welcomeButton(name: ViewName, title: string): Locator {
    const welcome = this.pane(name).locator('.welcome-view-content');
    return welcome.getByRole('button', { name: title, exact: true });
  }

  async hasFocus(name: ViewName): Promise<boolean> {
    return (
      (await this.pane(name).locator('.monaco-list:focus-within, .monaco-list:focus').count()) > 0
    );
  }
}
