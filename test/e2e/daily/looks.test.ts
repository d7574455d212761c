import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { type MinimalService, TOKEN } from '../../support/minimalService.ts';
import { seriousFaults } from '../support/axe.ts';
import type { Editor } from '../support/editor.ts';
import { eventually, settles } from '../support/eventually.ts';
import { type ImageServer, startImageServer } from '../support/imageServer.ts';
import { makeCollections, makeProjects } from '../support/rows.ts';
import { signIn, startSignedIn } from '../support/signIn.ts';
import { fits, type Workbench } from '../support/workbench.ts';

const LONG_NAME = 'A name that goes on and on '.repeat(12).slice(0, 300);
const LONG_TEXT = 'Every card was written, sent, lost, found and sent again. '
  .repeat(90)
  .slice(0, 5000);
const RTL_NAME = 'مصابيح الميناء القديم';

describe('Appearance of views and panels', () => {
  let editor: Pick<Editor, 'changeSettings'>;
  let images: ImageServer;
  let service: MinimalService;
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
    ({ service, editor, workbench } = await startSignedIn({ projects, collections, stats }));
  });

  after(async () => {
    await images.close();
  });

  /** The panel of a Project, with its counts: before them, its page may still be replaced. */
  const panelOf = (name: string) =>
    workbench.editors.webviewFrame(`main:has(h1:has-text("${name}")) table.stages`);

  /** The row with the long name. Its label is cut off, so it is found by its beginning. */
  const longRow = () =>
    workbench.views.pane('Projects').locator('.monaco-list-row[aria-label^="A name that"]');

  /** Presses a key, and resolves when this row is focused. */
  async function move(key: string, to: string | RegExp): Promise<void> {
    await workbench.page.keyboard.press(key);
    await workbench.trees.focusedRow('Projects', to).waitFor();
  }

  /** Goes to the Projects by keyboard. */
  async function focusProjects(): Promise<void> {
    await workbench.runCommand('Mintscope: Focus on Projects View');
    await workbench.quickInput.closed();
    await workbench.views.pane('Projects').locator('.monaco-list:focus').waitFor();
  }

  /** Opens a project's stats in a tab that stays. */
  async function openStats(label: string, name = label): Promise<Frame> {
    await workbench.trees.reveal('Projects', label);
    await workbench.trees.clickRow('Projects', label, { times: 2 });
    return panelOf(name);
  }

  it('the views can be used without a mouse', async () => {
    const { keyboard } = workbench.page;
    await focusProjects();
    await move('Home', 'Harbor Lights');
    await move('End', 'Load more');
    await keyboard.press('Enter');
    await workbench.trees.focusedRow('Projects', 'Project 51').waitFor();
    await workbench.views.says('Projects', '100 of 120');
    await move('Home', 'Harbor Lights');
    await move('ArrowDown', /^A name that/);
    await move('ArrowUp', 'Harbor Lights');
    await keyboard.press('Enter');
    await panelOf('Harbor Lights');
  });

  it('screen readers get name, share, status and symbol of a row', async () => {
    const row = workbench.trees.row('Projects', 'Harbor Lights');
    await settles(async () => {
      const spoken = (await row.getAttribute('aria-label')) ?? '';
      assert.match(spoken, /^Harbor Lights, 63% confirmed, processing · HLD/);
    });
  });

  it('a panel loads an image only on request, and names its host', async () => {
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

  it('a panel shortens a long description until it is expanded', async () => {
    await workbench.trees.reveal('Projects', 'Harbor Lights');
    await longRow().dblclick();
    const panel = await panelOf('A name that goes on');
    assert.ok((await panel.locator('h1').innerText()).startsWith(LONG_NAME.trim()));
    await settles(async () => {
      assert.ok(await overflows(panel, '#description'));
    });
    await workbench.screenshot('looks-stats-long');
    await panel.getByRole('button', { name: 'Show all' }).press('Enter');
    const less = panel.getByRole('button', { name: 'Show less', expanded: true });
    await less.waitFor();
    await settles(async () => {
      assert.ok(!(await overflows(panel, '#description')));
    });
    assert.ok(
      (await panel.locator('#description').innerText()).endsWith(LONG_TEXT.slice(-40).trim()),
    );
    await less.press('Enter');
    await panel.getByRole('button', { name: 'Show all', expanded: false }).waitFor();
  });

  it('a right-to-left name does not reverse the line around it', async () => {
    const panel = await openStats(RTL_NAME);
    const direction = (selector: string) =>
      panel.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).direction`);
    await settles(async () => {
      assert.equal(await direction('h1'), 'rtl');
    });
    await settles(async () => {
      assert.equal(await direction('#description'), 'rtl');
    });
    const parts = panel.locator('.meta .part');
    await settles(async () => {
      const [symbol, status] = await parts.allInnerTexts();
      assert.equal(symbol, 'MSB');
      assert.match(status ?? '', /^\s*Project status:\s+processing$/);
    });
    await settles(async () => {
      const boxes = await Promise.all((await parts.all()).map((part) => part.boundingBox()));
      const lefts = boxes.map((box) => box?.x ?? 0);
      assert.deepEqual(
        lefts,
        lefts.toSorted((one, other) => one - other),
      );
    });
    await workbench.screenshot('looks-stats-rtl');
  });

  it('a panel fits an editor 360 pixels wide', async () => {
    const { page } = workbench;
    const before = page.viewportSize()!;
    await workbench.hideSideBar();
    await workbench.resizePanel(await panelOf(RTL_NAME), 360);
    for (const [tab, picture] of [
      [RTL_NAME, 'looks-narrow-rtl'],
      [/^A name that/, 'looks-narrow-long'],
      ['Harbor Lights', 'looks-narrow'],
    ] as const) {
      await workbench.editors.tab(tab).click();
      const heading = typeof tab === 'string' ? tab : 'A name that';
      await fits(await panelOf(heading), 360);
      await workbench.screenshot(picture);
    }
    await page.setViewportSize(before);
    await workbench.openView();
  });

  it('images load at once with `always`, and are neither loaded nor offered with `never`', async () => {
    const before = images.requests.length;
    // The image of the other project was requested above.
    const panel = await openStats(RTL_NAME);
    await editor.changeSettings({ 'mintscope.loadImages': 'always' });
    await panel.locator('img').waitFor();
    await until(panel, 'document.querySelector("img").naturalWidth > 0');
    const loaded = images.requests.length;
    assert.ok(loaded > before);
    assert.equal(await panel.getByText('Show image from').count(), 0);
    await editor.changeSettings({ 'mintscope.loadImages': 'never' });
    // The page is built again, with a policy that allows no images.
    await workbench.editors.webviewFrame(
      `main:has(h1:has-text("${RTL_NAME}")):not(:has(.offer, img)) table.stages`,
    );
    assert.equal(images.requests.length, loaded);
  });

  it('a failure is shown with its next step in place of rows, also for screen readers', async () => {
    await openStats('Harbor Lights');
    // Without stored rows, the reason is shown in their place.
    await workbench.runCommand('Mintscope: Sign Out');
    await workbench.views.welcomeButton('Projects', 'Sign In').waitFor();
    service.fail(({ query }) => (query.limit === '1' ? undefined : { status: 404 }));
    await signIn(workbench, { address: service.address, token: TOKEN });
    await workbench.views.pane('Projects').getByText('Nothing at this address of').waitFor();
    const retry = workbench.trees.row('Projects', 'Retry');
    await settles(async () => {
      const spoken = (await retry.getAttribute('aria-label')) ?? '';
      assert.match(spoken, /^Retry: Nothing at this address of .+ \(404\)\. Check the/);
    });
    const panel = await workbench.editors.webviewFrame('.problem');
    await panel.getByRole('button', { name: 'Retry' }).waitFor();
    assert.deepEqual(await seriousFaults(panel), []);
    await workbench.screenshot('looks-error-rows');
    service.fail(undefined);
    await focusProjects();
    await move('Home', 'Retry');
    await workbench.page.keyboard.press('Enter');
    await workbench.trees.row('Projects', 'Harbor Lights').waitFor();
  });
});

/**
 * Resolves once the expression is true in the panel. The page's policy forbids `eval`, and with it
 * Playwright's own way to wait.
 */
async function until(panel: Frame, expression: string): Promise<void> {
  await eventually(`panel in which ${expression}`, () => panel.evaluate<boolean>(expression));
}

/** Whether part of an element's text is cut off. */
function overflows(panel: Frame, selector: string): Promise<boolean> {
  return panel
    .locator(selector)
    .evaluate(
      ({ scrollHeight, clientHeight }: { scrollHeight: number; clientHeight: number }) =>
        scrollHeight > clientHeight + 1,
    );
}
