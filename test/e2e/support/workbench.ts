import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { screenshots } from '../../host/paths.ts';
import { eventually } from './eventually.ts';
import { QuickInput } from './quickInput.ts';

/** After this long without success, something is tried again that a person would try again. */
const A_WHILE_MS = 10_000;

/** What a row of a view shows. */
export interface RowText {
  readonly label: string;
  readonly description: string;
}

/** How a row is clicked: once with the left button, unless told otherwise. */
export interface RowClick {
  readonly button?: 'left' | 'right';
  readonly times?: 1 | 2;
  readonly holding?: 'ControlOrMeta';
}

/** A point of the window, in pixels. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** As much of a row's element as is read; the tests are compiled without the browser's types. */
interface DrawnRow {
  getAttribute(name: string): string | null;
  querySelector(selector: string): { readonly textContent: string | null } | null;
  getBoundingClientRect(): Readonly<Record<'left' | 'top' | 'width' | 'height', number>>;
}

interface DrawnList {
  querySelectorAll(selector: string): Iterable<DrawnRow>;
}

/** As the editor opens it at first, in pixels. */
const SIDE_BAR_WIDTH = 300;

/** What `clearClipboard` leaves. */
export const NOTHING_COPIED = 'nothing yet';

/** The names the extension shows of its own two views. */
export type ViewName = 'Projects' | 'Collections';

/** One window of the editor: what a person sees in it and does with it. Nothing else. */
export class Workbench {
  readonly page: Page;
  /** The folder that is open, or the file of the workspace. */
  readonly folder: string;
  readonly quickInput: QuickInput;

  /** What the two views are called in the display language. */
  private readonly viewNames: Readonly<Record<ViewName, string>>;

  constructor(
    page: Page,
    folder: string,
    viewNames: Readonly<Record<ViewName, string>> = {
      Projects: 'Projects',
      Collections: 'Collections',
    },
  ) {
    this.page = page;
    this.folder = folder;
    this.viewNames = viewNames;
    // "Leave site?", where something is not saved.
    page.on('dialog', (dialog) => void dialog.accept());
    this.quickInput = new QuickInput(page);
  }

  /** Resolves when the window has been drawn and takes commands. */
  async ready(): Promise<void> {
    await this.page.locator('.monaco-workbench .activitybar').waitFor();
    await this.page.locator('.monaco-workbench .statusbar').waitFor();
  }

  /**
   * Runs a command from the palette by the name shown there, such as `Mintscope: Sign In…`. The
   * palette lists the commands known when it opened, so it is opened again until it has this one.
   */
  async runCommand(title: string): Promise<void> {
    const { quickInput } = this;
    await eventually(`command ${title} in the palette`, async () => {
      if (await quickInput.box.isVisible()) await quickInput.cancel();
      await this.page.keyboard.press('F1');
      // A webview that takes the focus while it loads swallows keys.
      if (!(await isThere(quickInput.input))) return false;
      await quickInput.type(`>${title}`);
      return isThere(quickInput.item(title));
    });
    // The palette may list another command that contains the words of the title first.
    const isFirst = await quickInput.item(title).and(quickInput.activeItem).isVisible();
    if (isFirst) await quickInput.accept();
    else await quickInput.item(title).click();
  }

  /** Runs a command that opens the box, and resolves when the box says this. */
  async runToQuickInput(title: string, says: string): Promise<void> {
    await this.runCommand(title);
    await this.quickInput.waitFor(says);
  }

  /**
   * Shows Mintscope's views by its icon in the activity bar. A click on the icon of an open view
   * hides it, and a window that has just been reloaded may be about to show it by itself.
   */
  async openView(): Promise<void> {
    const icon = this.page.locator('.activitybar').getByRole('tab', { name: 'Mintscope' });
    await icon.waitFor();
    await eventually('view of Mintscope', async () => {
      if ((await icon.getAttribute('aria-selected')) !== 'true') await icon.click();
      return isThere(this.pane('Projects'));
    });
  }

