import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type { ActiveConnection } from '../../../src/connection/activeConnection.ts';
import { keepStats } from '../../../src/connection/keptStats.ts';
import { statsOf } from '../../../src/connection/statsCache.ts';
import { historyOf } from '../../../src/connection/statsHistory.ts';
import { decodeStats } from '../../../src/core/model/decode.ts';
import type { Json, ProjectRef } from '../../../src/core/model/model.ts';
import { ServiceError } from '../../../src/core/model/serviceError.ts';
import { noAbort } from '../../support/client.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';
import { eventually } from '../../support/fakeVscode/window.ts';

const REF: ProjectRef = { kind: 't', id: '1' };

/** A connection whose answers the test gives. @param kept as in `ActiveConnection`. */
function connect(kept?: object) {
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
  const life = new AbortController();
  const connection = { id: 'one', client: { stats }, kept, ended: life.signal };
  return { asked, life, connection: connection as unknown as ActiveConnection };
}

/** A disk in memory, and what was written to it. */
function startDisk() {
  const written: string[] = [];
  const warned: string[] = [];
  const disk = { isFull: false };
  const files = {
    // Of the history, which has tests of its own, nothing is written.
    mayKeep: () => false,
    read: () => Promise.resolve(written.length > 0 ? Buffer.from(written.at(-1)!) : undefined),
    write: (_: string, __: string, text: string) => {
      if (disk.isFull) return Promise.reject(new Error('ENOSPC'));
      written.push(text);
      return Promise.resolve();
    },
  };
  const kept = { files, log: { warn: (line: string) => warned.push(line) } };
  return { disk, written, warned, kept };
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

  it('stay when a whole list is read in passing, which takes the room that is left', async () => {
    const { asked, connection } = connect();
    const cache = statsOf(connection);
    const told: string[] = [];
    cache.onDidChange(({ id }) => told.push(id));
    const pass = async (id: number, total: number) => {
      const reading = cache.getInPassing({ kind: 't', id: String(id) }, noAbort);
      asked.at(-1)!.answer({ total });
      assert.equal((await reading).stats.total, total);
    };
    for (let id = 1; id <= 2_010; id++) await pass(id, id);
    await pass(3, 0);
    const held = (id: string) => cache.last({ kind: 't', id })?.stats.total;
    assert.deepEqual([held('1'), held('2000'), held('2001'), held('3')], [1, 2000, undefined, 0]);
    assert.deepEqual([told.length, told.at(-1)], [2_001, '3']);
    assert.equal((await historyOf(connection).all()).size, 2_010, 'the history has all of them');
  });

  describe('on disk', () => {
    const read = async ({ asked, connection }: ReturnType<typeof connect>, id: string) => {
      const reading = statsOf(connection).get({ kind: 't', id }, noAbort);
      asked.at(-1)!.answer({ total: Number(id) });
      await reading;
    };
    const refs = (text = '') => [...text.matchAll(/"ref":"(.*?)"/g)].map(([, ref]) => ref).sort();
    let desk: FakeDesk;

    beforeEach(() => {
      useDesk((desk = new FakeDesk()));
    });

    it('are written once for many that arrive together', async () => {
      const { kept, written } = startDisk();
      const one = connect(kept);
      for (const id of ['1', '2', '3']) await read(one, id);
      await eventually(() => refs(written.at(-1)), ['t/1', 't/2', 't/3']);
      assert.equal(written.length, 1);
    });

    it('are written every five seconds at most while a whole list is read', async () => {
      const { kept, written } = startDisk();
      const one = connect(kept);
      await read(one, '1');
      await eventually(() => written.length, 1);
      const since = performance.now();
      const reading = statsOf(one.connection).getInPassing({ kind: 't', id: '2' }, noAbort);
      one.asked.at(-1)!.answer({ total: 2 });
      await reading;
      await eventually(() => refs(written.at(-1)), ['t/1', 't/2']);
      assert.ok(performance.now() - since > 4_900);
    });

    it('are known to the next connection of the sign-in, older than what that reads', async () => {
      const { kept, written } = startDisk();
      await read(connect(kept), '1');
      await eventually(() => written.length, 1);
      const next = connect(kept);
      const cache = statsOf(next.connection);
      await cache.restored;
      const before = cache.last(REF)!;
      assert.equal(before.stats.total, 1);
      const reading = cache.get(REF, noAbort);
      next.asked[0]!.answer({ total: 7 });
      await reading;
      assert.equal(cache.last(REF)?.stats.total, 7);
    });

    it('do not replace what was read while they were restored', async () => {
      const { kept, written } = startDisk();
      await read(connect(kept), '1');
      await eventually(() => written.length, 1);
      const next = connect(kept);
      const restored = Promise.withResolvers<Buffer<ArrayBuffer>>();
      kept.files.read = () => restored.promise;
      const cache = statsOf(next.connection);
      const reading = cache.get(REF, noAbort);
      next.asked[0]!.answer({ total: 7 });
      await reading;
      restored.resolve(Buffer.from(written[0]!));
      await cache.restored;
      assert.equal(cache.last(REF)?.stats.total, 7);
    });

    it('are not written while the person does not want it, nor read', async () => {
      const { kept, written } = startDisk();
      await read(connect(kept), '1');
      await eventually(() => written.length, 1);
      desk.settings.set('mintscope.keepRows', false);
      const two = connect(kept);
      await statsOf(two.connection).restored;
      assert.equal(statsOf(two.connection).last(REF), undefined);
      await keepStats(two.connection, () => new Map());
      assert.equal(written.length, 1);
    });

    it('are not written after a sign-out, which has deleted them', async () => {
      const { kept, written } = startDisk();
      const { connection, life } = connect(kept);
      life.abort();
      await keepStats(connection, () => new Map());
      assert.deepEqual(written, []);
    });

    it('are a line in the log if the disk is full, and written once there is room', async () => {
      const { kept, disk, written, warned } = startDisk();
      disk.isFull = true;
      const one = connect(kept);
      await read(one, '1');
      await eventually(() => warned, ['The stats cannot be kept: Error: ENOSPC']);
      disk.isFull = false;
      await read(one, '2');
      await eventually(() => refs(written.at(-1)), ['t/1', 't/2']);
    });
  });
});
