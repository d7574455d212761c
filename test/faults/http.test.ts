import assert from 'node:assert/strict';
import { fault } from './support/matrix.ts';
import { openers, REF, outcome } from './support/openers.ts';

describe('HTTP', () => {
  const open = openers();

  const AGAIN = 'Try again; if that does not help,';
  const CHECK = 'Check the service address, its path included. [retry]';

  for (const [status, requests, sees, body = ''] of [
    [400, 1, () => `The service answered in an unexpected way (400). ${CHECK}`],
    [404, 1, (host) => `Nothing at this address of ${host} (404). ${CHECK}`, '<h1>Not Found</h1>'],
    [
      408,
      3,
      () =>
        `The service gave up waiting for the request (408). ${AGAIN} check your network. [retry]`,
    ],
    [
      500,
      3,
      () =>
        `The service has an internal error (500). ${AGAIN} ask whoever runs the service. [retry]`,
      { error: 'a stack trace' },
    ],
    // A request with an empty body is repeated once, like any response that was cut off.
    [
      204,
      2,
      (host) =>
        `The answer is empty (from ${host}). Check that the address is that of the NFT service. [retry]`,
    ],
  ] as readonly [number, number, (host: string) => string, unknown?][]) {
    fault(`${status} to every request, which is sent ${requests} times`, async () => {
      const service = await open.service();
      service.fail(() => ({ status, body }));
      const rig = await open.opened(service.address);
      return outcome(rig.sees(), service.requests.length, { sees: sees(rig.host), requests });
    });
  }

  fault('304 to a request for stats, which sends no If-None-Match', async () => {
    const service = await open.service();
    service.fail(() => ({ status: 304, headers: { etag: '"x"' }, body: '' }));
    const rig = open.rig(service.address);
    const sees = await rig.seesStats(REF);
    assert.equal(service.requests[0]?.headers['if-none-match'], undefined);
    return outcome(sees, service.requests.length, {
      sees: `The service answered in an unexpected way (304). ${CHECK}`,
      requests: 1,
    });
  });
});
