import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { keepInPlace, MOST_HITS, RowSearch } from '../../../src/core/search/rowSearch.ts';
import { searchTextOf, type ServiceRow } from '../../../src/lists/index.ts';
import { collection, project } from '../../support/projects.ts';

const calm = { now: () => 0, pause: () => Promise.resolve() };

const words = fc.constantFrom('ab', 'ba', 'a', 'b', 'abc', '1', '12', 'ab 12', 'x');
const rowsOf = (names: readonly string[]) =>
  names.map((name, at) => project(String(at), { name, status: 'b', symbol: name.slice(1) }));

describe('RowSearch while rows arrive', () => {
  it('finds the same rows in the same order as one search of all rows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(words, { maxLength: 30 }),
        fc.array(fc.tuple(fc.nat(8), words), { maxLength: 8 }),
        words,
        async (names, steps, last) => {
          const all = rowsOf(names);
          const others = [collection('ab'), collection('b ab')];
          const growing: ServiceRow[] = [];
          const search = new RowSearch([() => growing, () => others], calm, searchTextOf);
          for (const [count, typed] of steps) {
            growing.push(...all.slice(growing.length, growing.length + count));
            await search.find(typed);
          }
          growing.push(...all.slice(growing.length));
          const again = new RowSearch([() => all, () => others], calm, searchTextOf);
          assert.deepEqual(await search.find(last), await again.find(last));
        },
      ),
    );
  });

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

  it('a search lists better matches first, and equal ones by their list', async () => {
    const [scattered, better] = [project('1', { name: 'a x b' }), project('2', { name: 'ab' })];
    const others = [collection('ab'), collection('a x b')];
    const hits = await new RowSearch(
      [() => [scattered, better], () => others],
      calm,
      searchTextOf,
    ).find('ab');
    assert.deepEqual(hits, {
      best: [better, others[0], scattered, others[1]],
      matches: 4,
      searched: 4,
    });
  });

  it('finds a pending project with failed NFTs by what it needs attention for', async () => {
    const [pending, other] = [
      project('1', { name: 'Lantern', status: 'pending' }),
      project('2', { name: 'Harbor', status: 'pending' }),
    ];
    const states = new Map([[pending.key, 'Failed 50 · Stalled 16 min']]);
    const search = new RowSearch([() => [other, pending]], calm, (row) =>
      searchTextOf(row, states.get(row.key)),
    );
    assert.deepEqual((await search.find('failed'))?.best, [pending]);
    assert.deepEqual((await search.find('pending'))?.matches, 2);
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
    const { search, pauses } = start(5000);
    const hits = search.find('ab');
    let slices = 0;
    for (; pauses.length > 0; slices++) {
      pauses.shift()!();
      await new Promise(setImmediate);
    }
    assert.equal((await hits)?.matches, 5000);
    // In each slice, the clock is read 8 times, every 64 rows.
    assert.equal(slices, Math.floor(5000 / (8 * 64)));
  });

  it('a search is canceled when the text changes', async () => {
    const { search, pauses } = start(2000);
    const first = search.find('a');
    const second = search.find('ab');
    assert.equal(pauses.length, 2);
    pauses[0]!();
    assert.equal(await first, undefined);
    assert.equal(pauses.length, 2, 'it looks at no further row');
    for (let at = 1; at < pauses.length; at++) {
      pauses[at]!();
      await new Promise(setImmediate);
    }
    assert.equal((await second)?.matches, 2000);
  });
});

describe('Rows shown while a search continues', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => project(id));

  it('shown rows stay in place down to the selected row, and the others follow by rank', () => {
    assert.deepEqual(keepInPlace([a!, b!, c!], 1, [d!, c!, a!, b!]), [a, b, d, c]);
    assert.deepEqual(keepInPlace([a!, b!], 0, [d!]), [a, d]);
    assert.deepEqual(keepInPlace([a!, b!], -1, [c!, a!]), [c, a]);
  });

  it('rows of a refresh replace shown rows in place', () => {
    const fresh = project('a', { name: 'Renamed' });
    assert.deepEqual(keepInPlace([a!, b!], 0, [c!, fresh]), [fresh, c]);
  });

  it('shown rows are never more than the maximum', () => {
    const many = Array.from({ length: MOST_HITS }, (_, at) => project(String(at)));
    assert.equal(keepInPlace([a!, b!], 1, many).length, MOST_HITS);
  });
});
