import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { formatRef, type ProjectRef } from '../../../src/core/model/model.ts';
import { type Failure, ServiceError } from '../../../src/core/model/serviceError.ts';
import type { Watched } from '../../../src/core/watch/watchList.ts';
import { KeptFiles } from '../../../src/disk/keptFiles.ts';
import { clearKept } from '../../../src/disk/keptUpdate.ts';
import { Poller } from '../../../src/features/watch/poller.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';
import { eventually } from '../../support/fakeVscode/window.ts';

type Numbers = readonly [confirmed: number, processing: number, pending: number, failed?: number];

const MINUTE = 60_000;
const dateNow = Date.now;

describe('watching projects', () => {
  let desk: FakeDesk;
  let clock: FakeClock;
  let numbers: Map<string, Numbers>;
  let failure: Failure | undefined;
  let asked: { readonly key: string; readonly at: number; readonly window: string }[];
  let told: { readonly window: string; readonly news: readonly Watched[] }[];
  let pollers: Poller[];
  /** Each closes a window: what it holds of the counts is written. */
  let closings: (() => Promise<unknown>)[];
  let folder: string | undefined;

  beforeEach(() => {
    desk = new FakeDesk();
    useDesk(desk);
    clock = new FakeClock();
    clock.set(dateNow());
    // Readings have the time of the machine.
    Date.now = clock.now;
    [numbers, asked, told, pollers, closings] = [new Map(), [], [], [], []];
    failure = undefined;
  });

  afterEach(async () => {
    await Promise.all(pollers.map((one) => one.dispose()));
    await Promise.all(closings.map((close) => close()));
    Date.now = dateNow;
    assert.equal(clock.pending, 0);
    assert.deepEqual(desk.shown, []);
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    folder = undefined;
  });

  interface Look {
    focused: boolean;
    mayAsk: boolean;
  }

  /** A window. With `files`, it shares them with other windows. */
  function open(window = 'a', files?: KeptFiles, ended = new AbortController().signal) {
    const look: Look = { focused: true, mayAsk: true };
    const stats = (ref: ProjectRef) => {
      const key = formatRef(ref);
      asked.push({ key, at: clock.now(), window });
      if (failure) return Promise.reject(new ServiceError(failure));
      const [confirmed, processing, pending, failed = 0] = numbers.get(key) ?? [0, 0, 10];
      const total = confirmed + processing + pending + failed;
      return Promise.resolve({ total, confirmed, processing, pending, further: [], source: {} });
    };
    const kept = files && { files, log: { warn: () => undefined } };
    const beforeClose = new Set<() => Promise<unknown>>();
    const connection = { id: 'id', client: { stats }, ended, kept, beforeClose };
    const close = () => Promise.all([...beforeClose].map((write) => write()));
    const poller = new Poller({
      connection: connection as never,
      clock,
      window,
      focused: () => look.focused,
      mayAsk: () => look.mayAsk,
      onChange: () => undefined,
      onNews: (news) => told.push({ window, news }),
    });
    pollers.push(poller);
    closings.push(close);
    return { poller, look, close };
  }
  const project = (id: number): Watched => ({
    ref: { kind: 't', id: String(id) },
    name: `Project ${id}`,
    since: clock.now(),
  });
  const watch = (poller: Poller, ...ids: readonly number[]) =>
    poller.change((all) => [...all, ...ids.map(project)]);
  /** Requests in the time that follows. */
  const requestsIn = async (ms: number) => {
    const before = asked.length;
    await clock.advance(ms);
    return asked.length - before;
  };
  const confirmed = ({ watched }: Poller) => watched[0]?.last?.confirmed;
  const count = () => asked.length;
  const news = () =>
    told.flatMap((one) => one.news.map(({ name, news: what }) => `${name} ${what}`));

  it('asks at once, every 5 s while counts move, and up to once a minute while they do not', async () => {
    const { poller } = open();
    await watch(poller, 1);
    assert.equal(await requestsIn(0), 1);
    for (let at = 1; at <= 4; at++) {
      numbers.set('t/1', [at, 0, 10 - at]);
      assert.equal(await requestsIn(4999), 0);
      assert.equal(await requestsIn(1), 1);
    }
    assert.equal(confirmed(poller), 3, 'written half a second later');
    await clock.advance(500);
    assert.equal(confirmed(poller), 4);
    await clock.advance(10 * MINUTE);
    assert.equal(await requestsIn(10 * MINUTE), 10);
  });

  it('asks nothing without the focus, and at once when it is back', async () => {
    const { poller, look } = open();
    await watch(poller, 1, 2);
    await clock.advance(5 * MINUTE);
    const sinceLast = clock.now() - asked.at(-1)!.at;
    await clock.advance(MINUTE - sinceLast);
    Object.assign(look, { focused: false, mayAsk: false });
    await poller.look();
    assert.equal(await requestsIn(10_000), 0, 'less than a minute after the last request');
    Object.assign(look, { focused: true, mayAsk: true });
    await poller.hurry();
    assert.equal(await requestsIn(250), 2);
    Object.assign(look, { focused: false, mayAsk: false });
    await poller.look();
    assert.equal(await requestsIn(10 * MINUTE), 0);
  });

  it('asks nothing of a project that is no longer watched, or while none is', async () => {
    const { poller } = open();
    assert.equal(await requestsIn(10 * MINUTE), 0);
    await watch(poller, 1);
    await clock.advance(1000);
    await poller.change(() => []);
    assert.equal(await requestsIn(10 * MINUTE), 0);
    assert.equal(clock.pending, 0);
  });

  it('tells all that are done within a round at once, and watches them no longer', async () => {
    const { poller } = open();
    await watch(poller, 1);
    await clock.advance(2000);
    await watch(poller, 2, 3);
    await clock.advance(1000);
    for (const key of ['t/1', 't/2']) numbers.set(key, [10, 0, 0]);
    await clock.advance(20_000);
    assert.deepEqual(told.length, 1);
    assert.deepEqual(news(), ['Project 1 done', 'Project 2 done']);
    assert.deepEqual(
      poller.watched.map(({ name }) => name),
      ['Project 3'],
    );
    asked.splice(0);
    await clock.advance(MINUTE);
    assert.deepEqual(new Set(asked.map(({ key }) => key)), new Set(['t/3']));
  });

  it('tells of a stall after the minutes of the setting, and again after it has moved', async () => {
    desk.settings.set('mintscope.stallMinutes', 5);
    const { poller } = open();
    await watch(poller, 1);
    await clock.advance(4 * MINUTE);
    assert.deepEqual(news(), []);
    await clock.advance(60 * MINUTE);
    assert.deepEqual(news(), ['Project 1 stalled']);
    numbers.set('t/1', [1, 0, 9]);
    await clock.advance(4 * MINUTE);
    assert.deepEqual(news(), ['Project 1 stalled']);
    await clock.advance(60 * MINUTE);
    assert.deepEqual(news(), ['Project 1 stalled', 'Project 1 stalled']);
  });

  it('tells once that minting has ended though not all is confirmed, and asks no more', async () => {
    const { poller } = open();
    numbers.set('t/1', [90, 5, 0, 5]);
    await watch(poller, 1);
    await clock.advance(1000);
    numbers.set('t/1', [90, 0, 0, 10]);
    await clock.advance(10 * MINUTE);
    assert.deepEqual(news(), ['Project 1 ended']);
    assert.deepEqual(poller.watched, []);
    assert.equal(await requestsIn(60 * MINUTE), 0);
  });

  it('asks every 10 min at most, and for a day, if the counts do not say what is left', async () => {
    const { poller } = open();
    numbers.set('t/1', [0, 0, 0]);
    await watch(poller, 1);
    await clock.advance(60 * MINUTE);
    assert.equal(await requestsIn(60 * MINUTE), 6);
    await clock.advance(23 * 60 * MINUTE);
    assert.deepEqual(news(), ['Project 1 idle']);
    assert.equal(await requestsIn(60 * MINUTE), 0);
  });

  it('survives an outage and a 429, and says so without a message', async () => {
    const { poller } = open();
    await watch(poller, 1, 2);
    await clock.advance(1000);
    failure = { kind: 'network', code: 'ECONNREFUSED', tls: false };
    const during = await requestsIn(10 * MINUTE);
    assert.ok(during >= 18 && during <= 30, `${during} requests`);
    assert.deepEqual([...poller.failures.keys()], ['project/t/1', 'project/t/2']);
    failure = { kind: 'rateLimited', retryAfterMs: 3 * MINUTE };
    await clock.advance(MINUTE);
    assert.ok((await requestsIn(2 * MINUTE - 1000)) <= 1, 'as long as the service asks for');
    failure = undefined;
    for (const key of ['t/1', 't/2']) numbers.set(key, [3, 0, 7]);
    await clock.advance(5 * MINUTE);
    assert.equal(poller.watched[0]?.last?.confirmed, 3);
    assert.equal(poller.failures.size, 0);
    assert.deepEqual(told, []);
  });

  it('tells once that the service does not know a project, and watches it no longer', async () => {
    const { poller } = open();
    await watch(poller, 1);
    failure = { kind: 'notFound' };
    await clock.advance(10 * MINUTE);
    assert.deepEqual(news(), ['Project 1 gone']);
    assert.equal(asked.length, 1);
    assert.deepEqual(poller.watched, []);
  });

  it('ends with the sign-in', async () => {
    const life = new AbortController();
    const { poller } = open('a', undefined, life.signal);
    await watch(poller, 1);
    await clock.advance(1000);
    life.abort();
    await poller.dispose();
    assert.equal(await requestsIn(10 * MINUTE), 0);
  });

  describe('in several windows', () => {
    let files: KeptFiles;

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'mintscope-watch-'));
      files = new KeptFiles(folder, () => true);
    });

    /** Time passes in steps, and files are written in between. */
    const pass = async (ms: number) => {
      for (let left = ms; left > 0; left -= 250) {
        await clock.advance(250);
        await Promise.all(pollers.map((one) => one.look()));
      }
    };
    const watchFile = () => join(files.folder('id'), 'watch.json');

    it('is done by one of them, shown by all, and told once', async () => {
      const first = open('a', files);
      await watch(first.poller, 1);
      first.look.focused = false;
      const second = open('b', files);
      second.look.focused = false;
      await pass(10_000);
      assert.deepEqual(new Set(asked.map(({ window }) => window)), new Set(['a']));
      await eventually(() => second.poller.watched[0]?.last?.pending, 10);
      numbers.set('t/1', [10, 0, 0]);
      await pass(40_000);
      await eventually(news, ['Project 1 done']);
      assert.deepEqual([first.poller.watched, second.poller.watched], [[], []]);
    });

    it('goes on in the window with the focus, at once', async () => {
      const first = open('a', files);
      await watch(first.poller, 1);
      await pass(6000);
      Object.assign(first.look, { focused: false, mayAsk: false });
      await first.poller.look();
      const second = open('b', files);
      await pass(20_000);
      asked.splice(0);
      numbers.set('t/1', [1, 0, 9]);
      await pass(20_000);
      assert.deepEqual(new Set(asked.map(({ window }) => window)), new Set(['b']));
      await eventually(() => first.poller.watched[0]?.last?.confirmed, 1);
      assert.equal(second.poller.watched[0]?.last?.confirmed, 1);
    });

    it('goes on within a minute if the window that asked has crashed', async () => {
      const crashed = { window: 'x', at: clock.now() };
      const { poller, look } = open('a', files);
      look.focused = false;
      await watch(poller, 1);
      const text = await readFile(watchFile(), 'utf8');
      await writeFile(
        watchFile(),
        text.replace(/"lease":\{.*?\}/, `"lease":${JSON.stringify(crashed)}`),
      );
      await poller.look();
      asked.splice(0);
      await pass(30_000);
      assert.equal(count(), 0);
      await pass(30_000);
      assert.ok(count() > 0);
    });

    it('begins at once where a person watches a project, though another window holds the lease', async () => {
      const { poller, look } = open('a', files);
      look.focused = false;
      await watch(poller, 1);
      const text = await readFile(watchFile(), 'utf8');
      const held = text.replace('"window":"a"', '"window":"killed"');
      assert.notEqual(held, text);
      await writeFile(watchFile(), held);
      await poller.look();
      asked.splice(0);
      look.focused = true;
      await watch(poller, 2);
      await pass(500);
      assert.deepEqual(new Set(asked.map(({ key }) => key)), new Set(['t/1', 't/2']));
    });

    it('goes on at once in another window when the one that asked is closed', async () => {
      const first = open('a', files);
      await watch(first.poller, 1);
      await pass(1000);
      numbers.set('t/1', [1, 0, 9]);
      const second = open('b', files);
      second.look.focused = false;
      await pass(4000);
      // It has read this and not written it yet.
      assert.equal(asked.at(-1)?.window, 'a');
      assert.equal(confirmed(second.poller), 0);
      await first.close();
      await second.poller.look();
      assert.equal(confirmed(second.poller), 1);
      asked.splice(0);
      await pass(6000);
      assert.deepEqual(new Set(asked.map(({ window }) => window)), new Set(['b']));
    });

    it('reads and writes nothing more once its window is closed, also if a look was under way', async () => {
      const { poller, close } = open('a', files);
      await watch(poller, 1);
      await poller.look();
      const [read, held] = [files.read.bind(files), Promise.withResolvers<undefined>()];
      let reads = 0;
      files.read = async (...args) => {
        reads++;
        await held.promise;
        return read(...args);
      };
      const looking = poller.look();
      const closed = close();
      held.resolve(undefined);
      await closed;
      const before = reads;
      await looking;
      assert.equal(reads, before);
      assert.ok(!(await readFile(watchFile(), 'utf8')).includes('lease'));
    });

    it('gives back a lease that was being taken when its window was closed', async () => {
      const first = open('a', files);
      await watch(first.poller, 1);
      await first.close();
      const write = files.write.bind(files);
      const [begun, held] = [
        Promise.withResolvers<undefined>(),
        Promise.withResolvers<undefined>(),
      ];
      let underWay = 0;
      files.write = async (...args) => {
        underWay++;
        begun.resolve(undefined);
        await held.promise;
        await write(...args);
        underWay--;
      };
      const second = open('b', files);
      await begun.promise;
      const closed = second.close();
      held.resolve(undefined);
      await closed;
      assert.equal(underWay, 0);
      const text = await readFile(watchFile(), 'utf8');
      assert.ok(text.includes('Project 1') && !text.includes('lease'), text);
    });

    it('waits in all windows as long as the service has asked one of them to', async () => {
      const first = open('a', files);
      failure = { kind: 'rateLimited', retryAfterMs: 3 * MINUTE };
      await watch(first.poller, 1, 2);
      await pass(250);
      assert.equal(count(), 1);
      await first.close();
      failure = undefined;
      open('b', files);
      await pass(3 * MINUTE - 1000);
      assert.equal(count(), 1);
      await pass(2000);
      assert.equal(count(), 3);
    });

    it('loses no project that two windows add at once', async () => {
      const [first, second] = [open('a', files), open('b', files)];
      const ids = [1, 2, 3, 4, 5];
      await Promise.all(
        ids.flatMap((id) => [watch(first.poller, id), watch(second.poller, id + 5)]),
      );
      await first.poller.look();
      assert.equal(first.poller.watched.length, 10);
    });

    it('goes on after a restart, with the counts read last', async () => {
      const first = open('a', files);
      await watch(first.poller, 1);
      await pass(2000);
      await first.poller.dispose();
      asked.splice(0);
      const { poller } = open('b', files);
      await poller.look();
      assert.equal(poller.watched[0]?.last?.pending, 10);
      await pass(1000);
      assert.equal(count(), 0, 'not within 5 s of the last reading');
      await pass(5000);
      assert.ok(count() > 0);
    });

    it('adds to what other windows write what it could not write itself', async () => {
      const [first, second] = [open('a', files), open('b', new KeptFiles(folder!, () => true))];
      await watch(first.poller, 1, 2);
      await second.poller.look();
      const write = files.write.bind(files);
      files.write = () => Promise.reject(new Error('ENOSPC'));
      await watch(first.poller, 3);
      await first.poller.change((all) => all.filter(({ name }) => name !== 'Project 2'));
      await watch(second.poller, 4);
      await second.poller.change((all) => all.filter(({ name }) => name !== 'Project 1'));
      const names = ({ poller }: typeof first) => poller.watched.map(({ name }) => name);
      await first.poller.look();
      assert.deepEqual(names(first), ['Project 4', 'Project 3']);
      assert.deepEqual(names(second), ['Project 2', 'Project 4']);
      files.write = write;
      await watch(first.poller, 5);
      await second.poller.look();
      assert.deepEqual(names(second), ['Project 4', 'Project 3', 'Project 5']);
      assert.deepEqual(names(first), names(second));
    });

    it('ends in all windows when the list is cleared', async () => {
      const [first, second] = [open('a', files), open('b', files)];
      await watch(first.poller, 1);
      await second.poller.look();
      assert.equal(second.poller.watched.length, 1);
      const kept = { folder: files.folder('id'), name: 'watch', path: watchFile(), bytes: 1 };
      await clearKept([kept], ['watch']);
      await eventually(() => first.poller.watched.length + second.poller.watched.length, 0);
      await pass(10_000);
      await assert.rejects(readFile(watchFile()), { code: 'ENOENT' });
    });

    it('goes on in memory if the disk is full, and a torn file counts for nothing', async () => {
      const { poller } = open('a', files);
      await watch(poller, 1);
      files.write = () => Promise.reject(new Error('ENOSPC'));
      await watch(poller, 2);
      await pass(6000);
      assert.equal(poller.watched.length, 2);
      assert.ok(asked.length >= 2);
      await writeFile(watchFile(), '{"format":1,"si');
      const other = open('b', files);
      await other.poller.look();
      assert.deepEqual(other.poller.watched, []);
    });

    it('leaves nothing on disk with keepRows off', async () => {
      desk.settings.set('mintscope.keepRows', false);
      const { poller } = open('a', files);
      await watch(poller, 1);
      await pass(1000);
      assert.equal(poller.watched.length, 1);
      await assert.rejects(readFile(watchFile()));
    });
  });
});
