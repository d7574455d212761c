import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { Frame } from 'playwright-core';
import { listen, type RawServer } from '../../support/rawServer.ts';
import { isAccessibleInThemes } from '../support/axe.ts';
import type { Editor } from '../support/editor.ts';
import { eventually } from '../support/eventually.ts';
import { makeCollections } from '../support/rows.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const HOSTILE = '<img src=x onerror=alert(1)> [x](command:quit) $(bug) ';
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" />';
const LONG = (HOSTILE + 'n'.repeat(10_000)).slice(0, 10_000);

describe('The panel of a collection', () => {
  let editor: Pick<Editor, 'changeSettings'>;
  let images: RawServer;
  let imagesFail = true;
  let imageRequests = 0;
  let workbench: Workbench;
  let panel: Frame;

  before(async () => {
    const server = createServer((_, response) => {
      imageRequests++;
      const headers = { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' };
      // A browser shows a picture also with the status 404.
      if (imagesFail) response.writeHead(404).end();
      else response.writeHead(200, headers).end(PICTURE);
    });
    images = await listen(server);
    const collections = makeCollections(2);
    Object.assign(collections[0]!, { image: `${images.origin}/shelf.svg`, royalty: 5 });
    Object.assign(collections[1]!, {
      name: `Long ${LONG}`,
      description: LONG,
      image: '',
      ownerAddress: 'o'.repeat(10_000),
      attributes: [
        { [LONG.slice(0, 200)]: LONG, b: LONG, c: LONG, d: LONG },
        ...Array.from({ length: 299 }, (_, at) => ({ b: `${at}`, c: 'c', d: 'd' })),
      ],
      [LONG]: LONG,
    });
    ({ editor, workbench } = await startSignedIn({ collections }));
    await workbench.trees.clickRow('Collections', 'Collection 1');
    panel = await workbench.editors.webviewFrame('main:has(h1:has-text("Collection 1"))');
  });

  after(async () => {
    await images.close();
  });

  const isDrawn = () =>
    eventually('picture drawn', () =>
      panel.evaluate<boolean>('document.querySelector("img")?.naturalWidth > 0'),
    );

  it('an image is loaded only on request, again by Try Again, at once with `always`, and not offered with `never`', async () => {
    assert.equal(imageRequests, 0);
    await panel.getByRole('button', { name: 'Show image from' }).click();
    await panel.getByText('The image could not be loaded from').first().waitFor();
    imagesFail = false;
    await panel.getByRole('button', { name: 'Try Again' }).press('Enter');
    await panel.getByRole('img', { name: 'Image of Collection 1' }).waitFor();
    await isDrawn();
    assert.equal(imageRequests, 2);
    await editor.changeSettings({ 'mintscope.loadImages': 'never' });
    // The page is built again, with a policy that allows no images.
    panel = await workbench.editors.webviewFrame('main:has(table):not(:has(.offer, img))');
    await editor.changeSettings({ 'mintscope.loadImages': 'always' });
    panel = await workbench.editors.webviewFrame('main:has(table) img');
    await isDrawn();
  });

  it('the panel of a collection has no serious accessibility faults in any theme', async () => {
    await isAccessibleInThemes({ editor, workbench }, panel, 'collection');
  });

  it('the panel of a collection shows hostile and long texts as text, and fits 360 pixels', async () => {
    const row = workbench.views
      .pane('Collections')
      .locator('.monaco-list-row[aria-label^="Long <img"]');
    await row.dblclick();
    const hostile = await workbench.editors.webviewFrame('main:has(h1:has-text("Long <img"))');
    assert.equal(await hostile.locator('img').count(), 0);
    await hostile.getByText('View as JSON shows 100 more.').waitFor();
    await workbench.fitsNarrowEditor('h1:has-text("Long <img")', 'collection-hostile');
  });
});
