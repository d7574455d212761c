import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { statsPath } from '../../../src/core/client/serviceAddress.ts';
import { COLLECTIONS } from '../../../src/lists/collections.ts';
import { isServiceRow } from '../../../src/lists/index.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';

const [project] = PROJECTS.decode({
  results: [{ id: 12, name: 'Harbor', transferable: true, status: 'done' }],
}).rows;
const [collection] = COLLECTIONS.decode({ results: [{ mintAddress: 'Mint1', name: 'C' }] }).rows;

describe('Guard for rows of other extensions', () => {
  it('the guard accepts the rows of the lists, whatever is missing', () => {
    assert.ok(isServiceRow(project));
    assert.ok(isServiceRow(collection));
    assert.ok(isServiceRow(PROJECTS.decode({ results: [{}] }).rows[0]));
    const { id, kind, key, name, source } = project;
    assert.ok(isServiceRow({ id, kind, key, name, source, transferable: false }));
  });

  const plain = { kind: 'project', key: 'project/t/12', id: '12', source: {} };
  for (const [what, odd] of [
    ['null', null],
    ['another kind', { ...plain, kind: 'group' }],
    ['no key', { ...plain, key: undefined }],
    ['a key of the other list', { ...plain, key: 'collection/t/12' }],
    ['no source', { ...plain, source: undefined }],
    ['null for a source', { ...plain, source: null }],
    ['a list for a source', { ...plain, source: [] }],
    ['an id that is a path', { ...plain, id: '../../../admin/delete?x=1#' }],
    ['an id with leading zeros', { ...plain, id: '007' }],
    ['a name that is no text', { ...plain, name: 5 }],
    ['a kind of project that is no truth value', { ...plain, transferable: 't' }],
    ['an address that is no text', { ...plain, kind: 'collection', key: 'collection/x', uri: {} }],
  ] as const) {
    it(`the guard stops ${what}`, () => {
      assert.equal(isServiceRow(odd), false);
    });
  }

  it('only a kind and digits become a path', () => {
    assert.equal(statsPath({ kind: 't', id: '12' }), '/v2/projects/t/12/stats');
    for (const [kind, id] of [
      ['t', '../../../admin/delete?x=1#'],
      ['t', ''],
      ['t', '٣'],
      ['../t', '1'],
    ]) {
      assert.throws(() => statsPath({ kind: kind as 't', id: id! }), TypeError);
    }
  });
});
