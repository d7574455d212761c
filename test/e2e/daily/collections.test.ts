import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { isAccessibleInThemes } from '../support/axe.ts';
import type { Editor } from '../support/editor.ts';
import { eventually, settles } from '../support/eventually.ts';
import { type ImageServer, startImageServer } from '../support/imageServer.ts';
import { makeCollections } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const OWNER = 'Owner1111111111111111111111111111111111111';
const RTL_NAME = 'رف الميناء القديم';
const HOSTILE = '<img src=x onerror=alert(1)> [x](command:quit) $(bug) ';
const LONG = (HOSTILE + 'n'.repeat(10_000)).slice(0, 10_000);

describe('The panel of a collection', () => {
  let editor: Pick<Editor, 'changeSettings'>;
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
    ({ editor, workbench } = await startSignedIn({ collections }));
  });

  after(async () => {
    await images.close();
  });

  const panelOf = (name: string) =>
    workbench.editors.webviewFrame(`main:has(h1:has-text("${name}"))`);
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
    await workbench.editors.tab('Collection 1 (Coll…xxx1)').waitFor();
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

  it('the panel of a collection shows hostile, long and right-to-left texts as text, at any width', async () => {
    await workbench.trees.clickRow('Collections', RTL_NAME, { times: 2 });
    await panelOf(RTL_NAME);
    const long = workbench.views
      .pane('Collections')
      .locator('.monaco-list-row[aria-label^="Long <img"]');
    await long.dblclick();
    const hostile = await panelOf('Long <img');
    assert.equal(await hostile.locator('img').count(), 0);
    await hostile.getByText('View as JSON shows 100 more.').waitFor();
    await workbench.hideSideBar();
    for (const [heading, picture] of [
      ['Long <img', 'hostile'],
      [RTL_NAME, 'rtl'],
    ] as const) {
      await workbench.editors.tab(new RegExp(`^${heading.slice(0, 4)}`)).click();
      const panel = await panelOf(heading);
      for (const width of [1400, 360]) {
        await workbench.resizePanel(panel, width);
        await nothingIsWider(panel, width);
        await workbench.screenshot(`collection-${picture}-${width}`);
      }
      // Narrower than any editor, as for a user who zooms in.
      await panel.evaluate('document.documentElement.style.width = "210px"');
      await nothingIsWider(panel, 210);
      await workbench.screenshot(`collection-${picture}-210`);
      await panel.evaluate('document.documentElement.style.width = ""');
    }
    await workbench.openView();
  });

  it('the panel of a collection has no serious accessibility faults in any theme', async () => {
    await workbench.closeEditors();
    const panel = await click('Collection 1');
    await isAccessibleInThemes({ editor, workbench }, panel, 'collection');
  });
});

/** Asserts that nothing is wider than the page, and no text is cut off. */
async function nothingIsWider(panel: Frame, width: number): Promise<void> {
  await settles(async () => {
    const wide = await panel.evaluate<string[]>(`[...document.querySelectorAll('main *')]
      .filter((one) => one.getBoundingClientRect().right > ${width} + 0.5 && !one.closest('.hidden'))
      .map((one) => one.tagName + ' ' + one.getBoundingClientRect().right)`);
    assert.deepEqual(wide, []);
  });
}
