import assert from 'node:assert/strict';
import { fault } from './support/matrix.ts';
import { openers, REF, outcome } from './support/openers.ts';

/** A service that is down, and a user who looks at its stats. */
describe('HTTP', () => {
  const open = openers();

  const outage = async () => {
    const service = await open.service();
    service.fail(() => ({ status: 503 }));
    const rig = open.rig(service.address);
    const look = () => rig.seesStats(REF);
    const refresh = () => {
      rig.policy.probeNow(new URL(service.address).origin);
      return look();
    };
    /** The outcome of a further look during the pause, however long that still is. */
    const paused = async (requests: number) => {
      const sees = (await look()).replace(/\d+ seconds/, '30 seconds');
      return outcome(sees, service.requests.length, { sees: PAUSED, requests });
    };
    return { look, refresh, paused, requests: () => service.requests.length };
  };
  const DOWN =
    'The service has an internal error (503). Try again; if that does not help, ask whoever runs the service. [retry]';
  const PAUSED =
    'The service has an internal error (503). Requests to it are paused for 30 seconds; Retry asks at once. [retry]';

  fault('503 to every request: after five failures requests are paused', async () => {
    const { look, paused, requests } = await outage();
    assert.equal(await look(), DOWN);
    assert.equal(requests(), 3);
    // The pause begins before its third try.
    assert.equal(await look(), DOWN);
    assert.equal(requests(), 5);
    return paused(5);
  });

  fault('503 to every request: Refresh sends one request during the pause', async () => {
    const { look, refresh, paused, requests } = await outage();
    await look();
    await look();
    assert.equal(requests(), 5);
    assert.equal(await refresh(), DOWN);
    assert.equal(requests(), 6);
    return paused(6);
  });
});
