import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';

/** The box at the top of the window that asks for text or for a choice. */
export class QuickInput {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get box(): Locator {
    return this.page.locator('.quick-input-widget:visible');
  }

  /** The input; its type is `password` if the text is hidden. */
  get input(): Locator {
    return this.box.locator('.quick-input-box input');
  }

  get items(): Locator {
    return this.box.locator('.quick-input-list .monaco-list-row');
  }

  /** The first row, if its text contains this. */
  firstItem(text: string): Locator {
    return this.items.first().filter({ hasText: text });
  }

  /** The row with exactly this label. */
  item(label: string): Locator {
    const exact = this.page.locator('.quick-input-list-label').getByText(label, { exact: true });
    return this.items.filter({ has: exact }).first();
  }

  get activeItem(): Locator {
    return this.box.locator('.quick-input-list .monaco-list-row.focused');
  }

  title(text: string | RegExp): Locator {
    return this.box.locator('.quick-input-title', { hasText: text });
  }

  titleButton(title: string): Locator {
    return this.box.locator('.quick-input-titlebar').getByRole('button', { name: title });
  }

  async type(text: string): Promise<void> {
    await this.input.waitFor();
    await this.input.fill(text);
  }

  async enter(text: string): Promise<void> {
    await this.type(text);
    await this.accept();
  }

  /** The path that a dialog for saving suggests. It shows the folder first and adds the name later. */
  async offeredPath(): Promise<string> {
    await this.items.filter({ hasText: '..' }).first().waitFor();
    return eventually('name of a file in the dialog', async () => {
      const path = await this.input.inputValue();
      return !path.endsWith('/') && path;
    });
  }

  async accept(): Promise<void> {
    await this.input.press('Enter');
  }

  async choose(text: string | RegExp): Promise<void> {
    await this.items.filter({ hasText: text }).first().click();
  }

  /** Waits until the box contains this text: as its title, prompt, placeholder or error. */
  async waitFor(text: string): Promise<void> {
    const said = this.box.getByText(text).first();
    const hinted = this.box.getByPlaceholder(text);
    await said.or(hinted).first().waitFor();
  }

  async itemTexts(): Promise<string[]> {
    return this.items.locator('.quick-input-list-label').allInnerTexts();
  }

  /**
   * Resolves when the box is closed and gets no more keys: the editor resets the context key
   * `inQuickInput` in a timer that it starts when the box loses the focus.
   */
  async closed(): Promise<void> {
    await this.box.waitFor({ state: 'hidden' });
    // Timers of the same length end in their order.
    await this.page.evaluate('new Promise((done) => setTimeout(() => setTimeout(done)))');
  }

  /** Presses Escape until the box is closed: a webview that takes the focus swallows the key. */
  async cancel(): Promise<void> {
    await eventually('closed box', async (patience) => {
      if (!(await this.box.isVisible())) return true;
      await this.input.press('Escape', { timeout: patience }).catch(() => undefined);
      return false;
    });
  }
}
