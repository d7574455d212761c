import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { addressOf } from '../../support/address.ts';
import type { JsonObject } from '../../../src/core/model/model.ts';
import { type Copy, copyCurl, copyLines, copyTable } from '../../../src/features/copy/commands.ts';
import { COLLECTIONS } from '../../../src/lists/collections.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';

const projects = (...results: readonly JsonObject[]) => PROJECTS.decode({ results }).rows;
const collections = (...results: readonly JsonObject[]) => COLLECTIONS.decode({ results }).rows;

const COPY_IDS: Copy = {
  copied: (n) => ['1 ID copied.', `${n} IDs copied.`],
  without: (some, n) => `Rows without an ID: ${some} of ${n}.`,
  missing: 'This row has no ID.',
  line: (row) => (row.kind === 'project' ? row.id : undefined),
};
const COPY_MINT_ADDRESSES: Copy = {
  ...COPY_IDS,
  line: ({ mintAddress }) => mintAddress,
};

describe('copyLines', () => {
  const wordsFor = (...rows: readonly JsonObject[]) => copyLines(projects(...rows), COPY_IDS).words;

  it('reports how many rows were copied, and how many of them have no ID', () => {
    assert.equal(wordsFor({ id: 1 }), '1 ID copied.');
    assert.equal(wordsFor({ id: 1 }, { id: 2 }), '2 IDs copied.');
    const many = Array.from({ length: 1204 }, (_, id) => ({ id }));
    assert.equal(wordsFor(...many), '1,204 IDs copied.');
    const none = { name: 'x' };
    assert.equal(wordsFor({ id: 1 }, none), '1 ID copied. Rows without an ID: 1 of 2.');
    assert.equal(wordsFor({ id: 1 }, none, none), '1 ID copied. Rows without an ID: 2 of 3.');
    assert.equal(wordsFor(none, none), 'Rows without an ID: 2 of 2.');
    assert.equal(wordsFor(none), 'This row has no ID.');
  });

  it('copies ids of projects only, and mint addresses of both', () => {
    const rows = [
      ...projects({ id: 1, mintAddress: 'a' }),
      ...collections({ id: '2', mintAddress: 'b' }),
    ];
    assert.equal(copyLines(rows, COPY_IDS).text, '1');
    assert.equal(copyLines(rows, COPY_MINT_ADDRESSES).text, 'a\nb');
  });

  it('copies a row without its line breaks, which a terminal would run', () => {
    const [row] = projects({ mintAddress: 'mint\nrm -rf ~\r\u2028x' });
    assert.equal(copyLines([row!], COPY_MINT_ADDRESSES).text, 'mint rm -rf ~ x');
  });

  it('copies the request for the stats of a project or the page of a collection as cURL', () => {
    const address = addressOf('https://a.example/api');
    const urls = (rows: Parameters<typeof copyLines>[0], page: number | undefined) => {
      const pageOf = () => (page === undefined ? undefined : { page, limit: 50 });
      const { text, words } = copyLines(rows, copyCurl(address, pageOf));
      return text === '' ? words : text.split('\n').map((line) => /'(http[^']*)'/.exec(line)?.[1]);
    };
    const both = [
      ...projects({ id: 1, transferable: false }, { id: 2 }),
      ...collections({ mintAddress: 'a' }),
    ];
    assert.deepEqual(urls(both, 3), [
      'https://a.example/api/v2/projects/n/1/stats',
      'https://a.example/api/v2/projects?page=3&limit=50',
      'https://a.example/api/v1/collections?page=3&limit=50',
    ]);
    assert.equal(
      urls(both.slice(2), undefined),
      'This row is no longer in the list, so there is no request for it.',
    );
    assert.equal(urls([both[2]!, both[2]!], undefined), 'Rows without a request: 2 of 2.');
  });
});

describe('copyTable', () => {
  it('copies name, symbol, status, reference and mint address of projects', () => {
    const rows = projects(
      { id: 1, name: 'A', symbol: 'S', status: 'done', transferable: true, mintAddress: 'm' },
      { id: 2 },
    );
    assert.deepEqual(copyTable(rows), {
      text:
        '| Name | Symbol | Status | ID | Mint address |\n| --- | --- | --- | --- | --- |\n' +
        '| A | S | done | t/1 | m |\n|  |  |  | 2 |  |',
      words: 'Table of 2 rows copied.',
    });
  });

  it('adds the full date below a table of rows from an earlier time', () => {
    const then = new Date();
    then.setDate(then.getDate() - 1);
    then.setHours(18, 4, 9);
    const { text, words } = copyTable(projects({ id: 1 }), then.getTime());
    assert.match(text, /\| 1 \| {2}\|\n\nAs of \w+ \d+, \d{4}, 18:04:09 \S+$/);
    assert.equal(words, 'Table of 1 row copied, as of yesterday 18:04.');
  });

  it('copies name, mint address and owner of collections', () => {
    const rows = collections({ name: 'C', mintAddress: 'm', ownerAddress: 'o' });
    assert.deepEqual(copyTable(rows), {
      text: '| Name | Mint address | Owner |\n| --- | --- | --- |\n| C | m | o |',
      words: 'Table of 1 row copied.',
    });
  });

  it('copies only the projects if collections are selected too', () => {
    const { text, words } = copyTable([...collections({ name: 'C' }), ...projects({ name: 'P' })]);
    assert.match(text, /\| P \|/);
    assert.doesNotMatch(text, /\| C \|/);
    assert.equal(words, 'Table of 1 row copied.');
  });
});
