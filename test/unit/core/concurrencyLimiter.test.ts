import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'mocha';
import { ConcurrencyLimiter } from '../../../src/core/client/concurrencyLimiter.ts';
import { noAbort } from '../../support/client.ts';
import { failureOf } from '../../support/failures.ts';

describe('ConcurrencyLimiter', () => {
  it('rejects a canceled task at once, never starts it, and leaves no listener', async () => {
    const limiter = new ConcurrencyLimiter(1);
    const running = Promise.withResolvers<undefined>();
    const [canceled, waiting] = [new AbortController(), new AbortController()];
    const start = ({ signal }: AbortController) =>
      failureOf(limiter.run(signal, () => assert.fail('it began')));
    const first = limiter.run(noAbort, () => running.promise);
    const failure = start(canceled);
    const last = limiter.run(waiting.signal, () => Promise.resolve('began'));
    canceled.abort();
    assert.deepEqual(await failure, { kind: 'aborted' });
    running.resolve(undefined);
    await first;
    assert.equal(await last, 'began');
    assert.deepEqual(await start(canceled), { kind: 'aborted' });
    for (const { signal } of [canceled, waiting]) {
      assert.equal(getEventListeners(signal, 'abort').length, 0);
    }
  });
});
