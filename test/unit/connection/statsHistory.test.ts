import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, it } from 'mocha';
import type { ActiveConnection } from '../../../src/connection/activeConnection.ts';
import { statsOf } from '../../../src/connection/statsCache.ts';
import { historyOf } from '../../../src/connection/statsHistory.ts';
import { decodeStats } from '../../../src/core/model/decode.ts';
import type { Json, ProjectRef } from '../../../src/core/model/model.ts';
import { KeptFiles } from '../../../src/disk/keptFiles.ts';
import { clearKept } from '../../../src/disk/keptUpdate.ts';
import { endAfterEach } from '../../faults/support/ends.ts';
import { noAbort } from '../../support/client.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';
import { eventually } from '../../support/fakeVscode/window.ts';

const REF: ProjectRef = { kind: 't', id: '1' };
const OTHER: ProjectRef = { kind: 'n', id: '2' };

describe('the history of stats', () => {
  const atEnd = endAfterEach();
  let desk: FakeDesk;
  let storage: string;

  beforeEach(async () => {
    useDesk((desk = new FakeDesk()));
    storage = await mkdtemp(join(tmpdir(), 'mintscope-history-'));
    atEnd(() => rm(storage, { recursive: true, force: true }));
  });

  /** A window of one sign-in. @param isSignedOut whether that was ended in another window. */
  function connect(id: string | undefined = 'one', isSignedOut = { now: false }) {
    const warned: string[] = [];
    const files = new KeptFiles(storage, () => !isSignedOut.now);
    const kept = { files, log: { warn: (line: string) => warned.push(line) } };
    const life = new AbortController();
    let body: Json = {};
    let held: Promise<unknown> | undefined;
    const stats = async () => {
      const found = decodeStats(body);
      const until = held;
      held = undefined;
      await until;
      return found;
    };
    const connection = {
      ...{ id, ended: life.signal, kept: id === 'sample' ? undefined : kept },
      ...{ client: { stats }, beforeClose: new Set() },
    } as unknown as ActiveConnection;
    /** The next answer waits for it. */
    const hold = (until: Promise<unknown>) => (held = until);
    const read = async (confirmed: number, ref = REF) => {
      body = { total: 9, confirmed };
      const { asOf } = await statsOf(connection).get(ref, noAbort, 'anew');
      // So that no two have one time.
      await eventually(() => Date.now() > asOf, true);
    };
    const sees = async (ref = REF) =>
      (await historyOf(connection).of(ref)).map(({ confirmed }) => confirmed);
    return { connection, life, warned, files, isSignedOut, read, hold, sees };
  }

  const file = () => {
    try {
      const root = join(storage, 'kept');
      const [name = ''] = readdirSync(root);
      return readFileSync(join(root, name, 'history.json'), 'utf8');
    } catch {
      return '';
    }
  };
  const stats = (folder: string) => {
    try {
      return readFileSync(join(folder, 'stats.json'), 'utf8');
    } catch {
      return '';
    }
  };
  const clear = async (folder: string) => {
    const path = join(folder, 'history.json');
    await clearKept([{ folder, name: 'history', path, bytes: 1 }], ['history', 'stats']);
    const at = Date.now();
    // What is read within the same millisecond counts as read before.
    await eventually(() => Date.now() > at, true);
  };
  /** The confirmed counts that the file holds. */
  const written = (...counts: readonly number[]) =>
    eventually(
      () => [...file().matchAll(/["; ]\d+,9?,(\d+),-?,-?/g)].map(([, count]) => Number(count)),
      [...counts],
    );

  it('has every reading that anything asked for, at once', async () => {
    const { connection, read, sees } = connect();
    const told: ProjectRef[] = [];
    historyOf(connection).onDidChange((ref) => told.push(ref));
    await read(1);
    await read(2);
    await read(7, OTHER);
    assert.deepEqual([await sees(), await sees(OTHER)], [[1, 2], [7]]);
    assert.deepEqual(told, [REF, REF, OTHER]);
    const [{ at, ...counts } = { at: 0 }] = await historyOf(connection).of(REF);
    assert.ok(Math.abs(Date.now() - at) < 60_000);
    assert.deepEqual(counts, { total: 9, confirmed: 1, processing: undefined, pending: undefined });
  });

  it('is there in the next window, and joined with what another window wrote', async () => {
    const [one, two] = [connect(), connect()];
    await one.read(1);
    await two.read(2);
    await written(1, 2);
    await one.read(3);
    assert.deepEqual(await one.sees(), [1, 2, 3]);
    await written(1, 2, 3);
    assert.deepEqual(await two.sees(), [1, 2, 3]);
    assert.deepEqual(await connect().sees(), [1, 2, 3]);
  });

  it('is never that of another sign-in', async () => {
    await connect().read(1);
    await written(1);
    const other = connect('two');
    assert.deepEqual(await other.sees(), []);
  });

  it('of sample data is in memory only', async () => {
    const { read, sees } = connect('sample');
    await read(1);
    const other = connect();
    await other.read(2);
    await written(2);
    assert.deepEqual(await sees(), [1]);
    assert.equal(readdirSync(join(storage, 'kept')).length, 1);
  });

  it('is not written while the person does not want it, nor read', async () => {
    const one = connect();
    await one.read(1);
    await written(1);
    desk.settings.set('mintscope.keepRows', false);
    const two = connect();
    await two.read(2);
    assert.deepEqual(await two.sees(), [2]);
    desk.settings.set('mintscope.keepRows', true);
    await one.read(3);
    await written(1, 3);
  });

  it('is written when the window closes, however short ago it was read', async () => {
    const { connection, read } = connect();
    await read(1);
    await written(1);
    await read(2);
    await Promise.all([...connection.beforeClose].map((write) => write()));
    assert.deepEqual(await connect().sees(), [1, 2]);
    assert.match(stats(connection.kept!.files.folder('one')), /"confirmed":2/);
  });

  it('is not written after the connection has ended', async () => {
    const { read, life, warned } = connect();
    await read(1);
    life.abort();
    const next = connect();
    await next.read(2);
    await written(2);
    assert.deepEqual(warned, []);
  });

  it('is not written after a sign-out in another window', async () => {
    const { read, isSignedOut, files, warned, connection } = connect();
    await read(1);
    await written(1);
    isSignedOut.now = true;
    await files.forget('one');
    assert.deepEqual(readdirSync(join(storage, 'kept')), []);
    await read(2);
    const other = connect('two');
    await other.read(3);
    await eventually(() => readdirSync(join(storage, 'kept')).length, 1);
    await written(3);
    assert.equal(connection.ended.aborted, false);
    assert.deepEqual(warned, []);
  });

  it('is gone with all that is kept of a sign-in', async () => {
    const { read, files } = connect();
    await read(1);
    await written(1);
    await files.forget('one');
    assert.deepEqual(await connect().sees(), []);
    assert.deepEqual(readdirSync(join(storage, 'kept')), []);
  });

  it('is forgotten with the stats, also in another window, until something is read', async () => {
    const [one, two] = [connect(), connect()];
    await one.read(1);
    await two.read(2, OTHER);
    await written(1, 2);
    const folder = one.files.folder('one');
    await eventually(() => readdirSync(folder).includes('stats.json'), true);
    await clear(folder);
    assert.deepEqual([await one.sees(), await two.sees(OTHER)], [[], []]);
    assert.equal(statsOf(one.connection).last(REF)?.stats.confirmed, 1, 'what is shown stays');
    await two.read(4, OTHER);
    await written(4);
    await one.read(5, OTHER);
    await written(4, 5);
    await eventually(() => stats(folder).includes('"confirmed":5'), true);
    assert.ok(!stats(folder).includes('"t/1"'), stats(folder));
  });

  it('does not come back from a window that had not written it yet, or was asking', async () => {
    const [one, two] = [connect(), connect()];
    await one.read(1);
    await written(1);
    const folder = one.files.folder('one');
    await eventually(() => readdirSync(folder).includes('stats.json'), true);
    const answer = Promise.withResolvers<undefined>();
    two.hold(answer.promise);
    const late = two.read(2);
    await one.read(3, OTHER);
    await clear(folder);
    answer.resolve(undefined);
    await late;
    await two.read(4);
    await written(4);
    await eventually(() => stats(folder).match(/"confirmed":\d/g), ['"confirmed":4']);
    await one.read(5, OTHER);
    await written(4, 5);
  });
});
