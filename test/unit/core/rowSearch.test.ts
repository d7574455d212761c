import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { keepInPlace, MOST_HITS, RowSearch } from '../../../src/core/search/rowSearch.ts';
import { searchTextOf, type ServiceRow } from '../../../src/lists/index.ts';
import { collection, project } from '../../support/projects.ts';

const calm = { now: () => 0, pause: () => Promise.resolve() };

const rowsOf = (names: readonly string[]) =>
  names.map((name, at) => project(String(at), { name, status: 'b', symbol: name.slice(1) }));

describe('RowSearch while rows arrive', () => {
  it('a search starts again after a refresh replaced the rows', async () => {
    let rows: readonly ServiceRow[] = rowsOf(['ab', 'abc']);
    const search = new RowSearch([() => rows], calm, searchTextOf);
    assert.equal((await search.find('ab'))?.matches, 2);
    rows = rowsOf(['x', 'ab', 'x']);
    const hits = await search.find('ab');
    assert.deepEqual([hits?.best, hits?.matches, hits?.searched], [[rows[1]], 1, 3]);
    rows = [];
    assert.equal((await search.find('ab'))?.searched, 0);
  });

  it('a search lists better matches first, also those that come later, and equal ones by their list', async () => {
    const [scattered, better] = [project('1', { name: 'a x b' }), project('2', { name: 'ab' })];
    const others = [collection('ab'), collection('a x b')];
    const rows = [scattered];
    const search = new RowSearch([() => rows, () => others], calm, searchTextOf);
    assert.equal((await search.find('ab'))?.searched, 3);
    rows.push(better);
    const best = [better, others[0], scattered, others[1]];
    assert.deepEqual(await search.find('ab'), { best, matches: 4, searched: 4 });
  });

  it('a search returns the best matches and the number of all', async () => {
    const rows = [...rowsOf(Array<string>(3120).fill('xxab')), ...rowsOf(['ab'])];
    const hits = await new RowSearch([() => rows], calm, searchTextOf).find('ab');
    assert.equal(hits?.best.length, MOST_HITS);
    assert.equal(hits.best[0], rows.at(-1));
    assert.deepEqual([hits.matches, hits.searched], [3121, 3121]);
  });
});

describe('Long search', () => {
  /** A search during which time passes only when the clock is read. */
  function start(count: number) {
    let time = 0;
    const pauses: (() => void)[] = [];
    const slice = {
      now: () => time++,
      pause: () => new Promise<void>((resolve) => pauses.push(resolve)),
    };
    const rows = rowsOf(Array<string>(count).fill('ab'));
    return { search: new RowSearch([() => rows], slice, searchTextOf), pauses };
  }

  it('a long search yields to other work after each part of the rows', async () => {
    const { search, pauses } = start(1000);
    const hits = search.find('ab');
    let slices = 0;
    for (; pauses.length > 0; slices++) {
      pauses.shift()!();
      await new Promise(setImmediate);
    }
    assert.equal((await hits)?.matches, 1000);
    assert.equal(slices, 1, 'in each slice, the clock is read 8 times, every 64 rows');
  });

  it('a search is canceled when the text changes', async () => {
    const { search, pauses } = start(1000);
    const first = search.find('a');
    const second = search.find('ab');
    assert.equal(pauses.length, 2);
    pauses[0]!();
    assert.equal(await first, undefined);
    assert.equal(pauses.length, 2, 'it looks at no further row');
    pauses[1]!();
    assert.notEqual(await second, undefined);
  });
});

describe('Rows shown while a search continues', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => project(id));

  it('shown rows stay in place down to the selected row, and the others follow by rank', () => {
    assert.deepEqual(keepInPlace([a!, b!, c!], 1, [d!, c!, a!, b!]), [a, b, d, c]);
    assert.deepEqual(keepInPlace([a!, b!], 0, [d!]), [a, d]);
    assert.deepEqual(keepInPlace([a!, b!], -1, [c!, a!]), [c, a]);
    const fresh = project('a', { name: 'Renamed' });
    assert.deepEqual(keepInPlace([a!, b!], 0, [c!, fresh]), [fresh, c], 'after a refresh');
  });

  it('shown rows are never more than the maximum', () => {
    const many = Array.from({ length: MOST_HITS }, (_, at) => project(String(at)));
    assert.equal(keepInPlace([a!, b!], 1, many).length, MOST_HITS);
  });
});

/** The names of the found rows, best first. */
async function found(rows: readonly ServiceRow[], typed: string): Promise<string[]> {
  const hits = await new RowSearch([() => rows], calm, searchTextOf).find(typed);
  return hits!.best.map(({ name, key }) => name ?? key);
}

describe('Order of search results', () => {
  const rows: readonly ServiceRow[] = [
    project('120', { transferable: true, name: 'Old Harbor', symbol: 'OHB', status: 'failed' }),
    project('12', { transferable: true, name: 'Twelve Keys', mintAddress: '7xKXqq9fQa' }),
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
    ['7xkxQQ9fqa', ['Twelve Keys']],
    [
      'harbor',
      // An equal symbol, a name that begins with it, a word in the name, and scattered letters.
      ['Rehearsal', 'Harbor Lights', 'Harborage', 'Old Harbor', 'Thick Arable Boar'],
    ],
    ['harbor failed', ['Old Harbor']],
    ['owner55', ['Harborage']],
    ['hl', ['Harbor Lights', 'Rehearsal', 'Thick Arable Boar']],
    ['cafe elan', ['Café Élan']],
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

  it('scattered letters match within the symbol, but not across name and symbol', async () => {
    const rows = [project('1', { name: 'Torch', symbol: 'GRDB' })];
    assert.deepEqual(await found(rows, 'grb'), ['Torch']);
    for (const typed of ['hgb', 'gbr']) assert.deepEqual(await found(rows, typed), []);
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
