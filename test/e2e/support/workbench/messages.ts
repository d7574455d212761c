import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';

/** Within this time, the editor shows three new messages; the fourth is behind the bell only. */
const SPAM_PROTECTION_MS = 800;

/** What the window tells or asks: messages at the bottom right and dialogs in the middle. */
export class Messages {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The texts of the messages that are showing at the bottom right. */
  async toasts(): Promise<string[]> {
    return this.page.locator('.notification-toast .notification-list-item-message').allInnerTexts();
  }

  /** A message by part of its text. */
  toast(text: string | RegExp): Locator {
    return this.page.locator('.notification-toast', { hasText: text });
  }

  /**
   * Resolves when messages up to a time no longer count for the limit of three. Call it before a
   * command with progress and a result, if the user has just signed out or in: each is a message.
   * @param lastMessage in milliseconds since 1970.
   */
  async spamProtectionOver(lastMessage: number): Promise<void> {
    await setTimeout(Math.max(0, lastMessage + SPAM_PROTECTION_MS - Date.now()));
  }

  /** A button of a message. */
  toastButton(text: string | RegExp, button: string): Locator {
    return this.toast(text).getByRole('button', { name: button });
  }

  /** A dialog in the middle of the window, by part of its text. */
  dialog(text: string): Locator {
    return this.page.locator('.monaco-dialog-box', { hasText: text });
  }

  /** A button of a dialog in the middle of the window. */
  dialogButton(title: string): Locator {
    return this.page.locator('.monaco-dialog-box').getByRole('button', { name: title });
  }
}
