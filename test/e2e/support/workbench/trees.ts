import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually, settles } from '../eventually.ts';
import { isThere, isWithin } from './elements.ts';
import { chooseInMenu, menuEntries } from './menus.ts';
import type { ViewName, Views } from './views.ts';

interface RowText {
  readonly label: string;
  readonly description: string;
}

/** How a row is clicked: with the left button by default. */
interface RowClick {
  readonly button?: 'left' | 'right';
  readonly holding?: 'ControlOrMeta';
}

/** The used members of an element, because tests are compiled without the browser's types. */
interface DrawnElement {
  getAttribute(name: string): string | null;
  querySelector(selector: string): { readonly textContent: string | null } | null;
  getBoundingClientRect(): Readonly<Record<'left' | 'top' | 'width' | 'height', number>>;
}

interface DrawnList {
  querySelectorAll(selector: string): Iterable<DrawnElement>;
}

/** The rows of Mintscope's views, as a user sees and uses them. */
export class Trees {
  private readonly page: Page;
  private readonly views: Views;

  constructor(page: Page, views: Views) {
    this.page = page;
    this.views = views;
  }

  /** The rows that are drawn, from the top. A long list draws only those in sight. */
  async rows(name: ViewName): Promise<RowText[]> {
    const texts = await this.views
      .pane(name)
      .locator('.monaco-list-row')
      .evaluateAll((rows) =>
        rows.map((row: DrawnElement) => ({
          index: Number(row.getAttribute('data-index')),
          label: row.querySelector('.label-name')?.textContent ?? '',
          description: row.querySelector('.label-description')?.textContent ?? '',
        })),
      );
    return texts
      .sort((one, other) => one.index - other.index)
      .map(({ label, description }) => ({ label, description }));
  }

  /**
   * Resolves when the rows with these labels, in the order of the alphabet, are selected. Their
   * `aria-selected` cannot be used: it may be out of date.
   */
  async selectedAre(name: ViewName, ...labels: readonly string[]): Promise<void> {
    const selected = this.views.pane(name).locator('.monaco-list-row.selected .label-name');
    await settles(async () => {
      assert.deepEqual((await selected.allInnerTexts()).sort(), labels);
    });
  }

  row(name: ViewName, label: string): Locator {
    const exact = this.page.locator('.label-name').getByText(label, { exact: true });
    return this.views.pane(name).locator('.monaco-list-row', { has: exact });
  }

  /** The row that keys act on, if it has this label and the view has the focus. */
  focusedRow(name: ViewName, label: string | RegExp): Locator {
    return this.views
      .pane(name)
      .locator('.monaco-list:focus .monaco-list-row.focused .label-name')
      .getByText(label, { exact: true });
  }

  /**
   * Scrolls to the row, waits until the list is at rest, and clicks the row. If another row has come
   * under the pointer meanwhile, because rows above it appeared or disappeared, it is clicked again.
   */
  async clickRow(name: ViewName, label: string, how: RowClick = {}): Promise<void> {
    await eventually(`click on ${label}`, async () => {
      await this.clickOnce(name, label, how);
      // A second click would take a row out of the selection again.
      if (how.holding !== undefined || (await this.row(name, label).count()) === 0) return true;
      return ((await this.focusedLabel(name)) ?? label) === label;
    });
  }

  private async focusedLabel(name: ViewName): Promise<string | undefined> {
    const focused = this.views.pane(name).locator('.monaco-list-row.focused .label-name');
    return (await focused.allInnerTexts())[0]?.trim();
  }

  private async clickOnce(name: ViewName, label: string, how: RowClick): Promise<void> {
    const { button = 'left', holding } = how;
    await this.reveal(name, label);
    await this.row(name, label).waitFor();
    await rests(this.views.pane(name).locator('.monaco-list').first());
    const { x, y } = await this.placeOf(name, label);
    if (holding) await this.page.keyboard.down(holding);
    await this.page.mouse.click(x, y, { button });
    if (holding) await this.page.keyboard.up(holding);
  }

