import assert from 'node:assert/strict';
import { MINUTE, pollers } from '../../../support/pollers.ts';

describe('Watcher', () => {
  const the = pollers();

  it('requests a watched project at once, every 5 s while counts move, else up to once a minute', async () => {
    const { watcher } = the.open();
    the.watch(watcher, 1);
    assert.equal(await the.requestsIn(0), 1);
    for (let at = 1; at <= 4; at++) {
      the.numbers.set('t/1', [at, 0, 10 - at]);
      assert.equal(await the.requestsIn(4999), 0);
      assert.equal(await the.requestsIn(1), 1);
    }
    assert.equal(the.confirmed(watcher), 4);
    await the.clock.advance(10 * MINUTE);
    assert.equal(await the.requestsIn(10 * MINUTE), 10);
  });

  it('requests what the user begins to watch within 5 s, although it had rested for an hour', async () => {
    const window = the.open();
    const { watcher } = window;
    the.numbers.set('t/1', [10, 0, 0]);
    await the.read(window, 1);
    await the.clock.advance(60 * MINUTE);
    await the.read(window, 1);
    await the.clock.advance(1000);
    the.watch(watcher, 1);
    assert.equal(await the.requestsIn(3999), 0);
    assert.equal(await the.requestsIn(1), 1);
    await the.clock.advance(1000);
    assert.deepEqual(the.news(), ['Project 1 done']);
  });

  it('requests a watched project at most once a minute without the focus, and at once when it returns', async () => {
    const { watcher, look } = the.open();
    the.watch(watcher, 1, 2);
    await the.clock.advance(1000);
    look.focused = false;
    watcher.look();
    const before = the.requests.length;
    for (let minute = 0; minute < 10; minute++) {
      the.numbers.set('t/1', [minute, 0, 10]);
      await the.clock.advance(MINUTE);
    }
    const times = the.requests.slice(before).filter(({ key }) => key === 't/1');
    assert.ok(times.length >= 8, `${times.length} requests`);
    const gaps = times.slice(1).map(({ at }, index) => at - times[index]!.at);
    assert.ok(Math.min(...gaps) >= MINUTE && Math.max(...gaps) <= MINUTE + 10_000, gaps.join());
    look.focused = true;
    watcher.hurry();
    assert.equal(await the.requestsIn(4999), 2);
  });

  it('tells all projects done or ended at one time in one message, and stops watching them', async () => {
    const { watcher } = the.open();
    the.watch(watcher, 1, 2, 3);
    await the.clock.advance(1000);
    the.numbers.set('t/1', [10, 0, 0]);
    the.numbers.set('t/2', [9, 0, 0, 1]);
    await the.clock.advance(20_000);
    assert.equal(the.reported.length, 1);
    assert.deepEqual(the.news(), ['Project 1 done', 'Project 2 ended']);
    assert.deepEqual(the.names(watcher), ['Project 3']);
    the.requests.splice(0);
    await the.clock.advance(MINUTE);
    assert.deepEqual(new Set(the.requests.map(({ key }) => key)), new Set(['t/3']));
  });

  it('tells once that the service does not know a project, and stops watching it', async () => {
    const { watcher } = the.open();
    the.watch(watcher, 1);
    the.failure = { kind: 'notFound' };
    await the.clock.advance(10 * MINUTE);
    assert.deepEqual(the.news(), ['Project 1 gone']);
    assert.equal(the.requests.length, 1);
    assert.deepEqual(watcher.watched, []);
    the.failure = undefined;
    the.watch(watcher, 1);
    await the.clock.advance(MINUTE);
    assert.deepEqual(the.names(watcher), ['Project 1'], 'it is asked for again');
  });

  it('continues after an outage without a message', async () => {
    const { watcher } = the.open();
    the.watch(watcher, 1, 2);
    await the.clock.advance(1000);
    the.failure = { kind: 'network', code: 'ECONNREFUSED', tls: false };
    const during = await the.requestsIn(10 * MINUTE);
    assert.ok(during >= 18 && during <= 30, `${during} requests`);
    the.failure = undefined;
    for (const key of ['t/1', 't/2']) the.numbers.set(key, [3, 0, 7]);
    await the.clock.advance(5 * MINUTE);
    assert.equal(the.confirmed(watcher), 3);
    assert.deepEqual(the.reported, []);
  });
});
