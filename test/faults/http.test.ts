import assert from 'node:assert/strict';
import { fault } from './support/matrix.ts';
import { openers, outcome } from './support/openers.ts';

/** Responses that are complete, and not what the client needs. */
describe('HTTP', () => {
  const open = openers();

  fault('503 to every request: after five failures requests are paused', async () => {
    const service = await open.service();
    service.fail(() => ({ status: 503 }));
    const rig = await open.opened(service.address);
    assert.equal(service.requests.length, 3);
    // The pause begins before the third try of the second request.
    await rig.projects.refresh();
    assert.equal(service.requests.length, 5);
    await rig.projects.refresh();
    return outcome(rig.sees(), service.requests.length, {
      sees: 'The service has an internal error (503). Requests to it are paused; Retry sends one at once. [retry]',
      requests: 5,
    });
  });

  fault('429 with Retry-After: 8, then 200: repeated after 8 seconds', async () => {
    const service = await open.service();
    const rig = open.rig(service.address);
    const arrivals: number[] = [];
    service.fail(() => {
      const isFirst = arrivals.push(rig.clock.now()) === 1;
      return isFirst ? { status: 429, headers: { 'retry-after': '8' } } : undefined;
    });
    await rig.projects.open();
    assert.equal(arrivals[1]! - arrivals[0]!, 8000);
    return outcome(rig.sees(), arrivals.length, { sees: '1', requests: 2 });
  });
});
