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

  /** A service that responds with 429 and this `Retry-After` to its first `times` requests. */
  const busy = async (retryAfter: string, times = Infinity) => {
    const service = await open.service();
    const rig = open.rig(service.address);
    const arrivals: number[] = [];
    service.fail(() => {
      arrivals.push(rig.clock.now());
      if (arrivals.length > times) return undefined;
      return { status: 429, headers: { 'retry-after': retryAfter } };
    });
    await rig.projects.open();
    return { rig, arrivals };
  };

  fault('429 with Retry-After: 8, then 200: repeated after 8 seconds', async () => {
    const { rig, arrivals } = await busy('8', 1);
    assert.equal(arrivals[1]! - arrivals[0]!, 8000);
    return outcome(rig.sees(), arrivals.length, { sees: '1', requests: 2 });
  });

  fault('429 with Retry-After: an hour: not repeated, and the time is shown', async () => {
    const { rig, arrivals } = await busy('3600');
    const then = new Date(arrivals[0]! + 3_600_000).toISOString().slice(11, 19);
    return outcome(rig.sees(), arrivals.length, {
      sees: `The service asks for fewer requests (429). Try again after ${then}. [retry]`,
      requests: 1,
    });
  });

  fault('403 with a web page, of a firewall: the token is not blamed', async () => {
    const service = await open.service();
    const headers = { 'content-type': 'text/html' };
    service.fail(() => ({ status: 403, headers, body: '<!doctype html><p>Request blocked' }));
    const rig = await open.opened(service.address);
    return outcome(rig.sees(), service.requests.length, {
      sees: `A gateway or firewall in front of ${rig.host} refused the request (403). This is not about your token: check your network, or ask whoever runs the service. [retry]`,
      requests: 1,
    });
  });

  fault('redirect to another origin: no request is sent there', async () => {
    const [service, other] = [await open.service(), await open.service()];
    const location = `${other.address}/v2/projects`;
    service.fail(() => ({ status: 302, headers: { location } }));
    const rig = await open.opened(service.address);
    assert.equal(other.requests.length, 0);
    return outcome(rig.sees(), service.requests.length, {
      sees: `${rig.host} points to another host, ${new URL(other.address).host}. The token is not sent there. If that host is right, sign in with its address. [signIn]`,
      requests: 1,
    });
  });
});
