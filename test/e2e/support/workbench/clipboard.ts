import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';

const NOTHING_COPIED = 'nothing yet';

export class Clipboard {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async holds(text: string): Promise<void> {
    await eventually(`“${text}” on the clipboard`, async () => (await this.text()) === text);
  }

  /** What was copied since `clear`, once there is something. */
  async copied(): Promise<string> {
    return eventually('copied text', async () => {
      const text = await this.text();
      return text !== NOTHING_COPIED && text;
    });
  }

  async text(): Promise<string> {
    return this.page.evaluate<string>('navigator.clipboard.readText()');
  }

  /** Replaces the clipboard, so that a test reads only what is copied afterwards. */
  async clear(): Promise<void> {
    await this.page.evaluate(`navigator.clipboard.writeText('${NOTHING_COPIED}')`);
  }
}
