import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';

/** Within this time, the editor shows three new messages at most; more go to the bell only. */
const SPAM_PROTECTION_MS = 800;

/** Messages at the bottom right of the window, and dialogs in its middle. */
export class Messages {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async toasts(): Promise<string[]> {
    return this.page.locator('.notification-toast .notification-list-item-message').allInnerTexts();
  }

  toast(text: string | RegExp): Locator {
    return this.page.locator('.notification-toast', { hasText: text });
  }

  /**
   * Resolves when a message no longer counts for the editor's limit of three. No state shows this, so
   * it waits for time. Call it before a command with progress and a result, which are two messages.
   * @param lastMessage when the last message that must not count came, in milliseconds since 1970.
   */
  async spamProtectionOver(lastMessage: number): Promise<void> {
    await setTimeout(Math.max(0, lastMessage + SPAM_PROTECTION_MS - Date.now()));
  }

  toastButton(text: string | RegExp, button: string): Locator {
    return this.toast(text).getByRole('button', { name: button });
  }

  dialog(text: string): Locator {
    return this.page.locator('.monaco-dialog-box', { hasText: text });
  }

  dialogButton(title: string): Locator {
    return this.page.locator('.monaco-dialog-box').getByRole('button', { name: title });
  }
}
