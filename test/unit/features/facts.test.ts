import assert from 'node:assert/strict';
import { collectionFacts } from '../../../src/features/collections/collectionFacts.ts';
import { COLLECTIONS } from '../../../src/lists/collections.ts';
import { HOSTILE_TEXTS } from '../../support/hostileRows.ts';
import { parseJson } from '../../../src/core/model/json.ts';
import { projectFacts } from '../../../src/features/stats/statsPanel.ts';
import { project } from '../../support/projects.ts';

function factsOf(row: object) {
  const body = new TextEncoder().encode(JSON.stringify({ results: [row] }));
  return collectionFacts(COLLECTIONS.decode(parseJson(body)).rows[0]!);
}
const tableOf = (attributes: unknown) => factsOf({ attributes }).tables[0];

/** Addresses stay as received, because they are copied and opened; the page cleans them. */
const asReceived = { image: '', uri: '', ownerAddress: '' };

describe('collectionFacts', () => {
  it('a collection whose name cannot be seen is called by its address, as in the tree', () => {
    const row = { name: '\u202e', mintAddress: 'MintAddressOfA' };
    assert.equal(factsOf(row).name, 'Mint…sOfA');
    assert.equal(factsOf({}).name, 'Unnamed collection');
  });

  it('makes a table of attributes of any shape, with any members', () => {
    assert.deepEqual(
      tableOf([
        { trait_type: 'Signed', value: true },
        { value: 12345678901, display_type: 'number', d: 4, e: [5] },
      ]),
      {
        caption: 'Attributes',
        columns: ['Trait type', 'Value', 'Display type', 'Other'],
        rows: [
          ['Signed', 'yes', '', ''],
          ['', '12345678901', 'number', 'D: 4; E: [ 5 ]'],
        ],
        more: 0,
      },
    );
    for (const none of [[], null, {}]) assert.equal(tableOf(none), undefined);
    assert.deepEqual(tableOf(['red', 7])?.rows, [['red'], ['7']]);
    assert.deepEqual(tableOf({ Season: 'Spring' })?.rows, [['Season', 'Spring']]);
    assert.deepEqual(tableOf('rare')?.rows, [['rare']]);
  });

  it('lists all further members of a collection once', () => {
    const { tables, symbol } = factsOf({
      name: 'Shelf',
      symbol: 'SHF',
      royalty_bps: 500,
      creators: [{ share: 100 }],
      empty: {},
      nothing: null,
      collectionDetails: { V2: { padding: [0, 0] } },
    });
    assert.equal(symbol, 'SHF');
    assert.deepEqual(
      tables.map(({ caption, rows }) => [caption, ...rows]),
      [
        ['Details', ['V2', '{ "padding": [ 0, 0 ] }']],
        ['Also given by the service', ['Royalty bps', '500'], ['Creators', '[ { "share": 100 } ]']],
      ],
    );
    assert.deepEqual(factsOf({ collectionDetails: 'v1' }).tables[0]?.rows, [['Value', 'v1']]);
  });

  it('leaves addresses to copy as they were received', () => {
    const uri = 'https://meta.example/a\u202eb?sig=%2F\u0007';
    assert.equal(factsOf({ uri }).uri, uri);
    assert.equal(factsOf({ ownerAddress: ' \n' }).ownerAddress, undefined);
  });

  it('bounds and cleans the facts of a collection whatever the service sends', () => {
    for (const text of HOSTILE_TEXTS) {
      const member = { [text.slice(0, 1000)]: text, value: text };
      const facts = factsOf({
        name: text,
        description: text,
        ownerAddress: text,
        uri: text,
        image: text,
        attributes: Array.from({ length: text.length > 1000 ? 3 : 300 }, () => member),
        collectionDetails: member,
        [`x${text.slice(0, 1000)}`]: { text },
      });
      const sent = JSON.stringify(facts);
      assert.ok(sent.length < 250_000, `${sent.length} characters`);
      // eslint-disable-next-line no-control-regex -- none of them may be sent
      assert.ok(!/[\u0000-\u0008\u202a-\u202e]/.test(JSON.stringify({ ...facts, ...asReceived })));
      assert.ok(facts.tables.every(({ rows }) => rows.length <= 200));
    }
    const long = tableOf(Array(1000).fill({ value: 1 }))!;
    assert.deepEqual([long.rows.length, long.more], [200, 800]);
  });
});

describe('projectFacts', () => {
  it('drops blank texts and keeps the others, the time and an image that may be loaded', () => {
    const texts = { name: 'A', symbol: 'S', status: 'x', mintAddress: 'm', description: 'd' };
    const row = project('1', { ...texts, image: 'http://other.example', askedAt: 5 });
    assert.deepEqual(projectFacts(row, 'i'), { ...texts, image: 'i', asOf: 5 });
    const blank = project('1', { name: ' \n', symbol: '', description: '\t', askedAt: 5 });
    assert.deepEqual(projectFacts(blank), { asOf: 5 });
  });

  it('bounds the texts of a project that the panel is sent', () => {
    const names = ['name', 'symbol', 'status', 'mintAddress', 'description'];
    const flood = Object.fromEntries(names.map((name) => [name, 'x'.repeat(5_000_000)]));
    assert.ok(JSON.stringify(projectFacts(project('1', flood))).length < 21_000);
  });
});
