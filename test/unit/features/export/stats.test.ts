import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { formatRef, type Project } from '../../../../src/core/model/model.ts';
import { type Failure, ServiceError } from '../../../../src/core/model/serviceError.ts';
import { type ReadStats, withStats } from '../../../../src/features/export/stats.ts';
import { COLLECTIONS } from '../../../../src/lists/collections.ts';
import { PROJECTS } from '../../../../src/lists/projects.ts';
import { noAbort } from '../../../support/client.ts';
import { turn } from '../../../support/turn.ts';

const projects = (count: number): readonly Project[] =>
  PROJECTS.decode({
    results: Array.from({ length: count }, (_, id) => ({ id, transferable: id % 2 === 0 })),
  }).rows;

const counts = (total: number) => ({ stats: { total } });

async function* pages(all: readonly Project[]) {
  await turn();
  yield all;
}

async function read(rows: readonly Project[], readStats: ReadStats, signal = noAbort) {
  const left = { without: 0, unread: 0 };
  const written: [id: unknown, total: unknown][] = [];
  for await (const some of withStats(pages(rows), readStats, left, signal)) {
    for (const { source, stats } of some) written.push([source.id, stats?.total]);
  }
  return { written, ...left };
}

describe('withStats', () => {
  it('exports the stats of each row in order, and requests a few rows ahead', async () => {
    let underWay = 0;
    let most = 0;
    const { written, without, unread } = await read(projects(50), async ({ id }) => {
      most = Math.max(most, ++underWay);
      // Later requests end first.
      for (let wait = 0; wait < 5 - (Number(id) % 5); wait++) await turn();
      underWay--;
      return counts(Number(id) * 10);
    });
    assert.deepEqual(
      written,
      Array.from({ length: 50 }, (_, id) => [id, id * 10]),
    );
    assert.deepEqual([most, without, unread], [20, 0, 0]);
  });

  it('leaves the stats of rows empty that the service refuses, and counts those that have none', async () => {
    const failures: readonly (Failure | undefined)[] = [
      undefined,
      { kind: 'notFound' },
      { kind: 'decode', what: 'notStats' },
      { kind: 'auth', status: 403 },
      undefined,
    ];
    const { written, without, unread } = await read(projects(5), ({ id }) => {
      const failure = failures[Number(id)];
      return failure ? Promise.reject(new ServiceError(failure)) : Promise.resolve(counts(1));
    });
    const totals = written.map(([, total]) => total);
    assert.deepEqual(totals, [1, undefined, undefined, undefined, 1]);
    assert.deepEqual([without, unread], [1, 2]);
  });

  for (const error of [new ServiceError({ kind: 'auth', status: 401 }), new TypeError('odd')]) {
    it(`ends the export and its requests after: ${error.message}`, async () => {
      const requested: string[] = [];
      let calledOff = 0;
      const work = read(projects(50), (_project, ref, signal) => {
        requested.push(formatRef(ref));
        if (ref.id === '5') return Promise.reject(error);
        if (ref.id !== '4') return turn().then(() => counts(1));
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            calledOff++;
            reject(new ServiceError({ kind: 'aborted' }));
          });
        });
      });
      await assert.rejects(work, (thrown) => thrown === error);
      await turn();
      assert.ok(requested.length < 30, `${requested.length} requests`);
      assert.equal(calledOff, 1, 'the request under way was canceled');
    });
  }

  it('requests no stats for collections, or for a row without id or kind', async () => {
    const { rows } = COLLECTIONS.decode({ results: [{ id: 1, transferable: true }] });
    const odd = PROJECTS.decode({ results: [{ name: 'A' }, { id: 7 }, { transferable: true }] });
    for (const some of [rows, odd.rows]) {
      const left = await read(some as readonly Project[], () => assert.fail('sent a request'));
      assert.deepEqual([left.without, left.unread], [some.length, 0]);
    }
  });
});
