import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { RowSearch } from '../../../src/core/search/rowSearch.ts';
import { searchTextOf, type ServiceRow } from '../../../src/lists/index.ts';
import { collection, project } from '../../support/projects.ts';

const slice = { now: () => 0, pause: () => Promise.resolve() };

/** The names of the found rows, best first. */
async function found(rows: readonly ServiceRow[], typed: string): Promise<string[]> {
  const hits = await new RowSearch([() => rows], slice, searchTextOf).find(typed);
  return hits!.best.map(({ name, key }) => name ?? key);
}

describe('Order of search results', () => {
  const rows: readonly ServiceRow[] = [
    project('120', {
      transferable: true,
      name: 'Old Harbor',
      symbol: 'OHB',
      mintAddress: '9abc12',
      status: 'failed',
    }),
    project('12', {
      transferable: true,
      name: 'Twelve Keys',
      symbol: 'TWK',
      mintAddress: '7xKXqq9fQa',
    }),
    project('5', { name: 'Harbor Lights', symbol: 'HLD', status: 'confirmed' }),
    project('6', { name: 'Rehearsal', symbol: 'HARBOR', transferable: false }),
    project('7', { name: 'Café Élan', symbol: 'CE' }),
    project('8', { name: 'Thick Arable Boar', symbol: 'TAB' }),
    project(undefined, { name: 'No Number 12' }),
    collection('Harborage', { mintAddress: 'COLL12', ownerAddress: 'Owner55' }),
  ];

  const cases: readonly (readonly [typed: string, expected: readonly string[]])[] = [
    ['12', ['Twelve Keys', 'Old Harbor', 'No Number 12', 'Harborage']],
    ['t/12', ['Twelve Keys', 'Old Harbor']],
    ['T/012', ['Twelve Keys']],
    ['n/6', ['Rehearsal']],
    ['n/12', []],
    ['7xkxQQ9fqa', ['Twelve Keys']],
    ['7xk', ['Twelve Keys']],
    [
      'harbor',
      // An equal symbol, a name that begins with it, a word in the name, and scattered letters.
      ['Rehearsal', 'Harbor Lights', 'Harborage', 'Old Harbor', 'Thick Arable Boar'],
    ],
    ['har', ['Harbor Lights', 'Rehearsal', 'Harborage', 'Old Harbor', 'Thick Arable Boar']],
    ['light harb', ['Harbor Lights']],
    ['Harbor  Lights', ['Harbor Lights']],
    ['harbor failed', ['Old Harbor']],
    ['failed', ['Old Harbor']],
    ['owner55', ['Harborage']],
    ['hl', ['Harbor Lights', 'Rehearsal', 'Thick Arable Boar']],
    ['tk', ['Twelve Keys', 'Thick Arable Boar']],
    ['cafe elan', ['Café Élan']],
    ['CAFÉ', ['Café Élan']],
    ['tab', ['Thick Arable Boar']],
    ['99', []],
    ['xyzzy', []],
  ];
  for (const [typed, expected] of cases) {
    it(`finds by “${typed}”, best first: ${expected.join(', ')}`, async () => {
      assert.deepEqual(await found(rows, typed), expected);
    });
  }

  it('an empty search returns every row in the order of the service', async () => {
    const names = rows.map(({ name }) => name);
    assert.deepEqual(await found(rows, '  '), names);
  });

  it('a word that begins in the name comes before one within a word, or beyond the name', async () => {
    const rows = [
      project('1', { name: 'Superharbor', symbol: 'A harbor', status: 'harbor' }),
      project('2', { name: '2harbor' }),
      project('3', { name: 'Superharbor of the harbor' }),
    ];
    const [within, digit, begins] = rows.map(({ name }) => name);
    assert.deepEqual(await found(rows, 'harbor'), [begins, within, digit]);
  });

  it('a status comes before a text within the words of a name, and before scattered letters', async () => {
    const long = `Foam ${'o'.repeat(40)} island led`;
    const rows = [
      project('1', { name: 'Unfailed' }),
      project('2', { name: 'Fair Boiled Eels' }),
      project('3', { name: long }),
      project('4', { name: 'Lamp', status: 'failed' }),
    ];
    assert.deepEqual(await found(rows, 'failed'), ['Lamp', 'Unfailed', 'Fair Boiled Eels']);
    assert.deepEqual(await found(rows, 'isled'), [long], 'which are near enough');
  });

  it('the first letters of words come before letters that lie anywhere', async () => {
    const rows = [project('1', { name: 'Mahal' }), project('2', { name: 'Harbor Lights' })];
    assert.deepEqual(await found(rows, 'hl'), ['Harbor Lights', 'Mahal']);
  });

  it('scattered letters match in the symbol too, but not partly in the name', async () => {
    const rows = [project('1', { name: 'Torch', symbol: 'GRDB' })];
    assert.deepEqual(await found(rows, 'grb'), ['Torch']);
    for (const typed of ['hgb', 'hgr', 'orb', 'gbr'])
      assert.deepEqual(await found(rows, typed), []);
    assert.deepEqual(await found([collection('Torch', { ownerAddress: 'GRDB' })], 'grb'), []);
  });

  it('a letter typed twice must occur twice', async () => {
    assert.deepEqual(await found([project('1', { name: 'Horn' })], 'hoo'), []);
    assert.deepEqual(await found([project('1', { name: 'Horno' })], 'hoo'), ['Horno']);
  });

  it('a name that repeats one word is found by typing all of it', async () => {
    const rows = [project('1', { name: 'Tora Bay' }), project('2', { name: 'Tora Tora' })];
    assert.deepEqual(await found(rows, 'tora tora'), ['Tora Tora', 'Tora Bay']);
  });

  it('digits do not match scattered digits', async () => {
    assert.deepEqual(await found([project('1', { name: '1 and 2 and 3' })], '123'), []);
  });

  it('control characters in a row or in the text do not separate fields', async () => {
    const tricky = project('1', { name: 'a\u0001b\nc', symbol: 'a\nb' });
    assert.deepEqual(await found([tricky], '\u0001b\u0001'), ['a\u0001b\nc']);
    assert.deepEqual(await found([tricky, project('2', { name: 'b' })], 'b'), ['b', 'a\u0001b\nc']);
  });
});
