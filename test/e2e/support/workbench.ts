import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { screenshots } from '../../host/paths.ts';
import { eventually, settles } from './eventually.ts';
import { Clipboard } from './workbench/clipboard.ts';
import { Editors } from './workbench/editors.ts';
import { isThere } from './workbench/elements.ts';
import { Messages } from './workbench/messages.ts';
import { QuickInput } from './workbench/quickInput.ts';
import { Trees } from './workbench/trees.ts';
import { type ViewName, Views } from './workbench/views.ts';

/** The initial size of a window and width of its side bar, in pixels. */
export const WINDOW_SIZE = { width: 1280, height: 800 };
const SIDE_BAR_WIDTH = 300;

/**
 * One window of the editor, as a user sees and uses it. Its parts have classes of their own; this one
 * has what concerns the window as a whole or needs the command palette.
 */
export class Workbench {
  readonly page: Page;
  /** The folder that is open, or the file of the workspace. */
  readonly folder: string;
  readonly views: Views;
  readonly trees: Trees;
  readonly editors: Editors;
  readonly messages: Messages;
  readonly quickInput: QuickInput;
  readonly clipboard: Clipboard;

  constructor(
    page: Page,
    folder: string,
    viewNames: Readonly<Record<ViewName, string>> = {
      'Needs Attention': 'Needs Attention',
      Projects: 'Projects',
      Collections: 'Collections',
    },
  ) {
    this.page = page;
    this.folder = folder;
    this.views = new Views(page, viewNames);
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

  /** Runs a command that opens the box, and resolves when the box contains this text. */
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

  /** Drags the border between the side bar and the editors. */
  async setSideBarWidth(width: number): Promise<void> {
    const { mouse } = this.page;
    const before = await this.page.locator('.part.sidebar').boundingBox();
    if (before !== null && Math.abs(before.width - width) <= 2) return;
    const borders = await this.page.locator('.monaco-sash.vertical:not(.disabled)').all();
    const boxes = await Promise.all(borders.map((border) => border.boundingBox()));
    const bar = (await this.page.locator('.part.sidebar').boundingBox())!;
    const distance = (x: number) => Math.abs(x - bar.x - bar.width);
    const [border] = boxes
      .flatMap((box) => (box ? [box.x + box.width / 2] : []))
      .sort((one, other) => distance(one) - distance(other));
    await mouse.move(border!, 300);
    await mouse.down();
    await mouse.move(border! + width - bar.width, 300, { steps: 5 });
    await mouse.up();
    await eventually(`side bar ${width} pixels wide`, async () => {
      const now = await this.page.locator('.part.sidebar').boundingBox();
      return now !== null && Math.abs(now.width - width) <= 2;
    });
  }

  /** Hides the views, so that panels are as wide as the window. */
  async hideSideBar(): Promise<void> {
    await this.runCommand('View: Toggle Primary Side Bar Visibility');
    await this.views.pane('Projects').waitFor({ state: 'hidden' });
  }

  /**
   * Gives the page of a panel this size by that of the window, and asserts that the page is not
   * scrolled sideways. `tidyUp` undoes it.
   */
  async resizePanel(panel: Frame, width: number, height?: number): Promise<void> {
    const window = this.page.viewportSize()!;
    const [before, heightBefore] = await panel.evaluate<[number, number]>(
      '[innerWidth, innerHeight]',
    );
    await this.page.setViewportSize({
      width: window.width - before + width,
      height: window.height - heightBefore + (height ?? heightBefore),
    });
    await fits(panel, width);
  }

  /** An entry of the status bar, by part of its text. */
  statusItem(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item', { hasText: text });
  }

  /** Closes all messages. */
  async clearToasts(): Promise<void> {
    await this.runCommand('Notifications: Clear All Notifications');
  }

  /** Closes all editors that need not be saved. */
  async closeEditors(): Promise<void> {
    if ((await this.editors.tab(/./).count()) === 0) return;
    await this.runCommand('View: Close All Editors');
    await this.editors.tab(/./).first().waitFor({ state: 'detached' });
  }

  /** Signs out, closes all editors, and shows Mintscope's views, all in their initial sizes. */
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
    await this.setSideBarWidth(SIDE_BAR_WIDTH);
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

  /** Copies the picture of a panel, and saves it in out/screenshots. Resolves with its size in pixels. */
  async copyPicture(panel: Frame, name: string): Promise<readonly [width: number, height: number]> {
    await this.clipboard.clear();
    await panel.getByRole('button', { name: 'Copy as Picture' }).click();
    const png = await eventually('picture on the clipboard', () => this.clipboard.picture());
    await mkdir(screenshots, { recursive: true });
    await writeFile(join(screenshots, `${name}.png`), png);
    // The header of a PNG has its size here.
    return [png.readUInt32BE(16), png.readUInt32BE(20)];
  }

  /** Saves a picture of the window in out/screenshots. */
  async screenshot(name: string): Promise<void> {
    await mkdir(screenshots, { recursive: true });
    await this.page.screenshot({ path: join(screenshots, `${name}.png`) });
  }
}

/** Asserts that the page of a panel has this width, and that nothing in it is wider. */
export async function fits(panel: Frame, width: number): Promise<void> {
  await settles(async () => {
    const [inside, widest] = await panel.evaluate<[number, number]>(
      '[innerWidth, document.documentElement.scrollWidth]',
    );
    assert.equal(inside, width);
    assert.ok(widest <= width, `${widest} pixels wide`);
  });
}
