import assert from 'node:assert/strict';
import { MOST_HITS, RowSearch } from '../../../src/core/search/rowSearch.ts';
import { searchTextOf, type ServiceRow } from '../../../src/lists/index.ts';
import { collection, project } from '../../support/projects.ts';

const calm = { now: () => 0, pause: () => Promise.resolve() };

const rowsOf = (names: readonly string[]) =>
  names.map((name, at) => project(String(at), { name, status: 'b', symbol: name.slice(1) }));

describe('RowSearch', () => {
  it('searches the rows of a refresh, and not those before', async () => {
    const search = new RowSearch(calm, searchTextOf);
    assert.equal((await search.find(rowsOf(['ab', 'abc']), 'ab'))?.matches, 2);
    const rows = rowsOf(['x', 'ab', 'x']);
    const hits = await search.find(rows, 'ab');
    assert.deepEqual([hits?.best, hits?.matches, hits?.searched], [[rows[1]], 1, 3]);
  });

  it('finds rows whose letters lie apart only if no other row matches', async () => {
    const rows: ServiceRow[] = [project('1', { name: 'a x b' }), collection('a x b')];
    const search = new RowSearch(calm, searchTextOf);
    const apart = { best: rows, matches: 2, searched: 2, isApart: true };
    assert.deepEqual(await search.find(rows, 'ab'), apart);
    const near = project('2', { name: 'xab' });
    const hits = { best: [near], matches: 1, searched: 3, isApart: false };
    assert.deepEqual(await search.find([...rows, near], 'ab'), hits);
  });

  it('returns the best matches and the number of all', async () => {
    const rows = [...rowsOf(Array<string>(3120).fill('xxab')), ...rowsOf(['ab'])];
    const hits = await new RowSearch(calm, searchTextOf).find(rows, 'ab');
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
    const search = new RowSearch(slice, searchTextOf);
    return { find: (typed: string) => search.find(rows, typed), pauses };
  }

  it('a long search yields to other work after each part of the rows', async () => {
    const { find, pauses } = start(1100);
    const hits = find('ab');
    let slices = 0;
    for (; pauses.length > 0; slices++) {
      pauses.shift()!();
      await new Promise(setImmediate);
    }
    assert.equal((await hits)?.matches, 1100);
    assert.equal(slices, 4, 'in each slice, the clock is read 4 times, every 64 rows');
  });

  it('a search is canceled when the text changes', async () => {
    const { find, pauses } = start(500);
    const first = find('a');
    const second = find('ab');
    assert.equal(pauses.length, 2);
    pauses[0]!();
    assert.equal(await first, undefined);
    assert.equal(pauses.length, 2, 'it looks at no further row');
    pauses[1]!();
    assert.notEqual(await second, undefined);
  });
});

async function found(rows: readonly ServiceRow[], typed: string): Promise<string[]> {
  const hits = await new RowSearch(calm, searchTextOf).find(rows, typed);
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
    ['12', ['Twelve Keys', 'No Number 12', 'Old Harbor', 'Harborage']],
    ['t/12', ['Twelve Keys', 'Old Harbor']],
    ['7xkxQQ9fqa', ['Twelve Keys']],
    // An equal symbol, a word in the name, and the beginning of one.
    ['harbor', ['Rehearsal', 'Old Harbor', 'Harbor Lights', 'Harborage']],
    ['harbor failed', ['Old Harbor']],
    ['owner55', ['Harborage']],
    ['hl', ['Harbor Lights']],
    ['hrb', ['Old Harbor', 'Harbor Lights', 'Rehearsal', 'Thick Arable Boar', 'Harborage']],
    ['cafe elan', ['Café Élan']],
    ['xyzzy', []],
  ];
  it('finds rows by what is typed, the best first', async () => {
    for (const [typed, expected] of cases) {
      assert.deepEqual(await found(rows, typed), expected, typed);
    }
  });

  it('a word comes first, then the beginning of a word, then a part, each in the name before the status', async () => {
    const names = ['Superharbors', 'One', 'Harbors', 'Two', 'The Harbor', 'Three'];
    const statuses = ['', 'superharbors', '', 'harbors', '', 'in harbor'];
    const rows = names.map((name, at) => project(String(at), { name, status: statuses[at] }));
    const order = ['The Harbor', 'Three', 'Harbors', 'Two', 'Superharbors', 'One'];
    assert.deepEqual(await found(rows, 'harbor'), order);
  });

  it('letters that are far apart in a long name do not match', async () => {
    const long = `Foam ${'o'.repeat(40)} island led`;
    const rows = [project('2', { name: 'Fair Boiled Eels' }), project('3', { name: long })];
    assert.deepEqual(await found(rows, 'failed'), ['Fair Boiled Eels']);
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
