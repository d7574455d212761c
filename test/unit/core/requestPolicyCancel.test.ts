import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { withDeadline } from '../../../src/core/client/deadline.ts';
import { ServiceError } from '../../../src/core/model/serviceError.ts';
import { noAbort } from '../../support/client.ts';
import { failureOf } from '../../support/failures.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { PolicyBench } from '../../support/heldAttempts.ts';
import { turn } from '../../support/turn.ts';
import { unhandledDuring } from '../../support/unhandled.ts';

const ABORTED = { kind: 'aborted' } as const;

describe('RequestPolicy and a canceled request', () => {
  it('a canceled request leaves no timer, listener or rejection, and frees its place at any step', async () => {
    const unhandled = await unhandledDuring(async () => {
      for (let steps = 0; steps < 25; steps++) {
        const b = new PolicyBench();
        const caller = new AbortController();
        const sent = b.send('', caller.signal);
        for (let step = 0; step < steps; step++) await Promise.resolve();
        b.waiting[0]?.fail();
        for (let step = 0; step < steps; step++) await Promise.resolve();
        caller.abort();
        assert.deepEqual(await sent, ABORTED, `after ${steps} steps`);
        b.assertClean();
        // A canceled attempt ends later with an error of its own.
        for (const attempt of b.attempts) attempt.fail();
        const four = Array.from({ length: 4 }, () => b.send());
        await turn();
        assert.equal(b.waiting.length, 4, `after ${steps} steps`);
        for (let n = 0; n < 4; n++) await b.next('response');
        await Promise.all(four);
        b.assertClean();
      }
    });
    assert.deepEqual(unhandled, []);
  });
});

describe('Deadline of a request', () => {
  it('a request fails as a timeout even if its aborted attempt fails with another error', async () => {
    const clock = new FakeClock();
    const untilAborted = (signal: AbortSignal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(new ServiceError({ kind: 'aborted' }));
        });
      });
    const run = failureOf(withDeadline(clock, 30_000, noAbort, untilAborted));
    clock.pass(30_000);
    assert.deepEqual(await run, { kind: 'timeout', afterMs: 30_000 });
  });

  it('sends no request that was canceled before its start', async () => {
    const clock = new FakeClock();
    const run = withDeadline(clock, 30_000, AbortSignal.abort(), () => assert.fail('it began'));
    assert.deepEqual(await failureOf(run), { kind: 'aborted' });
    assert.equal(clock.pending, 0);
  });
});
