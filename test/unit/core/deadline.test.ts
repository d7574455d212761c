import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'mocha';
import { ServiceError } from '../../../src/core/model/serviceError.ts';
import { withDeadline } from '../../../src/core/client/deadline.ts';
import type { Policy } from '../../../src/core/client/requestPolicy.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { failureOf } from '../../support/failures.ts';
import { unhandledDuring } from '../../support/unhandled.ts';

const never = () => new Promise<never>(() => undefined);

function start() {
  const clock = new FakeClock();
  const caller = new AbortController();
  const { signal } = caller;
  return {
    clock,
    caller,
    signal,
    policy: ((given, run) => withDeadline(clock, 30_000, given, run)) satisfies Policy,
    /** Asserts that no timer and no listener is left. */
    assertClean: () => {
      assert.equal(clock.pending, 0, 'timers');
      assert.equal(getEventListeners(signal, 'abort').length, 0, 'listeners');
    },
  };
}

describe('Deadline of a request', () => {
  it('a request with a deadline returns an answer in time and leaves no timer or listener', async () => {
    const { policy, signal, clock, assertClean } = start();
    const run = policy(signal, async () => {
      await Promise.resolve();
      return 42;
    });
    assert.deepEqual([clock.pending, getEventListeners(signal, 'abort').length], [1, 1]);
    assert.equal(await run, 42);
    assertClean();
  });

  it('a request with a deadline returns a failure unchanged and leaves no timer or listener', async () => {
    const { policy, signal, assertClean } = start();
    const error = new ServiceError({ kind: 'notFound' });
    await assert.rejects(
      policy(signal, () => Promise.reject(error)),
      (thrown) => thrown === error,
    );
    assertClean();
    await assert.rejects(
      policy(signal, () => {
        throw error;
      }),
      (thrown) => thrown === error,
    );
    assertClean();
  });

  it('the deadline ends a request, even if it ignores its signal', async () => {
    const { policy, signal, clock, assertClean } = start();
    const run = failureOf(policy(signal, never));
    clock.pass(29_999);
    assert.equal(clock.pending, 1);
    clock.pass(1);
    assert.deepEqual(await run, { kind: 'timeout', afterMs: 30_000 });
    assertClean();
  });

  it('the deadline aborts the signal of the request, so that its connection ends', async () => {
    const { policy, signal, clock } = start();
    let inner: AbortSignal | undefined;
    const run = failureOf(
      policy(signal, (given) => {
        inner = given;
        return never();
      }),
    );
    assert.equal(inner?.aborted, false);
    clock.pass(30_000);
    await run;
    assert.equal(inner.aborted, true);
    assert.equal(signal.aborted, false, "the caller's own signal is not ours to end");
  });

  it('a request fails as a timeout even if its aborted attempt fails with another error', async () => {
    const { policy, signal, clock } = start();
    const run = failureOf(
      policy(
        signal,
        (inner) =>
          new Promise((_, reject) => {
            inner.addEventListener('abort', () => {
              reject(new ServiceError({ kind: 'aborted' }));
            });
          }),
      ),
    );
    clock.pass(30_000);
    assert.equal((await run).kind, 'timeout');
  });

  it('the end of a request after its timeout is ignored', async () => {
    const { policy, signal, clock } = start();
    const unhandled = await unhandledDuring(async () => {
      let fail: (error: Error) => void = () => undefined;
      const run = failureOf(policy(signal, () => new Promise((_, reject) => (fail = reject))));
      clock.pass(30_000);
      await run;
      fail(new Error('late'));
    });
    assert.deepEqual(unhandled, []);
  });
});

describe('Deadline and a caller that cancels', () => {
  it('rejects a canceled request at once, even if it does not end', async () => {
    const { policy, signal, caller, clock, assertClean } = start();
    let inner: AbortSignal | undefined;
    const run = policy(signal, (given) => {
      inner = given;
      return never();
    });
    caller.abort();
    assert.equal(inner?.aborted, true);
    assert.deepEqual(await failureOf(run), { kind: 'aborted' });
    assertClean();
    clock.pass(60_000);
  });

  it('sends no request that was canceled before its start', async () => {
    const { policy, signal, caller, assertClean } = start();
    caller.abort();
    let began = false;
    const run = policy(signal, () => {
      began = true;
      return never();
    });
    assert.deepEqual(await failureOf(run), { kind: 'aborted' });
    assert.equal(began, false);
    assertClean();
  });

  it('rejects with `aborted` and not a timeout if the caller cancels before the deadline', async () => {
    const { policy, signal, caller, clock } = start();
    const run = failureOf(policy(signal, never));
    caller.abort();
    clock.pass(30_000);
    assert.deepEqual(await run, { kind: 'aborted' });
  });

  it('a hundred requests with one signal leave no listener', async () => {
    const { policy, signal, caller, assertClean, clock } = start();
    const runs = Array.from({ length: 100 }, (_, at) =>
      policy(signal, () => (at % 2 ? Promise.resolve() : never())).catch(() => undefined),
    );
    await Promise.all(runs.filter((_, at) => at % 2));
    assert.equal(clock.pending, 50);
    caller.abort();
    await Promise.all(runs);
    assertClean();
  });
});
