import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import type { MinimalService } from '../../support/minimalService.ts';
import { seriousFaults } from '../support/axe.ts';
import { eventually, settles } from '../support/eventually.ts';
import { type ImageServer, startImageServer } from '../support/imageServer.ts';
import { makeCollections } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const TOKEN = 'token-for-collections';
const OWNER = 'Owner1111111111111111111111111111111111111';
const RTL_NAME = 'رف الميناء القديم';
const HOSTILE = '<img src=x onerror=alert(1)> [x](command:quit) $(bug) ';
const LONG = (HOSTILE + 'n'.repeat(10_000)).slice(0, 10_000);

describe('The panel of a collection', () => {
  let service: MinimalService;
  let images: ImageServer;
  let workbench: Workbench;
  let collections: Record<string, unknown>[];

  before(async () => {
    images = await startImageServer();
    collections = makeCollections(12);
    Object.assign(collections[0]!, {
      description: 'A shelf by the harbor.',
      image: `${images.address}/shelf.svg`,
      attributes: [
        { trait_type: 'Season', value: 'Spring' },
        { trait_type: 'Signed', value: true },
      ],
      royalty: 5,
    });
    Object.assign(collections[1]!, {
      name: `Long ${LONG}`,
      description: LONG,
      ownerAddress: 'o'.repeat(10_000),
      attributes: [
        { [LONG.slice(0, 200)]: LONG, b: LONG, c: LONG, d: LONG },
        ...Array.from({ length: 299 }, (_, at) => ({ b: `${at}`, c: 'c', d: 'd' })),
      ],
      [LONG]: LONG,
    });
    Object.assign(collections[2]!, {
      name: RTL_NAME,
      description: `${RTL_NAME}. `.repeat(9),
      attributes: [{ trait_type: 'موسم', value: 'ربيع' }],
    });
    collections[3] = { name: 'Bare' };
    service = await startService({ token: TOKEN, collections });
    ({ workbench } = await startSignedIn(service, TOKEN));
  });

  after(async () => {
    await service.close();
    await images.close();
  });

  const panelOf = (name: string) =>
    workbench.editors.webviewFrame(`main:has(h1:has-text("${name}"))`);
  const tabsAre = (...titles: readonly string[]) =>
    settles(async () => {
      assert.deepEqual(await workbench.editors.tabTitles(), titles);
    });
  const click = async (name: string) => {
    await workbench.trees.clickRow('Collections', name);
    return panelOf(name);
  };

  it('the panel of a collection opens on a click, with all facts of the list', async () => {
    const panel = await click('Collection 1');
    await panel.getByText('A shelf by the harbor.').waitFor();
    await panel.getByText(OWNER).waitFor();
    await panel.getByText('https://meta.example.com/1.json').waitFor();
    const tables = panel.locator('table');
    assert.deepEqual(
      (await tables.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')),
      [
        'Attributes Trait type Value Season Spring Signed yes',
        'Details Size 1',
        'Also given by the service Royalty 5',
      ],
    );
    await panel.getByText(/from the Collections list as of\s+\d/).waitFor();
    await tabsAre('Collection 1 (Coll…xxx1)');
    await workbench.screenshot('collection');
  });

  it('the panel of a collection copies addresses, and opens the metadata in the browser', async () => {
    const panel = await panelOf('Collection 1');
    await panel.getByRole('button', { name: 'Copy owner address' }).click();
    await workbench.clipboard.holds(OWNER);
    await panel.getByText('Owner address copied.').waitFor({ state: 'attached' });
    await panel.getByRole('button', { name: 'Copy mint address' }).click();
    await workbench.clipboard.holds(`Coll${'1'.padStart(40, 'x')}`);
    await panel.getByRole('button', { name: 'Open in Browser' }).click();
    await workbench.messages.dialog('https://meta.example.com/1.json').waitFor();
    await workbench.messages.dialogButton('Cancel').click();
  });

  it('an image that failed to load is requested again by Try Again', async () => {
    const panel = await panelOf('Collection 1');
    images.fail(true);
    await panel.getByRole('button', { name: 'Show image from' }).click();
    await panel.getByText('The image could not be loaded from').first().waitFor();
    assert.equal(images.requests.length, 1);
    await workbench.screenshot('image-failed');
    await panel.getByRole('button', { name: 'Try Again' }).click();
    await eventually('second request', () => Promise.resolve(images.requests.length === 2));
    images.fail(false);
    await panel.getByRole('button', { name: 'Try Again' }).press('Enter');
    await panel.getByRole('img', { name: 'Image of Collection 1' }).waitFor();
    await eventually('picture drawn', () =>
      panel.evaluate<boolean>('document.querySelector("img").naturalWidth > 0'),
    );
    assert.equal(images.requests.length, 3);
  });

  it('the panel of a collection opens as a preview, and works by keyboard too', async () => {
    const { keyboard } = workbench.page;
    await click('Bare');
    await tabsAre('Bare');
    await keyboard.press('ArrowUp');
    await keyboard.press('Enter');
    const panel = await panelOf(RTL_NAME);
    await tabsAre(`${RTL_NAME} (Coll…xxx3)`);
    await panel.getByRole('button', { name: 'Keep Open' }).press('Enter');
    await panel.getByText('This tab stays open.').waitFor({ state: 'attached' });
    await click('Collection 5');
    await tabsAre(`${RTL_NAME} (Coll…xxx3)`, 'Collection 5 (Coll…xxx5)');
  });

  it('the panel of a collection shows hostile, long and right-to-left texts as text, at any width', async () => {
    const { page } = workbench;
    const before = page.viewportSize()!;
    try {
      await atAnyWidth(before);
    } finally {
      await page.setViewportSize(before);
      await workbench.openView();
    }
  });

  async function atAnyWidth(before: { readonly width: number; readonly height: number }) {
    const { page } = workbench;
    const long = workbench.views
      .pane('Collections')
      .locator('.monaco-list-row[aria-label^="Long <img"]');
    await long.dblclick();
    const hostile = await panelOf('Long <img');
    assert.equal(await hostile.locator('img').count(), 0);
    await hostile.getByText('View as JSON shows 100 more.').waitFor();
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await workbench.views.pane('Projects').waitFor({ state: 'hidden' });
    const side = before.width - (await hostile.evaluate<number>('innerWidth'));
    for (const [heading, picture] of [
      ['Long <img', 'hostile'],
      [RTL_NAME, 'rtl'],
    ] as const) {
      await workbench.editors.tab(new RegExp(`^${heading.slice(0, 4)}`)).click();
      const panel = await panelOf(heading);
      for (const width of [1400, 360]) {
        await page.setViewportSize({ ...before, width: side + width });
        await eventually(`${width} pixels`, () =>
          panel.evaluate<boolean>(`innerWidth === ${width}`),
        );
        await fits(panel, width);
        await workbench.screenshot(`collection-${picture}-${width}`);
      }
      // Narrower than any editor, as for a user who zooms in.
      await panel.evaluate('document.documentElement.style.width = "210px"');
      await fits(panel, 210);
      await workbench.screenshot(`collection-${picture}-210`);
      await panel.evaluate('document.documentElement.style.width = ""');
    }
  }

  it('the panel of a collection has no serious accessibility faults in any theme', async () => {
    await workbench.closeEditors();
    const panel = await click('Collection 1');
    for (const [theme, mark] of [
      ['Dark Modern', 'vscode-dark'],
      ['Dark High Contrast', 'vscode-high-contrast'],
      ['Light High Contrast', 'vscode-high-contrast-light'],
      ['Light Modern', 'vscode-light'],
    ] as const) {
      await workbench.runToQuickInput('Preferences: Color Theme', 'Select Color Theme');
      await workbench.quickInput.type(theme);
      await workbench.quickInput.activeItem.filter({ hasText: theme }).waitFor();
      await workbench.quickInput.accept();
      await panel.locator(`body.${mark}`).waitFor();
      assert.deepEqual(await seriousFaults(panel), [], theme);
      await workbench.screenshot(`collection-${mark}`);
    }
  });
});

/** Asserts that nothing is wider than the page, and no text is cut off. */
async function fits(panel: Frame, width: number): Promise<void> {
  await settles(async () => {
    const wide = await panel.evaluate<string[]>(`[...document.querySelectorAll('main *')]
      .filter((one) => one.getBoundingClientRect().right > ${width} + 0.5 && !one.closest('.hidden'))
      .map((one) => one.tagName + ' ' + one.getBoundingClientRect().right)`);
    assert.deepEqual(wide, []);
  });
}