  /** One of the views with its header. */
  pane(name: ViewName): Locator {
    const header = this.page.locator(`.pane-header[aria-label^="${this.viewNames[name]}"]`);
    return this.page.locator('.pane', { has: header });
  }

  /** Resolves when a view's header says exactly this after its name, such as `50 of 230`. */
  async paneSays(name: ViewName, text: string): Promise<void> {
    const description = this.pane(name).locator('.pane-header .description');
    await description.getByText(text, { exact: true }).waitFor();
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

  /** A button of a view's title, by its tooltip. */
  paneAction(name: ViewName, title: string | RegExp): Locator {
    return this.pane(name).locator('.pane-header').getByRole('button', { name: title });
  }

  /** Clicks a button of a view's title, which shows only while the pointer is over the view. */
  async clickPaneAction(name: ViewName, title: string | RegExp): Promise<void> {
    await this.pane(name).hover();
    await this.paneAction(name, title).click();
  }

  /** Chooses from the `…` menu of a view's title. Older editors give that button no name. */
  async chooseInPaneMenu(name: ViewName, item: string): Promise<void> {
    await this.chooseInMenu(item, async () => {
      await this.pane(name).hover();
      await this.pane(name).locator('.pane-header .codicon-toolbar-more').click();
    });
  }

  /** The rows that are drawn, from the top. A long list draws only those in sight. */
  async rows(name: ViewName): Promise<RowText[]> {
    const texts = await this.pane(name)
      .locator('.monaco-list-row')
      .evaluateAll((rows) =>
        rows.map((row: DrawnRow) => ({
          index: Number(row.getAttribute('data-index')),
          label: row.querySelector('.label-name')?.textContent ?? '',
          description: row.querySelector('.label-description')?.textContent ?? '',
        })),
      );
    return texts
      .sort((one, other) => one.index - other.index)
      .map(({ label, description }) => ({ label, description }));
  }

  /** The labels of the rows selected. The editor does not set `aria-selected` anew on all of them. */
  async selectedRows(name: ViewName): Promise<string[]> {
    const selected = this.pane(name).locator('.monaco-list-row.selected .label-name');
    return (await selected.allInnerTexts()).sort();
  }

  /** The row with exactly this label. */
  row(name: ViewName, label: string): Locator {
    const exact = this.page.locator('.label-name').getByText(label, { exact: true });
    return this.pane(name).locator('.monaco-list-row', { has: exact });
  }

  /**
   * Scrolls until the row is drawn, and clicks where it is once the list is at rest: rows that come
   * or go above it would move it away from the pointer.
   */
  async clickRow(name: ViewName, label: string, how: RowClick = {}): Promise<void> {
    const { button = 'left', times = 1, holding } = how;
    await this.reveal(name, label);
    await this.row(name, label).waitFor();
    await rests(this.pane(name).locator('.monaco-list').first());
    const { x, y } = await this.placeOf(name, label);
    if (holding) await this.page.keyboard.down(holding);
    await this.page.mouse.click(x, y, { button, clickCount: times });
    if (holding) await this.page.keyboard.up(holding);
  }

  /** Scrolls down from the top of the view until the row is in sight, whole. */
  async reveal(name: ViewName, label: string): Promise<void> {
    const list = this.pane(name).locator('.monaco-list').first();
    const row = this.row(name, label);
    await list.waitFor();
    if (await isWithin(row, list)) return;
    await list.focus();
    await this.page.keyboard.press('Home');
    for (let screen = 0; screen < 200; screen++) {
      await rests(list);
      if (await isWithin(row, list)) return;
      await this.page.keyboard.press('PageDown');
    }
    // Says what was looked for, after the usual patience.
    await row.waitFor();
  }

  /** Chooses from a row's context menu. */
  async chooseInRowMenu(name: ViewName, label: string, item: string): Promise<void> {
    await this.chooseInMenu(item, () => this.clickRow(name, label, { button: 'right' }));
  }

  /** The entries of a row's context menu, which is closed again. */
  async rowMenu(name: ViewName, label: string): Promise<string[]> {
    await this.clickRow(name, label, { button: 'right' });
    const menu = this.page.locator('.monaco-menu');
    await menu.getByRole('menuitem').first().waitFor();
    const entries = await menu.locator('.action-label:not(.separator)').allInnerTexts();
    await this.page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    return entries;
  }

  /**
   * The tooltip of a row, once it holds this text. The pointer comes again after a while, as a
   * person's does: a row that is painted anew under it shows none.
   */
  async tooltip(row: Locator, text: string): Promise<Locator> {
    const tooltip = this.page.locator('.workbench-hover');
    await eventually(`tooltip with ${text}`, async () => {
      await this.leaveRows();
      await row.hover();
      return isThere(tooltip.getByText(text).first());
    });
    return tooltip;
  }

  /** Moves the pointer to where nothing is, so that no tooltip covers a row. */
  async leaveRows(): Promise<void> {
    await this.page.mouse.move(700, 700);
    await this.page.locator('.workbench-hover').waitFor({ state: 'hidden' });
  }

  /** What a row shows at its end, two characters at most; empty if there is nothing. */
  async badgeOf(name: ViewName, label: string): Promise<string> {
    const content = await this.row(name, label)
      .locator('.monaco-icon-label')
      .first()
      .evaluate((element) => {
        const page = globalThis as unknown as {
          getComputedStyle(of: unknown, part: string): { readonly content: string };
        };
        return page.getComputedStyle(element, '::after').content;
      });
    return /^"(.*)"$/.exec(content)?.[1] ?? '';
  }

  /**
   * Drops a row, and all that are selected with it, below the text of the editor in front. Without
   * Shift, the editor would take it for something to open.
   */
  async dragRowIntoEditor(name: ViewName, label: string): Promise<void> {
    const editor = await this.page.locator('.editor-instance .view-lines').first().boundingBox();
    if (!editor) throw new Error('No editor is in front.');
    const { mouse } = this.page;
    await this.row(name, label).hover();
    await mouse.down();
    // An empty editor shows a hint on its first lines.
    await mouse.move(editor.x + 100, editor.y + 150, { steps: 8 });
    await this.page.keyboard.down('Shift');
    await mouse.move(editor.x + 200, editor.y + 200, { steps: 8 });
    await mouse.up();
    await this.page.keyboard.up('Shift');
  }

  /** Clicks one of the buttons at the end of a row, by its tooltip. */
  async clickRowAction(name: ViewName, label: string, title: string): Promise<void> {
    await this.reveal(name, label);
    await this.row(name, label).hover();
    await this.row(name, label).getByRole('button', { name: title }).click();
  }

  /** A button of a view's welcome text, such as `Sign In`; a link `Sign in` is another one. */
  welcomeButton(name: ViewName, title: string): Locator {
    const welcome = this.pane(name).locator('.welcome-view-content');
    return welcome.getByRole('button', { name: title, exact: true });
  }

  /** The texts of the messages that are showing at the bottom right. */
  async toasts(): Promise<string[]> {
    return this.page.locator('.notification-toast .notification-list-item-message').allInnerTexts();
  }

  /** A message by part of its text. */
  toast(text: string | RegExp): Locator {
    return this.page.locator('.notification-toast', { hasText: text });
  }

  /** A button of a message. */
  toastButton(text: string | RegExp, button: string): Locator {
    return this.toast(text).getByRole('button', { name: button });
  }

  /** Puts all messages away. */
  async clearToasts(): Promise<void> {
    await this.runCommand('Notifications: Clear All Notifications');
  }

  /** A dialog in the middle of the window, by part of its text. */
  dialog(text: string): Locator {
    return this.page.locator('.monaco-dialog-box', { hasText: text });
  }

  /** A button of a dialog in the middle of the window. */
  dialogButton(title: string): Locator {
    return this.page.locator('.monaco-dialog-box').getByRole('button', { name: title });
  }

  /** A button in the title of the editor in front. */
  editorAction(title: string): Locator {
    return this.page.locator('.editor-actions').getByRole('button', { name: title });
  }

  /** Chooses from the `…` menu in the title of the editor in front. */
  async chooseInEditorMenu(item: string): Promise<void> {
    await this.chooseInMenu(item, () =>
      this.page.locator('.editor-actions .codicon-toolbar-more').first().click(),
    );
  }

  /** Whether the keyboard is in a view. */
  async hasFocus(name: ViewName): Promise<boolean> {
    return (
      (await this.pane(name).locator('.monaco-list:focus-within, .monaco-list:focus').count()) > 0
    );
  }

  /** The tab of an editor, by its title. */
  tab(title: string | RegExp): Locator {
    return this.page.locator('.editor-group-container').getByRole('tab', { name: title });
  }

  /** The titles of all tabs, group by group and from the left. */
  async tabTitles(): Promise<string[]> {
    const names = this.page.locator('.editor-group-container [role="tab"] .label-name');
    return names.allInnerTexts();
  }

  /** Resolves when there are so many groups of editors side by side. */
  async editorGroupsAre(count: number): Promise<void> {
    const groups = this.page.locator('.editor-group-container');
    await eventually(`${count} groups of editors`, async () => (await groups.count()) === count);
  }

  /** Closes all editors that need not be saved. */
  async closeEditors(): Promise<void> {
    if ((await this.tab(/./).count()) === 0) return;
    await this.runCommand('View: Close All Editors');
    await this.tab(/./).first().waitFor({ state: 'detached' });
  }

  /** An entry of the status bar, by part of its text. */
  statusItem(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item', { hasText: text });
  }

  /**
   * The document of the webview in front, once it holds what the selector names. The editor puts
   * it two frames deep and draws it above the workbench, so a frame is known by what it holds.
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

  /** Signs out and closes all editors; Mintscope's views are in sight afterwards, in their width. */
  async tidyUp(): Promise<void> {
    if (await this.quickInput.box.isVisible()) await this.quickInput.cancel();
    await this.quickInput.closed();
    if ((await this.tab(/./).count()) > 0) await this.runCommand('View: Close All Editors');
    await eventually('window without editors', async () => {
      const dismiss = this.dialogButton("Don't Save");
      if (await dismiss.isVisible()) await dismiss.click();
      return (await this.tab(/./).count()) === 0;
    });
    await this.openView();
    const signIn = this.welcomeButton('Projects', 'Sign In');
    if (!(await signIn.isVisible())) await this.runCommand('Mintscope: Sign Out');
    await signIn.waitFor();
    await this.setSideBarWidth(SIDE_BAR_WIDTH);
  }

  /** Opens an empty editor, as a double click beside the tabs does. */
  async openUntitled(): Promise<void> {
    const group = this.page.locator('.editor-group-container').first();
    await group.dblclick({ position: { x: 600, y: 20 } });
    await this.tab(/^Untitled-/).waitFor();
  }

  /** The text of the editor in front. */
  async editorText(): Promise<string> {
    const lines = this.page.locator('.editor-instance .view-lines').first();
    // The editor draws spaces as no-break spaces.
    return (await lines.innerText()).replaceAll('\u00a0', ' ');
  }

  /** Resolves when this is on the clipboard. */
  async copies(text: string): Promise<void> {
    await eventually(`“${text}” on the clipboard`, async () => (await this.clipboard()) === text);
  }

  /** What was copied last. */
  async clipboard(): Promise<string> {
    return this.page.evaluate<string>('navigator.clipboard.readText()');
  }

  /** Puts something else on the clipboard, so that what a test reads there was copied by it. */
  async clearClipboard(): Promise<void> {
    await this.page.evaluate(`navigator.clipboard.writeText('${NOTHING_COPIED}')`);
  }

  /** Reloads the window by the editor's command, which lets it save what is open first. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.runCommand('Developer: Reload Window');
    await loaded;
    await this.ready();
  }

  /**
   * Closes the window as a person does. Without a farewell, as when a line is cut, the server would
   * keep the window's extension host for hours.
   */
  async close(): Promise<void> {
    await this.page.goto('about:blank');
    await this.page.close();
  }

  /** Leaves a picture in out/screenshots. */
  async screenshot(name: string): Promise<void> {
    await mkdir(screenshots, { recursive: true });
    await this.page.screenshot({ path: join(screenshots, `${name}.png`) });
  }

  /**
   * Where a row is, in one look: a list that is painted anew uses the elements of its rows for
   * other rows, so an element may have another place, or another label, at a second look.
   */
  private async placeOf(name: ViewName, label: string): Promise<Place> {
    const place = (list: DrawnList, wanted: string) => {
      for (const row of list.querySelectorAll('.monaco-list-row')) {
        if (row.querySelector('.label-name')?.textContent?.trim() !== wanted) continue;
        const { left, top, width, height } = row.getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2 };
      }
      return undefined;
    };
    return eventually(`row ${label}`, () => this.pane(name).evaluate(place, label));
  }