  /** Scrolls down from the top of the view until the whole row is in sight. */
  async reveal(name: ViewName, label: string): Promise<void> {
    const list = this.views.pane(name).locator('.monaco-list').first();
    const row = this.row(name, label);
    await list.waitFor();
    if (await isWithin(row, list)) return;
    await list.focus();
    await this.page.keyboard.press('Home');
    for (let screen = 0; screen < 200; screen++) {
      await rests(list);
      if (await isWithin(row, list)) return;
      // The row may be cut off at the end of one screen and at the start of the next.
      await this.page.keyboard.press((await row.count()) > 0 ? 'ArrowDown' : 'PageDown');
    }
    // Fails with a message that names the row.
    await row.waitFor();
  }

  async chooseInRowMenu(name: ViewName, label: string, item: string): Promise<void> {
    await chooseInMenu(this.page, item, () => this.openRowMenu(name, label));
  }

  async rowMenu(name: ViewName, label: string): Promise<string[]> {
    return menuEntries(this.page, () => this.openRowMenu(name, label));
  }

  /**
   * Opens the menu again if it is that of another row, which may move under the pointer when a view
   * above appears or disappears.
   */
  private async openRowMenu(name: ViewName, label: string): Promise<void> {
    await eventually(`menu of ${label}`, async () => {
      await this.clickOnce(name, label, { button: 'right' });
      if ((await this.focusedLabel(name)) === label) return true;
      await this.page.keyboard.press('Escape');
      return false;
    });
  }

  /**
   * The tooltip of a row, once it contains this text. The pointer leaves and returns until then,
   * because a row that is repainted under the pointer shows no tooltip.
   */
  async tooltip(row: Locator, text: string): Promise<Locator> {
    const tooltip = this.page.locator('.workbench-hover');
    await eventually(`tooltip with ${text}`, async (patience) => {
      await this.leaveRows();
      await row.hover();
      return isThere(tooltip.getByText(text).first(), patience);
    });
    return tooltip;
  }

  /**
   * Moves the pointer away from all rows, so that no tooltip covers them. A tooltip that opens while
   * the pointer leaves its row stays until the pointer was on it.
   */
  async leaveRows(): Promise<void> {
    const tooltip = this.page.locator('.workbench-hover:visible');
    let x = 700;
    await eventually('no tooltip', async () => {
      await this.page.mouse.move(x++, 700);
      // `boundingBox` would wait for a tooltip that has just closed.
      const centres = await tooltip.evaluateAll((elements) =>
        elements.map((element: DrawnElement) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          return { x: left + width / 2, y: top + height / 2 };
        }),
      );
      if (!centres[0]) return true;
      if (x > 702) await this.page.mouse.move(centres[0].x, centres[0].y);
      return false;
    });
  }

  /**
   * The place of a row in the window, in pixels. It is found in one call: a repainted list uses the
   * elements of its rows for other rows, so the label and the place have to be read together.
   */
  private async placeOf(name: ViewName, label: string) {
    const place = (list: DrawnList, wanted: string) => {
      for (const row of list.querySelectorAll('.monaco-list-row')) {
        if (row.querySelector('.label-name')?.textContent?.trim() !== wanted) continue;
        const { left, top, width, height } = row.getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2 };
      }
      return undefined;
    };
    return eventually(`row ${label}`, () => this.views.pane(name).evaluate(place, label));
  }
}

/**
 * Resolves when a list no longer scrolls and its rows no longer change. Both happen a moment after a
 * key is pressed or the data changes.
 */
async function rests(list: Locator): Promise<void> {
  let before: string | undefined;
  await eventually('list at rest', async () => {
    const rows = await list.locator('.monaco-list-rows').first().boundingBox();
    const focused = await list.getAttribute('aria-activedescendant');
    const drawn = await list
      .locator('.monaco-list-row')
      .evaluateAll((all) =>
        all.map((row: DrawnElement) => [
          row.getAttribute('data-index'),
          row.querySelector('.label-name')?.textContent,
          row.querySelector('.label-description')?.textContent,
        ]),
      );
    const now = JSON.stringify([rows?.y, focused, drawn]);
    const isAtRest = now === before;
    before = now;
    return isAtRest;
  });
}
