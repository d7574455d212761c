import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { screenshots } from '../../host/paths.ts';
import { eventually, settles } from './eventually.ts';
import { Clipboard } from './workbench/clipboard.ts';
import { Editors } from './workbench/editors.ts';
import { isThere } from './workbench/elements.ts';
import { Messages } from './workbench/messages.ts';
import { QuickInput } from './workbench/quickInput.ts';
import { Trees } from './workbench/trees.ts';
import { Views } from './workbench/views.ts';

export const WINDOW_SIZE = { width: 1280, height: 800 };

/**
 * One window of the editor, as a user sees and uses it. Its parts have classes of their own; this one
 * has what concerns the window as a whole or needs the command palette.
 */
export class Workbench {
  readonly page: Page;
  readonly folder: string;
  readonly views: Views;
  readonly trees: Trees;
  readonly editors: Editors;
  readonly messages: Messages;
  readonly quickInput: QuickInput;
  readonly clipboard: Clipboard;

  constructor(page: Page, folder: string) {
    this.page = page;
    this.folder = folder;
    this.views = new Views(page);
    this.trees = new Trees(page, this.views);
    this.editors = new Editors(page);
    this.messages = new Messages(page);
    this.quickInput = new QuickInput(page);
    this.clipboard = new Clipboard(page);
    // "Leave site?", where something is not saved.
    page.on('dialog', (dialog) => void dialog.accept());
  }

  /** Resolves when the window has been drawn and takes commands. */
  async ready(): Promise<void> {
    await this.page.locator('.monaco-workbench .activitybar').waitFor();
    await this.page.locator('.monaco-workbench .statusbar').waitFor();
  }

  /**
   * Runs a command from the palette by its name there, such as `Mintscope: Sign In…`. The palette
   * lists the commands that are known when it opens, so it is opened again until it has this one.
   */
  async runCommand(title: string): Promise<void> {
    const { quickInput } = this;
    await eventually(`command ${title} in the palette`, async (patience) => {
      if (await quickInput.box.isVisible()) await quickInput.cancel();
      await this.page.keyboard.press('F1');
      // A webview that takes the focus while it loads swallows keys.
      if (!(await isThere(quickInput.input, patience))) return false;
      await quickInput.type(`>${title}`);
      return isThere(quickInput.item(title), patience);
    });
    // The palette may list another command that contains the words of the title first.
    const isFirst = await quickInput.item(title).and(quickInput.activeItem).isVisible();
    if (isFirst) await quickInput.accept();
    else await quickInput.item(title).click();
  }

  async runToQuickInput(title: string, says: string): Promise<void> {
    await this.runCommand(title);
    await this.quickInput.waitFor(says);
  }

  /**
   * Shows Mintscope's views by the icon in the activity bar. The icon is clicked only while they are
   * hidden, because a click hides open views, and a reloaded window may show them by itself.
   */
  async openView(): Promise<void> {
    const icon = this.page.locator('.activitybar').getByRole('tab', { name: 'Mintscope' });
    await icon.waitFor();
    await eventually('view of Mintscope', async (patience) => {
      if ((await icon.getAttribute('aria-selected')) !== 'true') await icon.click();
      return isThere(this.views.pane('Projects'), patience);
    });
  }

  /** Asserts that the page of the panel in front fits 360 pixels, and takes a picture there. */
  async fitsNarrowEditor(shows: string, picture: string): Promise<void> {
    await this.runCommand('View: Close Primary Side Bar');
    const panel = () => this.editors.webviewFrame(shows);
    await settles(async () => {
      const inside = await (await panel()).evaluate<number>('innerWidth');
      const { width, height } = this.page.viewportSize()!;
      await this.page.setViewportSize({ width: width - inside + 360, height });
      const [now, widest] = await (
        await panel()
      ).evaluate<[number, number]>('[innerWidth, document.documentElement.scrollWidth]');
      assert.deepEqual([now, widest], [360, 360]);
    });
    await this.screenshot(picture);
    await this.page.setViewportSize(WINDOW_SIZE);
    await this.openView();
  }

  statusItem(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item', { hasText: text });
  }

  async clearToasts(): Promise<void> {
    await this.runCommand('Notifications: Clear All Notifications');
  }

  async closeEditors(): Promise<void> {
    if ((await this.editors.tab(/./).count()) === 0) return;
    await this.runCommand('View: Close All Editors');
    await this.editors.tab(/./).first().waitFor({ state: 'detached' });
  }

  /** Signs out, closes all editors, and shows Mintscope's views, in the initial size. */
  async tidyUp(): Promise<void> {
    if (await this.quickInput.box.isVisible()) await this.quickInput.cancel();
    await this.quickInput.closed();
    if ((await this.editors.tab(/./).count()) > 0) await this.runCommand('View: Close All Editors');
    await eventually('window without editors', async () => {
      const dismiss = this.messages.dialogButton("Don't Save");
      if (await dismiss.isVisible()) await dismiss.click();
      return (await this.editors.tab(/./).count()) === 0;
    });
    await this.page.setViewportSize(WINDOW_SIZE);
    await this.openView();
    const signIn = this.views.welcomeButton('Projects', 'Sign In');
    if (!(await signIn.isVisible())) await this.runCommand('Mintscope: Sign Out');
    await signIn.waitFor();
  }

  /** Reloads the window by the editor's command, which first stores what is open. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.runCommand('Developer: Reload Window');
    await loaded;
    await this.ready();
  }

  /**
   * Closes the window as a user does. After a lost connection, the server would run the window's
   * extension host for hours.
   */
  async close(): Promise<void> {
    await this.page.goto('about:blank');
    await this.page.close();
  }

  async screenshot(name: string): Promise<void> {
    await mkdir(screenshots, { recursive: true });
    await this.page.screenshot({ path: join(screenshots, `${name}.png`) });
  }
}