  /**
   * Chooses by Enter: a menu that has just opened ignores clicks for a moment, lest one hit by
   * chance. A webview that takes the focus as it is drawn closes a menu, which is then opened again;
   * so is one that opened before its row was painted anew.
   */
  private async chooseInMenu(item: string, open: () => Promise<void>): Promise<void> {
    const menu = this.page.locator('.monaco-menu');
    const entry = this.page.getByRole('menuitem', { name: item });
    await eventually(`menu with ${item}`, async () => {
      if (!(await menu.isVisible())) await open();
      try {
        await menu.locator(entry).hover({ timeout: A_WHILE_MS });
        await menu.locator('.action-item.focused').locator(entry).press('Enter', {
          timeout: A_WHILE_MS,
        });
        return true;
      } catch {
        if (await menu.isVisible()) await this.page.keyboard.press('Escape');
        return false;
      }
    });
    await menu.waitFor({ state: 'hidden' });
  }
}

/** Whether it is there within some seconds: long enough for all but a very slow machine. */
async function isThere(element: Locator): Promise<boolean> {
  return element.waitFor({ timeout: A_WHILE_MS }).then(
    () => true,
    () => false,
  );
}

/**
 * Resolves when a list has stopped scrolling and its rows have stopped moving: keys scroll it a
 * moment after they were pressed, and rows are painted a moment after they have changed.
 */
async function rests(list: Locator): Promise<void> {
  let before: string | undefined;
  await eventually('list at rest', async () => {
    const rows = await list.locator('.monaco-list-rows').first().boundingBox();
    const focused = await list.getAttribute('aria-activedescendant');
    const drawn = await list
      .locator('.monaco-list-row')
      .evaluateAll((all) =>
        all.map((row: DrawnRow) => [
          row.getAttribute('data-index'),
          row.querySelector('.label-name')?.textContent,
        ]),
      );
    const now = JSON.stringify([rows?.y, focused, drawn]);
    const isAtRest = now === before;
    before = now;
    return isAtRest;
  });
}

/** Whether an element is drawn and no edge of the other cuts it off. */
async function isWithin(element: Locator, other: Locator): Promise<boolean> {
  if (!(await element.isVisible())) return false;
  const [inner, outer] = await Promise.all([element.boundingBox(), other.boundingBox()]);
  if (!inner || !outer) return false;
  return inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
}
