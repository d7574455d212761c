import assert from 'node:assert/strict';
import { fault } from './support/matrix.ts';
import { openers, REF, tell } from './support/openers.ts';

/** A service that is down until it is told otherwise, and a person who asks for stats there. */
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
    return { service, rig, look, refresh, requests: () => service.requests.length };
  };
  const DOWN =
    'The service has an internal error (503). Try again; if that does not help, ask whoever runs the service. [retry]';
  const PEACE =
    /^The service has an internal error \(503\)\. Requests to it are paused for \d+ seconds; Retry asks at once\. \[retry\]$/;

  fault('lasting 503: after five failures nothing is sent, and the words say so', async () => {
    const { look, requests } = await outage();
    assert.equal(await look(), DOWN);
    assert.equal(requests(), 3);
    // Its third try is not made any more.
    assert.equal(await look(), DOWN);
    assert.equal(requests(), 5);
    const sees = await look();
    assert.match(sees, PEACE);
    return tell(sees.replace(/\d+ seconds/, '30 seconds'), requests(), {
      sees: 'The service has an internal error (503). Requests to it are paused for 30 seconds; Retry asks at once. [retry]',
      requests: 5,
    });
  });

  fault('lasting 503: a manual refresh sends one request at once', async () => {
    const { look, refresh, requests } = await outage();
    await look();
    await look();
    assert.equal(requests(), 5);
    assert.equal(await refresh(), DOWN);
    assert.equal(requests(), 6);
    const sees = await look();
    assert.match(sees, PEACE);
    return tell(sees.replace(/\d+ seconds/, '30 seconds'), requests(), {
      sees: 'The service has an internal error (503). Requests to it are paused for 30 seconds; Retry asks at once. [retry]',
      requests: 6,
    });
  });
});
