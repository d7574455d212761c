import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { settles } from '../e2e/support/eventually.ts';
import { l10n } from '../support/fakeVscode/vscode.ts';
import { openPanelPage, post } from '../support/panelPage.ts';
import { rowOf } from '../support/portfolioRows.ts';
import { pseudoBundle, untranslated } from '../support/pseudo.ts';
import { newPage } from './support/browser.ts';

const NOW = Date.now();
const PROBLEM = { message: 'Ошибка.', action: 'retry' };
const COMMON = { loading: false, sample: true, loadImages: 'onClick', problem: PROBLEM };
const reading = (minutesAgo: number, confirmed: number) => ({
  ...{ at: NOW - minutesAgo * 60_000, total: 100, confirmed, processing: 30 },
  pending: 70 - confirmed,
});
const line = (name: string) => ({
  ...{ name, cells: { share: '9%', confirmed: '', pace: '', left: '', doneIn: '' }, start: NOW },
  readings: [0, 1, 2].map((hour) => ({ at: NOW + hour * 3_600_000, percent: 9 * hour })),
  ...{ begun: 'before', ended: false },
});

/** The state of each page, in which all that the service and the editor give is in Cyrillic. */
const STATES = {
  stats: {
    ...{ ref: 't/1', tone: 'underWay', counts: reading(0, 63), asOf: NOW, watched: false },
    facts: { name: 'Проект', image: 'https://203.0.113.5/1.png', mintAddress: '9', asOf: NOW },
    timeLine: { readings: [reading(9, 20), reading(5, 40), reading(0, 63)], pace: ['10'] },
  },
  compare: { lines: [line('Проект 1'), line('Проект 2')], covers: 'Все' },
  collections: {
    gone: true,
    facts: {
      ...{ name: 'Коллекция', ownerAddress: '7', uri: 'https://203.0.113.5/1.json', asOf: NOW },
      tables: [{ caption: 'Свойства', columns: ['А', 'Б'], rows: [['1', '2']], more: 5 }],
    },
  },
  portfolio: { service: 'a', phase: 'stopped', listed: 2, total: 9, work: 'работа' },
} as const;

describe('Pages in another language', () => {
  let page: Page;

  beforeEach(async () => {
    l10n.bundle = await pseudoBundle();
    page = await newPage(500);
  });
  afterEach(async () => {
    l10n.bundle = undefined;
    await page.close();
  });

  it('no page has a text in English, nor a label that is cut off where texts are longer', async () => {
    for (const [name, state] of Object.entries(STATES)) {
      await openPanelPage(page, name as keyof typeof STATES);
      await post(page, { type: 'state', state: { ...COMMON, ...state } });
      if (name === 'portfolio') {
        const counts = { total: 9, confirmed: 3, processing: 1, pending: 0, failed: 5 };
        const concerns = [{ kind: 'failed', words: 'Сбой' }];
        const rows = [rowOf(1, { counts, concerns } as never), rowOf(2, { counts: undefined })];
        const named = rows.map((row) => ({ ...row, name: 'Проект' }));
        await post(page, { type: 'rows', first: true, rows: named });
        await page.locator('.body .row').first().waitFor();
      }
      await page.locator('main .problem').waitFor();
      await settles(async () => {
        const seen = await page.evaluate<string[]>(TEXTS);
        assert.ok(seen.length > 10, name);
        assert.deepEqual(untranslated(seen), [], name);
        assert.deepEqual(await page.evaluate<string[]>(CUT_OFF), [], name);
      });
    }
  });
});

/** The visible texts, with labels and hints. */
const TEXTS = `(() => {
  const seen = [];
  const visit = (node) => {
    if (node.nodeType === Node.TEXT_NODE) seen.push(node.data.trim());
    if (node.nodeType === Node.ELEMENT_NODE) {
      if (!node.checkVisibility() || /^(script|style)$/.test(node.localName)) return;
      for (const name of ['aria-label', 'title', 'placeholder', 'aria-description', 'alt'])
        seen.push(node.getAttribute(name) ?? '');
      for (const child of node.shadowRoot?.childNodes ?? []) visit(child);
    }
    for (const child of node.childNodes) visit(child);
  };
  visit(document.body);
  return seen;
})()`;

// Elements of one pixel are for screen readers only.
const CUT_OFF = `Array.from(document.querySelectorAll(
    'button, vscode-button, h1, h2, h3, th, td, dt, label, summary, [role=columnheader]'))
  .filter((element) => element.checkVisibility() && element.clientWidth > 1 && !element.title)
  .filter((element) => getComputedStyle(element).overflowX !== 'visible')
  .filter((element) => element.scrollWidth > element.clientWidth + 1)
  .map((element) => element.localName + ': ' + element.textContent.trim())`;
