import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'mocha';
import { ServiceError } from '../../../src/core/model/serviceError.ts';
import { SingleFlight } from '../../../src/core/client/singleFlight.ts';
import { failureOf } from '../../support/failures.ts';
import { turn } from '../../support/turn.ts';
import { unhandledDuring } from '../../support/unhandled.ts';

const ABORTED = { kind: 'aborted' } as const;

function start() {
  const flights = new SingleFlight<string>();
  const started: { signal: AbortSignal; answer(text: string): void; fail(error: Error): void }[] =
    [];
  const fly = (shared: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    started.push({ signal: shared, answer: resolve, fail: reject });
    return promise;
  };
  const join = (signal = new AbortController().signal, key = 'same') =>
    flights.join(key, signal, fly);
  const begin = (signal = new AbortController().signal, key = 'same') =>
    flights.begin(key, signal, fly);
  return { flights, started, join, begin };
}

describe('the same request, made by several callers at a time', () => {
  it('is sent once, and all callers get the answer', async () => {
    const { started, join } = start();
    const all = [join(), join(), join()];
    assert.equal(started.length, 1);
    started[0]!.answer('42');
    assert.deepEqual(await Promise.all(all), ['42', '42', '42']);
  });

  it('fails for all callers with the same error, without an unhandled rejection', async () => {
    const unhandled = await unhandledDuring(async () => {
      const { started, join } = start();
      const all = [join(), join(), join()];
      started[0]!.fail(new ServiceError({ kind: 'notFound' }));
      for (const one of all) assert.deepEqual(await failureOf(one), { kind: 'notFound' });
    });
    assert.deepEqual(unhandled, []);
  });

  it('is sent again after it was answered or failed', async () => {
    const { started, join } = start();
    const first = join();
    started[0]!.answer('old');
    await first;
    const second = join();
    started[1]!.fail(new ServiceError({ kind: 'notFound' }));
    await failureOf(second);
    const third = join();
    started[2]!.answer('new');
    assert.equal(await third, 'new');
  });

  it('is sent separately for another key', () => {
    const { started, join } = start();
    void join(undefined, 'one');
    void join(undefined, 'other');
    assert.equal(started.length, 2);
  });
});

describe('a caller that cancels', () => {
  it('is rejected at once, and the other callers still get the answer', async () => {
    const { started, join } = start();
    const caller = new AbortController();
    const leaving = join(caller.signal);
    const staying = join();
    caller.abort();
    assert.deepEqual(await failureOf(leaving), ABORTED);
    assert.equal(started[0]!.signal.aborted, false);
    started[0]!.answer('42');
    assert.equal(await staying, '42');
    assert.equal(getEventListeners(caller.signal, 'abort').length, 0);
  });

  it('cancels the request if it is the last caller', async () => {
    const { started, join } = start();
    const callers = [new AbortController(), new AbortController()];
    const all = callers.map(({ signal }) => failureOf(join(signal)));
    callers[0]!.abort();
    await turn();
    assert.equal(started[0]!.signal.aborted, false);
    callers[1]!.abort();
    assert.deepEqual(await Promise.all(all), [ABORTED, ABORTED]);
    assert.equal(started[0]!.signal.aborted, true);
  });

  it('starts no request if it cancels before the start', async () => {
    const { started, join } = start();
    assert.deepEqual(await failureOf(join(AbortSignal.abort())), ABORTED);
    assert.equal(started.length, 0);
  });

  it('does not affect a later caller, at any step', async () => {
    for (let steps = 0; steps < 12; steps++) {
      const { started, join } = start();
      const caller = new AbortController();
      const leaving = failureOf(join(caller.signal));
      caller.abort();
      for (let step = 0; step < steps; step++) await Promise.resolve();
      const late = join();
      await turn();
      const flight = started.at(-1)!;
      assert.equal(flight.signal.aborted, false, `after ${steps} steps`);
      flight.answer('42');
      assert.equal(await late, '42');
      assert.deepEqual(await leaving, ABORTED);
    }
  });

  it('leaves no effect on the next request when the canceled one ends late', async () => {
    const unhandled = await unhandledDuring(async () => {
      const { started, join } = start();
      const caller = new AbortController();
      const leaving = failureOf(join(caller.signal));
      caller.abort();
      await leaving;
      const next = join();
      started[0]!.fail(new ServiceError(ABORTED));
      await turn();
      const other = join();
      assert.equal(started.length, 2, 'the one under way is still shared');
      started[1]!.answer('42');
      assert.deepEqual(await Promise.all([next, other]), ['42', '42']);
    });
    assert.deepEqual(unhandled, []);
  });

  it('leaves no listener on a signal after a hundred requests', async () => {
    const { started, join } = start();
    const { signal } = new AbortController();
    const all = Array.from({ length: 100 }, (_, at) => join(signal, String(at % 10)));
    for (const flight of started) flight.answer('42');
    await Promise.all(all);
    assert.equal(started.length, 10);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });
});

describe('a request that is asked anew', () => {
  it('is not answered by the same request that was under way before it', async () => {
    const { started, join, begin } = start();
    const earlier = join();
    const anew = begin();
    assert.equal(started.length, 2);
    started[0]!.answer('old');
    assert.equal(await earlier, 'old');
    started[1]!.answer('new');
    assert.equal(await anew, 'new');
  });

  it('is shared with later callers, also when the earlier one ends first', async () => {
    const { started, join, begin } = start();
    const earlier = join();
    const anew = begin();
    const later = join();
    started[0]!.answer('old');
    await earlier;
    const last = join();
    assert.equal(started.length, 2);
    started[1]!.answer('new');
    assert.deepEqual(await Promise.all([anew, later, last]), ['new', 'new', 'new']);
  });

  it('leaves the earlier request to its callers, the last of whom still cancels it', async () => {
    const { started, join, begin } = start();
    const caller = new AbortController();
    const earlier = failureOf(join(caller.signal));
    const anew = begin();
    await turn();
    assert.equal(started[0]!.signal.aborted, false);
    caller.abort();
    assert.deepEqual(await earlier, ABORTED);
    assert.deepEqual(
      started.map(({ signal }) => signal.aborted),
      [true, false],
    );
    started[1]!.answer('new');
    assert.equal(await anew, 'new');
  });

  it('is ended together with the earlier one when all requests are ended', () => {
    const { flights, started, join, begin } = start();
    void failureOf(join());
    void failureOf(begin());
    flights.endAll(new ServiceError({ kind: 'auth', status: 401 }));
    assert.ok(started.every(({ signal }) => signal.aborted));
  });

  it('is not sent if its caller cancels before the start', async () => {
    const { started, begin } = start();
    assert.deepEqual(await failureOf(begin(AbortSignal.abort())), ABORTED);
    assert.equal(started.length, 0);
  });
});
