import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { CollectionState } from '../../src/features/collections/messages.ts';
import { openPanelPage, post } from '../support/panelPage.ts';
import { newPage } from './support/browser.ts';

const HOSTILE = '<b onclick=alert(1)>[x](command:quit)</b>';
const STATE = {
  gone: false,
  sample: false,
  loadImages: 'onClick',
  facts: {
    name: 'Shelf',
    ownerAddress: 'o'.repeat(300),
    uri: 'https://meta.example/1.json',
    tables: [
      { caption: 'Attributes', columns: ['Trait', HOSTILE], rows: [['Size', HOSTILE]], more: 100 },
      { caption: 'Details', columns: [], rows: [['Size', '12']], more: 0 },
    ],
  },
} as const satisfies CollectionState;

describe('Page of the collection panel', () => {
  let page: Page;

  beforeEach(async () => {
    page = await newPage();
    await openPanelPage(page, 'collections');
  });
  afterEach(() => page.close());

  const show = async (change: Partial<CollectionState> = {}) => {
    await post(page, { type: 'state', state: { ...STATE, ...change } });
    await page.locator('h1').waitFor();
  };
  const posted = () => page.evaluate<unknown[]>('window.posted.slice(2)');
  const button = (name: string) => page.getByRole('button', { name });

  it('members of a collection are tables of text, and its addresses can be copied and opened', async () => {
    await show();
    for (const [name, ...cells] of [
      ['Attributes', 'Trait', HOSTILE, 'Size', HOSTILE],
      ['Details', 'Size', '12'],
    ] as const) {
      const table = page.getByRole('table', { name });
      assert.deepEqual(await table.locator('th, td').allInnerTexts(), cells);
    }
    await page.getByText('View as JSON shows 100 more.').waitFor();
    assert.equal(await page.locator('main b, main a').count(), 0);
    const owner = await page.locator('dd .code').first().innerText();
    assert.ok(owner.length < 300, 'a long address is cut');
    await button('Copy Owner address').click();
    await button('Open in Browser').click();
    assert.deepEqual(await posted(), [
      { type: 'copy', what: 'ownerAddress' },
      { type: 'openMetadata' },
    ]);
    await post(page, { type: 'done', what: 'ownerAddress' });
    await page.getByRole('status').getByText('Copied.').waitFor();
  });

  it('a collection that is gone keeps its last details, and that is spoken', async () => {
    await show();
    await show({ gone: true });
    const words = 'This collection is no longer in the list.';
    await page.locator('.note', { hasText: words }).waitFor();
    await page.getByRole('status').getByText(words).waitFor();
    await page.getByRole('table', { name: 'Details' }).waitFor();
  });

  it('a collection without name and https links offers nothing to open', async () => {
    await show({ facts: { tables: [], uri: 'ipfs://one' } });
    assert.equal(await page.locator('h1').innerText(), 'Unnamed collection');
    await page.getByText('ipfs://one').waitFor();
    assert.equal(await page.getByRole('table').count(), 0);
    assert.equal(await button('Open in Browser').count(), 0);
  });
});
