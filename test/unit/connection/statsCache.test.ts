import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { ActiveConnection } from '../../../src/connection/activeConnection.ts';
import { statsOf } from '../../../src/connection/statsCache.ts';
import { decodeStats } from '../../../src/core/model/decode.ts';
import type { Json, ProjectRef } from '../../../src/core/model/model.ts';
import { ServiceError } from '../../../src/core/model/serviceError.ts';
import { noAbort } from '../../support/client.ts';
import { eventually } from '../../support/fakeVscode/window.ts';

const REF: ProjectRef = { kind: 't', id: '1' };

/** A connection whose answers the test gives. */
function connect() {
  const asked: {
    readonly answer: (body: Json) => void;
    readonly fail: () => void;
    readonly freshness: unknown;
  }[] = [];
  const stats = (_: unknown, __: unknown, freshness: unknown) =>
    new Promise((resolve, reject) => {
      asked.push({
        answer: (body) => {
          resolve(decodeStats(body));
        },
        fail: () => {
          reject(new ServiceError({ kind: 'notFound' }));
        },
        freshness,
      });
    });
  return { asked, connection: { client: { stats } } as unknown as ActiveConnection };
}

describe('the stats held of a connection', () => {
  it('are the last that were read, and when they were asked for', async () => {
    const { asked, connection } = connect();
    const before = Date.now();
    const reading = statsOf(connection).get(REF, noAbort, 'anew');
    const after = Date.now();
    await eventually(() => Date.now() > after, true);
    assert.equal(statsOf(connection).last(REF), undefined);
    asked[0]!.answer({ total: 4 });
    const { stats, asOf } = await reading;
    assert.equal(stats.total, 4);
    assert.ok(asOf >= before && asOf <= after);
    assert.equal(statsOf(connection).last(REF), await reading);
    assert.equal(statsOf(connection).last({ ...REF, kind: 'n' }), undefined);
  });

  it('are asked for anew each time, and an earlier answer stays while one fails', async () => {
    const { asked, connection } = connect();
    const cache = statsOf(connection);
    const first = cache.get(REF, noAbort);
    asked[0]!.answer({ total: 4 });
    await first;
    const second = cache.get(REF, noAbort, 'anew');
    assert.deepEqual(
      asked.map(({ freshness }) => freshness),
      ['shared', 'anew'],
    );
    asked[1]!.fail();
    await assert.rejects(second, ServiceError);
    assert.equal(cache.last(REF)?.stats.total, 4);
  });

  it('are no younger than the request whose answer they may be', async () => {
    const { asked, connection } = connect();
    const cache = statsOf(connection);
    const first = cache.get(REF, noAbort);
    const begun = Date.now();
    await eventually(() => Date.now() > begun, true);
    const joined = cache.get(REF, noAbort);
    const own = cache.get(REF, noAbort, 'anew');
    for (const { answer } of asked) answer({ total: 4 });
    assert.ok((await joined).asOf <= begun);
    assert.ok((await own).asOf > begun);
    assert.equal((await joined).asOf, (await first).asOf);
  });

  it('are not replaced by an older reading that arrives later', async () => {
    const { asked, connection } = connect();
    const cache = statsOf(connection);
    const old = cache.get(REF, noAbort);
    const begun = Date.now();
    await eventually(() => Date.now() > begun, true);
    const young = cache.get(REF, noAbort, 'anew');
    asked[1]!.answer({ total: 2 });
    await young;
    asked[0]!.answer({ total: 1 });
    assert.equal((await old).stats.total, 1);
    assert.equal(cache.last(REF)?.stats.total, 2);
  });

  it('tell whoever follows them of each other reading', async () => {
    const { asked, connection } = connect();
    const cache = statsOf(connection);
    const told: ProjectRef[] = [];
    cache.onDidChange((ref) => told.push(ref));
    const reading = cache.get(REF, noAbort);
    assert.deepEqual(told, []);
    asked[0]!.answer({ total: 4 });
    await reading;
    assert.deepEqual(told, [REF]);
  });

  it('are never those of another connection', async () => {
    const [one, two] = [connect(), connect()];
    const reading = statsOf(one.connection).get(REF, noAbort);
    one.asked[0]!.answer({ total: 4 });
    await reading;
    assert.equal(statsOf(two.connection).last(REF), undefined);
  });

  it('are two thousand at most, those read last, and none of megabytes', async () => {
    const { asked, connection } = connect();
    const cache = statsOf(connection);
    const read = async (id: string, body: Json) => {
      const reading = cache.get({ kind: 't', id }, noAbort);
      asked.at(-1)!.answer(body);
      await reading;
    };
    for (let id = 1; id <= 2_000; id++) await read(String(id), { total: id });
    await read('1', { total: 0 });
    await read('2001', { total: 2001 });
    const held = (id: string) => cache.last({ kind: 't', id })?.stats.total;
    assert.deepEqual([held('1'), held('2'), held('3'), held('2001')], [0, undefined, 3, 2001]);
    await read('2002', { total: 1, note: 'x'.repeat(5_000_000) });
    assert.equal(held('2002'), undefined);
  });
});
