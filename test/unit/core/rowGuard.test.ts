import assert from 'node:assert/strict';
import { statsPath } from '../../../src/core/client/serviceAddress.ts';
import type { ProjectRef } from '../../../src/core/model/model.ts';
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

  it('the guard stops what is no row', () => {
    const plain = { kind: 'project', key: 'project/t/12', source: {} };
    const forged = [{ id: '../../../admin/delete?x=1#' }, { name: 5 }, { transferable: 't' }];
    const others = [{ kind: 'group' }, { key: undefined }, { source: undefined }];
    for (const odd of [
      null,
      5,
      'x',
      ...[...forged, ...others].map((one) => ({ ...plain, ...one })),
    ])
      assert.equal(isServiceRow(odd), false, JSON.stringify(odd));
  });

  it('only a kind and digits become a path', () => {
    assert.equal(statsPath('t/12'), '/v2/projects/t/12/stats');
    for (const [kind, id] of [
      ['t', '../../../admin/delete?x=1#'],
      ['t', ''],
      ['t', '٣'],
      ['../t', '1'],
    ]) {
      assert.throws(() => statsPath(`${kind}/${id}` as ProjectRef), TypeError);
    }
  });
});
