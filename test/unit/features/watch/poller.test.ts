import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { readerOf } from '../../../../src/stats/statsReader.ts';
import { MINUTE, pollers } from '../../../support/pollers.ts';

describe('Poller', () => {
  const the = pollers();

  it('requests a watched project at once, every 5 s while counts move, else up to once a minute', async () => {
    const { poller } = the.open();
    the.watch(poller, 1);
    assert.equal(await the.requestsIn(0), 1);
    for (let at = 1; at <= 4; at++) {
      the.numbers.set('t/1', [at, 0, 10 - at]);
      assert.equal(await the.requestsIn(4999), 0);
      assert.equal(await the.requestsIn(1), 1);
    }
    assert.equal(the.confirmed(poller), 4);
    await the.clock.advance(10 * MINUTE);
    assert.equal(await the.requestsIn(10 * MINUTE), 10);
  });

  it('does not request a watched project that another surface has just read', async () => {
    const { poller, connection } = the.open();
    the.watch(poller, 1);
    await the.clock.advance(4000);
    const { signal } = new AbortController();
    const { ref } = the.project(1);
    await readerOf(connection).read(ref, { urgency: 'user', signal, maxAgeMs: 0 });
    the.requests.splice(0);
    assert.equal(await the.requestsIn(4999), 0);
    assert.equal(await the.requestsIn(10_000), 1);
  });

  it('sends no requests without the focus, and sends them at once when it returns', async () => {
    const { poller, look } = the.open();
    the.watch(poller, 1, 2);
    await the.clock.advance(5 * MINUTE);
    const sinceLast = the.clock.now() - the.requests.at(-1)!.at;
    await the.clock.advance(MINUTE - sinceLast);
    Object.assign(look, { focused: false, mayRequest: false });
    poller.look();
    assert.equal(await the.requestsIn(10_000), 0, 'less than a minute after the last request');
    Object.assign(look, { focused: true, mayRequest: true });
    poller.hurry();
    assert.equal(await the.requestsIn(250), 2);
    Object.assign(look, { focused: false, mayRequest: false });
    poller.look();
    assert.equal(await the.requestsIn(10 * MINUTE), 0);
  });

  it('announces all projects done or ended within a round at once, and stops watching them', async () => {
    const { poller } = the.open();
    the.watch(poller, 1);
    await the.clock.advance(2000);
    the.watch(poller, 2, 3);
    await the.clock.advance(1000);
    the.numbers.set('t/1', [10, 0, 0]);
    the.numbers.set('t/2', [9, 0, 0, 1]);
    await the.clock.advance(20_000);
    assert.deepEqual(the.reported.length, 1);
    assert.deepEqual(the.news(), ['Project 1 done', 'Project 2 ended']);
    assert.deepEqual(the.names(poller), ['Project 3']);
    the.requests.splice(0);
    await the.clock.advance(MINUTE);
    assert.deepEqual(new Set(the.requests.map(({ key }) => key)), new Set(['t/3']));
  });

  it('announces news at once in a window with the focus, and else after five seconds, or ten if other projects are watched', async () => {
    const { poller, look } = the.open();
    const newsAfter = async (ms: number) => {
      await the.clock.advance(ms);
      return the.news().length;
    };
    const readDone = async (id: number, ...others: readonly number[]) => {
      the.watch(poller, id, ...others);
      await the.clock.advance(0);
      the.numbers.set(`t/${id}`, [10, 0, 0]);
      return newsAfter(5000);
    };
    assert.deepEqual([await readDone(1), await readDone(2)], [1, 2]);
    look.focused = false;
    assert.deepEqual([await readDone(3), await newsAfter(4999), await newsAfter(1)], [2, 2, 3]);
    assert.deepEqual([await readDone(4, 5), await newsAfter(9999), await newsAfter(1)], [3, 3, 4]);
  });

  it('announces once that the status became failed, and a stall after the minutes of the setting', async () => {
    the.desk.settings.set('mintscope.stallMinutes', 5);
    const { poller } = the.open();
    the.numbers.set('t/1', [0, 10, 0]);
    the.watch(poller, 1);
    await the.clock.advance(4 * MINUTE);
    assert.deepEqual(the.news(), []);
    await the.clock.advance(6 * MINUTE);
    assert.deepEqual(the.news(), ['Project 1 stalled']);
    the.status = 'failed';
    poller.look();
    await the.clock.advance(2 * MINUTE);
    assert.deepEqual(the.news(), ['Project 1 stalled', 'Project 1 failed']);
    assert.deepEqual(the.names(poller), ['Project 1'], 'it is still watched');
  });

  it('continues after an outage, with a failure until then and without a message', async () => {
    const { poller } = the.open();
    the.watch(poller, 1, 2);
    await the.clock.advance(1000);
    the.failure = { kind: 'network', code: 'ECONNREFUSED', tls: false };
    const during = await the.requestsIn(10 * MINUTE);
    assert.ok(during >= 18 && during <= 30, `${during} requests`);
    assert.deepEqual([...poller.failures.keys()].sort(), ['project/t/1', 'project/t/2']);
    the.failure = undefined;
    for (const key of ['t/1', 't/2']) the.numbers.set(key, [3, 0, 7]);
    await the.clock.advance(5 * MINUTE);
    assert.equal(the.confirmed(poller), 3);
    assert.equal(poller.failures.size, 0);
    assert.deepEqual(the.reported, []);
  });

  it('announces once that the service does not know a project, and stops watching it', async () => {
    const { poller } = the.open();
    the.watch(poller, 1);
    the.failure = { kind: 'notFound' };
    await the.clock.advance(10 * MINUTE);
    assert.deepEqual(the.news(), ['Project 1 gone']);
    assert.equal(the.requests.length, 1);
    assert.deepEqual(poller.watched, []);
  });

  it('stops polling when the sign-in ends', async () => {
    const life = new AbortController();
    const { poller } = the.open('a', { ended: life.signal });
    the.watch(poller, 1);
    await the.clock.advance(1000);
    life.abort();
    await poller.dispose();
    assert.equal(await the.requestsIn(10 * MINUTE), 0);
  });
});
