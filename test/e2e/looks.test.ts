import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { type MinimalService, startMinimalService } from '../support/minimalService.ts';
import { seriousFaults } from './support/axe.ts';
import { type Editor, startEditor } from './support/editor.ts';
import { type ImageServer, startImageServer } from './support/imageServer.ts';
import { makeCollections, makeProjects } from './support/rows.ts';
import { signIn } from './support/signIn.ts';
import type { Workbench } from './support/workbench.ts';

const TOKEN = 'token-for-looks';
const LONG_NAME = 'A name that goes on and on '.repeat(12).slice(0, 300);
const LONG_TEXT = 'Every card was written, sent, lost, found and sent again. '
  .repeat(90)
  .slice(0, 5000);
const RTL_NAME = 'مصابيح الميناء القديم';

describe('What it looks like', () => {
  let editor: Editor;
  let service: MinimalService;
  let images: ImageServer;
  let workbench: Workbench;

  before(async () => {
    images = await startImageServer();
    const projects = makeProjects(120, (id) => ({
      image: `${images.address}/${id}.svg`,
      ...(id === 1 && { name: 'Harbor Lights', symbol: 'HLD' }),
      ...(id === 2 && { name: LONG_NAME, description: LONG_TEXT, status: 'confirmed' }),
      ...(id === 3 && { name: RTL_NAME, symbol: 'MSB', description: `${RTL_NAME}. `.repeat(9) }),
    }));
    const counts = { total: 5000, confirmed: 3150, processing: 850, pending: 1000 };
    const stats = { 't/1': counts, 'n/2': counts, 't/3': counts };
    const collections = makeCollections(60);
    service = await startMinimalService({ token: TOKEN, projects, collections, stats });
    editor = await startEditor({ settings: { 'workbench.colorTheme': 'Default Light Modern' } });
    workbench = await editor.openWindow();
  });

  after(async () => {
    await editor.stop();
    await service.close();
    await images.close();
  });

  /** The panel of a Project in front, with its numbers: a page without them may be replaced yet. */
  const panelOf = (name: string) =>
    workbench.webviewFrame(`main:has(h1:has-text("${name}")) table`);

  /** Its label is cut, so it is known by how it begins. */
  const longRow = () =>
    workbench.pane('Projects').locator('.monaco-list-row[aria-label^="A name that"]');

  /** The row the keys act on, once it is this one. */
  const focusedRow = (label: string | RegExp) =>
    workbench
      .pane('Projects')
      .locator('.monaco-list:focus .monaco-list-row.focused .label-name')
      .getByText(label, { exact: true });

  /** Presses a key that moves, again while the window is too busy to hear it. */
  async function move(key: string, to: string | RegExp): Promise<void> {
    const there = () => focusedRow(to).waitFor({ timeout: 6000 });
    for (let tries = 0; tries < 4; tries++) {
      await workbench.page.keyboard.press(key);
      const arrived = await there().then(
        () => true,
        () => false,
      );
      if (arrived) return;
    }
    await there();
  }

  /** Goes to the Projects by keyboard, to the last row and then to the first. */
  async function focusProjects(last: string, first: string): Promise<void> {
    await workbench.runCommand('Mintscope: Focus on Projects View');
    await workbench.pane('Projects').locator('.monaco-list:focus').waitFor();
    await move('End', last);
    await move('Home', first);
  }

  async function openStats(label: string, name = label): Promise<Frame> {
    await workbench.clickRow('Projects', label);
    return panelOf(name);
  }

  /** Starts the window anew with other settings; the open panel comes back. */
  async function restartWith(settings: Readonly<Record<string, unknown>>): Promise<Frame> {
    await editor.changeSettings(settings);
    await workbench.reload();
    return panelOf('Harbor Lights');
  }

  describe('to a newcomer', () => {
    it('says what it is for and how to begin', async () => {
      await workbench.openView();
      const buttons = workbench
        .pane('Projects')
        .locator('.welcome-view-content')
        .getByRole('button');
      await buttons.first().waitFor();
      assert.deepEqual(await buttons.allInnerTexts(), ['Sign In', 'Explore Sample Data']);
      await workbench.screenshot('looks-welcome');
    });
  });

  describe('in the trees', () => {
    before(async () => {
      await signIn(workbench, { address: service.address, token: TOKEN });
      await workbench.clearToasts();
    });

    it('ends both lists with what is left to load', async () => {
      await workbench.reveal('Projects', 'Load more');
      await workbench.reveal('Collections', 'Load more');
      const lasts = [await workbench.rows('Projects'), await workbench.rows('Collections')];
      assert.deepEqual(
        lasts.map((rows) => rows.at(-1)),
        [
          { label: 'Load more', description: '50 of 120 shown' },
          { label: 'Load more', description: '50 of 60 shown' },
        ],
      );
      await workbench.screenshot('looks-trees');
    });

    it('can be used without a mouse', async () => {
      const { keyboard } = workbench.page;
      await focusProjects('Load more', 'Harbor Lights');
      await move('End', 'Load more');
      await keyboard.press('Enter');
      await workbench.pane('Projects').getByText('100 of 120', { exact: true }).waitFor();
      await move('Home', 'Harbor Lights');
      await move('ArrowDown', /^A name that/);
      await move('ArrowUp', 'Harbor Lights');
      await keyboard.press('Enter');
      await panelOf('Harbor Lights');
    });

    it('tells a screen reader name, symbol and status of a row', async () => {
      await workbench.reveal('Projects', 'Harbor Lights');
      const label = (name: string) => workbench.row('Projects', name).getAttribute('aria-label');
      assert.match((await label('Harbor Lights')) ?? '', /^Harbor Lights HLD · processing/);
      assert.match((await label(RTL_NAME)) ?? '', new RegExp(`^${RTL_NAME} MSB · processing`));
    });

    it('keeps a very long name on one line, and its tooltip on the screen', async () => {
      await workbench.reveal('Projects', 'Harbor Lights');
      const row = longRow();
      const usual = await workbench.row('Projects', 'Harbor Lights').boundingBox();
      const long = await row.boundingBox();
      assert.deepEqual([long?.height, long?.width], [usual?.height, usual?.width]);
      await row.hover();
      const hover = workbench.page.locator('.workbench-hover');
      await hover.getByText('Every card was written').waitFor();
      const { width, height } = workbench.page.viewportSize()!;
      const box = (await hover.boundingBox())!;
      assert.ok(box.x >= 0 && box.x + box.width <= width, 'cut off at a side');
      assert.ok(box.y >= 0 && box.y + box.height <= height, 'cut off above or below');
      await workbench.screenshot('looks-long-tooltip');
      await workbench.page.mouse.move(700, 700);
    });
  });

  describe('in a panel', () => {
    it('fetches an image only when told to, and says from where', async () => {
      const panel = await openStats('Harbor Lights');
      await panel.getByText('Show image from').waitFor();
      assert.equal(await panel.locator('img').count(), 0);
      assert.deepEqual(images.requests, []);
      await panel.getByRole('button', { name: 'Show image from' }).click();
      await panel.getByRole('img', { name: 'Image of Harbor Lights' }).waitFor();
      await until(panel, 'document.querySelector("img").naturalWidth > 0');
      assert.deepEqual(images.requests, ['/1.svg']);
      assert.equal(await panel.getByText('Show image from').count(), 0);
      await workbench.screenshot('looks-stats-image');
    });

    it('cuts a long description until all of it is asked for', async () => {
      await longRow().click();
      const panel = await panelOf('A name that goes on');
      assert.ok((await panel.locator('h1').innerText()).startsWith(LONG_NAME.trim()));
      assert.ok(await overflows(panel, '#description'));
      await workbench.screenshot('looks-stats-long');
      await panel.getByRole('button', { name: 'Show all' }).press('Enter');
      const less = panel.getByRole('button', { name: 'Show less', expanded: true });
      await less.waitFor();
      assert.ok(!(await overflows(panel, '#description')));
      assert.ok(
        (await panel.locator('#description').innerText()).endsWith(LONG_TEXT.slice(-40).trim()),
      );
      await less.press('Enter');
      await panel.getByRole('button', { name: 'Show all', expanded: false }).waitFor();
    });

    it('keeps a right-to-left name from turning the line around it', async () => {
      const panel = await openStats(RTL_NAME);
      const direction = (selector: string) =>
        panel.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).direction`);
      assert.equal(await direction('h1 bdi'), 'rtl');
      assert.equal(await direction('#description'), 'rtl');
      const parts = panel.locator('.meta .part');
      assert.deepEqual(await parts.allInnerTexts(), ['MSB', 'processing', 'transferable']);
      const lefts = (await Promise.all((await parts.all()).map((part) => part.boundingBox()))).map(
        (box) => box?.x ?? 0,
      );
      assert.deepEqual(
        lefts,
        lefts.toSorted((one, other) => one - other),
      );
      await workbench.screenshot('looks-stats-rtl');
    });

    it('fits an editor 360 pixels wide', async () => {
      const { page } = workbench;
      const before = page.viewportSize()!;
      await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
      await workbench.pane('Projects').waitFor({ state: 'hidden' });
      const inside = await (await panelOf(RTL_NAME)).evaluate<number>('innerWidth');
      await page.setViewportSize({ ...before, width: before.width - inside + 360 });
      for (const [tab, picture] of [
        [RTL_NAME, 'looks-narrow-rtl'],
        [/^A name that/, 'looks-narrow-long'],
        ['Harbor Lights', 'looks-narrow'],
      ] as const) {
        await workbench.tab(tab).click();
        const heading = typeof tab === 'string' ? tab : 'A name that';
        const panel = await panelOf(heading);
        await until(panel, 'innerWidth === 360');
        const widest = await panel.evaluate<number>('document.documentElement.scrollWidth');
        assert.ok(widest <= 360, `${heading}: ${widest} pixels wide`);
        await workbench.screenshot(picture);
      }
      await page.setViewportSize(before);
      await workbench.openView();
    });
  });

  describe('in a theme', () => {
    const themes = [
      ['Default Light Modern', 'vscode-light', 'light'],
      ['Default Dark Modern', 'vscode-dark', 'dark'],
      ['Default High Contrast', 'vscode-high-contrast', 'high-contrast'],
      ['Default High Contrast Light', 'vscode-high-contrast-light', 'high-contrast-light'],
    ] as const;
    let fetched: number;
    before(() => {
      fetched = images.requests.length;
    });
    for (const [theme, mark, picture] of themes) {
      it(`can be read by everyone in ${theme}`, async () => {
        const panel = await restartWith({ 'workbench.colorTheme': theme });
        const classes = await panel.evaluate<string>('document.body.className');
        assert.ok(classes.split(' ').includes(mark), classes);
        assert.deepEqual(await seriousFaults(panel), []);
        await workbench.screenshot(`looks-stats-${picture}`);
      });
    }

    it('forgets between two starts that an image was shown', async () => {
      const panel = await panelOf('Harbor Lights');
      await panel.getByText('Show image from').waitFor();
      assert.equal(images.requests.length, fetched);
    });
  });

  describe('as the settings say', () => {
    it('loads images at once where they are always wanted', async () => {
      const before = images.requests.length;
      const panel = await restartWith({ 'mintscope.loadImages': 'always' });
      await panel.getByRole('img', { name: 'Image of Harbor Lights' }).waitFor();
      await until(panel, 'document.querySelector("img").naturalWidth > 0');
      assert.ok(images.requests.length > before);
      assert.equal(await panel.getByText('Show image from').count(), 0);
    });

    it('neither loads nor offers images where they are never wanted', async () => {
      const before = images.requests.length;
      const panel = await restartWith({ 'mintscope.loadImages': 'never' });
      assert.equal(await panel.locator('img').count(), 0);
      assert.equal(await panel.getByText('Show image from').count(), 0);
      assert.equal(images.requests.length, before);
    });
  });

  describe('when the service fails', () => {
    it('puts reason and remedy where the rows would be, for every sense', async () => {
      service.fail(() => ({ status: 404 }));
      await editor.changeSettings({ 'workbench.colorTheme': 'Default Dark Modern' });
      await workbench.reload();
      await workbench.openView();
      const words = `Nothing at this address of ${new URL(service.address).host} (404).`;
      const reason = workbench.row('Projects', words);
      await reason.waitFor();
      assert.match((await reason.getAttribute('aria-label')) ?? '', /^Nothing at this address/);
      const retry = workbench.row('Projects', 'Retry');
      assert.match((await retry.getAttribute('aria-label')) ?? '', /^Retry/);
      const panel = await workbench.webviewFrame('.problem');
      await panel.getByRole('button', { name: 'Retry' }).waitFor();
      assert.deepEqual(await seriousFaults(panel), []);
      await workbench.screenshot('looks-error-rows');
      service.fail(undefined);
      await focusProjects('Retry', words);
      await move('ArrowDown', 'Retry');
      await workbench.page.keyboard.press('Enter');
      await workbench.row('Projects', 'Harbor Lights').waitFor();
    });
  });
});

/**
 * Resolves once the expression is true in the panel. The page's policy forbids `eval`, and with it
 * Playwright's own way to wait.
 */
async function until(panel: Frame, expression: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await panel.evaluate<boolean>(expression)) return;
    await panel.waitForTimeout(100);
  }
  assert.fail(`It stays untrue that ${expression}.`);
}

/** Whether part of an element's text is out of sight. */
function overflows(panel: Frame, selector: string): Promise<boolean> {
  return panel
    .locator(selector)
    .evaluate(
      ({ scrollHeight, clientHeight }: { scrollHeight: number; clientHeight: number }) =>
        scrollHeight > clientHeight + 1,
    );
}
