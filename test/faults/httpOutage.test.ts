import assert from 'node:assert/strict';
import { fault } from './support/matrix.ts';
import { openers, outcome, REF } from './support/openers.ts';

describe('HTTP', () => {
  const open = openers();

  fault('503 to every request: after five failures requests are paused', async () => {
    const service = await open.service();
    service.fail(() => ({ status: 503 }));
    const rig = open.rig(service.address);
    const down =
      'The service has an internal error (503). Try again; if that does not help, ask whoever runs the service. [retry]';
    assert.equal(await rig.seesStats(REF), down);
    assert.equal(service.requests.length, 3);
    // The pause begins before the third try of the second request.
    assert.equal(await rig.seesStats(REF), down);
    assert.equal(service.requests.length, 5);
    const sees = await rig.seesStats(REF);
    return outcome(sees.replace(/\d+ seconds/, '30 seconds'), service.requests.length, {
      sees: 'The service has an internal error (503). Requests to it are paused for 30 seconds; Retry asks at once. [retry]',
      requests: 5,
    });
  });
});
