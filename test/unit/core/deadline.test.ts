import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { ServiceError } from '../../../src/core/model/serviceError.ts';
import { withDeadline } from '../../../src/core/client/deadline.ts';
import { noAbort } from '../../support/client.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { failureOf } from '../../support/failures.ts';

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
