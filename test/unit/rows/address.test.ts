import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/core/model/model.ts';
import { COLLECTIONS } from '../../../src/lists/collections.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import {
  addressOf,
  isSameResource,
  nameInTitle,
  placesIn,
  type Resource,
  resourceOfRow,
  rowTitle,
  toUri,
} from '../../../src/rows/address.ts';
import { FakeMemento } from '../../support/fakeVscode/storage.ts';
import { Uri } from '../../support/fakeVscode/values.ts';

const project = (source: JsonObject) => PROJECTS.decode({ results: [source] }).rows[0]!;
const collection = (source: JsonObject) => COLLECTIONS.decode({ results: [source] }).rows[0]!;
const read = (path: string) => addressOf(Uri.from({ scheme: 'mintscope', path }));
const one = 't/12';
const other = 'n/7';

describe('Address of a row', () => {
  it('an address names its account and its resource whatever its title is', () => {
    const all: readonly Resource[] = [
      { kind: 'stats', ref: one },
      { kind: 'row', list: 'projects', id: 'a'.repeat(64) },
      { kind: 'row', list: 'collections', id: '9mBq' },
      { kind: 'portfolio' },
      { kind: 'compare', refs: [one, other] },
    ];
    for (const resource of all) {
      const title = resource.kind === 'portfolio' ? 'Портфель' : 'a/b: \ud800<c>#?';
      const address = addressOf(toUri('c0ffee', resource, title));
      assert.deepEqual([address?.place, address?.resource], ['c0ffee', resource]);
    }
    for (const one of all) {
      const uri = toUri('c', one, 'before');
      const same = all.filter((other) => isSameResource(uri, toUri('c', other, 'after')));
      assert.deepEqual(same, [one]);
    }
    assert.equal(
      toUri('c', { kind: 'stats', ref: one }, 'a/b').path,
      '/c/Projects/t/12/a-b',
      'the title is one part of the path',
    );
  });

  it('an address that nobody made here is invalid', () => {
    for (const path of [
      '/Portfolio',
      '/c/Projects/q/12/x',
      '/c/Rows/x/y',
      '/c/Projects/t/-1/x',
      '/c/Projects/t/12/x/y',
      '/c/Collections/a.b/x',
      '/c/Compare/t-1/x',
      '/c/Compare/t-1,x/y',
    ]) {
      assert.equal(read(path), undefined, path);
    }
    assert.equal(addressOf(Uri.from({ scheme: 'file', path: '/c/Portfolio' })), undefined);
  });

  it('rows that no panel can show, or that share a reference, have addresses of their own', () => {
    assert.deepEqual(resourceOfRow(project({ id: 12, transferable: true })), {
      kind: 'stats',
      ref: one,
    });
    const unnamed = ['M1', 'M2'].map((mintAddress) => resourceOfRow(project({ mintAddress })));
    assert.deepEqual(
      unnamed.map(({ kind }) => kind),
      ['row', 'row'],
    );
    assert.notDeepEqual(unnamed[0], unnamed[1]);
    assert.deepEqual(resourceOfRow(collection({ mintAddress: '9mBq' })), {
      kind: 'row',
      list: 'collections',
      id: '9mBq',
    });
  });

  it('an account keeps its place in addresses after a restart, and another one has another', () => {
    const memory = new FakeMemento();
    const place = placesIn(memory as never)('https://a.example#1');
    assert.equal(placesIn(memory as never)('https://a.example#1'), place);
    assert.notEqual(placesIn(memory as never)('https://a.example#2'), place);
    assert.notEqual(placesIn(new FakeMemento() as never)('https://a.example#1'), place);
  });
});

describe('Title of a row', () => {
  it('the title is the name of the row, with its id or else its mint address', () => {
    const mintAddress = 'MintAddress123456';
    for (const [title, row] of [
      ['A (1 · transferable)', project({ name: 'A', id: 1, transferable: true, mintAddress })],
      ['A (Mint…3456)', project({ name: 'A', mintAddress })],
      ['Unnamed project', project({})],
      ['Project 1 · transferable', project({ id: 1, transferable: true })],
      ['Mint…3456', collection({ mintAddress })],
    ] as const) {
      assert.equal(rowTitle(row), title);
    }
  });

  it('a title tells the name of a project that is in no list', () => {
    assert.equal(nameInTitle('A (12 · transferable)', one), 'A');
    assert.equal(nameInTitle('Project 12 · transferable', one), undefined);
  });
});
