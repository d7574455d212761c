import assert from 'node:assert/strict';
import { startTlsService } from '../support/tlsService.ts';
import { fault } from './support/matrix.ts';
import { openers, outcome } from './support/openers.ts';

const CHECK = 'Check the service address, its path included. [retry]';

/** Responses that are complete, and not what the client needs. */
describe('HTTP', () => {
  const open = openers();

  for (const [what, requests, sees, status, body] of [
    [
      '404 to every request',
      1,
      (host) => `Nothing at this address of ${host} (404). ${CHECK}`,
      404,
      '<h1>Not Found</h1>',
    ],
    [
      '500 to every request',
      3,
      () =>
        'The service has an internal error (500). Try again; if that does not help, ask whoever runs the service. [retry]',
      500,
      { error: 'a stack trace' },
    ],
    [
      // A body that cannot be read may have been cut off, so the request is repeated once.
      '200 with HTML to every request',
      2,
      (host) =>
        `The answer is not JSON (from ${host}). Check that the address is that of the NFT service. [retry]`,
      200,
      '<!DOCTYPE html><title>Sign in to the network</title>',
    ],
  ] as readonly [string, number, (host: string) => string, number, unknown][]) {
    fault(`${what}, which is sent ${requests} times`, async () => {
      const service = await open.service();
      service.fail(() => ({ status, body }));
      const rig = await open.opened(service.address);
      return outcome(rig.sees(), service.requests.length, { sees: sees(rig.host), requests });
    });
  }

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

  fault('redirect from https to http on the same host: no request is sent there', async () => {
    let requests = 0;
    const service = await startTlsService((_, response) => {
      requests++;
      const location = `${service.origin.replace('https:', 'http:')}/v2/projects`;
      response.writeHead(301, { location }).end();
    });
    open.atEnd(() => service.close());
    const rig = await open.opened(service.origin, { network: { strictSSL: false } });
    // The only connection is that of the request itself.
    assert.equal(service.connections, 1);
    return outcome(rig.sees(), requests, {
      sees: `${rig.host} points to an address without encryption, http://${rig.host}. The token is not sent there. Ask whoever runs the service. [retry]`,
      requests: 1,
    });
  });
});
