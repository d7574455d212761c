import assert from 'node:assert/strict';
import { fault } from './support/matrix.ts';
import { openers, REF, rows, tell } from './support/openers.ts';

describe('HTTP', () => {
  const open = openers();

  /** A rig before a service that gives every list request the same answer. */
  const answering = async (
    status: number,
    { headers = {}, body = '' }: { headers?: Record<string, string>; body?: unknown } = {},
  ) => {
    const service = await open.service();
    service.fail(() => ({ status, headers, body }));
    const rig = open.rig(service.address);
    return { service, rig };
  };

  fault('404', async () => {
    const { service, rig } = await answering(404, { body: '<h1>Not Found</h1>' });
    await rig.projects.open();
    return tell(rig.sees(), service.requests.length, {
      sees: `Nothing at this address of ${rig.host} (404). Check the service address, its path included. [retry]`,
      requests: 1,
    });
  });

  fault('lasting 408', async () => {
    const { service, rig } = await answering(408);
    await rig.projects.open();
    return tell(rig.sees(), service.requests.length, {
      sees: 'The service gave up waiting for the request (408). Try again; if that does not help, check your network. [retry]',
      requests: 3,
    });
  });

  fault('lasting 500', async () => {
    const { service, rig } = await answering(500, { body: { error: 'a stack trace' } });
    await rig.projects.open();
    return tell(rig.sees(), service.requests.length, {
      sees: 'The service has an internal error (500). Try again; if that does not help, ask whoever runs the service. [retry]',
      requests: 3,
    });
  });

  fault('400 is not tried again', async () => {
    const { service, rig } = await answering(400);
    await rig.projects.open();
    return tell(rig.sees(), service.requests.length, {
      sees: 'The service answered in an unexpected way (400). Check the service address, its path included. [retry]',
      requests: 1,
    });
  });

  // No body can be decoded, so it is asked once more, as for any answer that was cut off.
  fault('204', async () => {
    const { service, rig } = await answering(204);
    await rig.projects.open();
    return tell(rig.sees(), service.requests.length, {
      sees: `The answer is empty (from ${rig.host}). Check that the address is that of the NFT service. [retry]`,
      requests: 2,
    });
  });

  // Nothing here sends If-None-Match, so there is nothing that this could leave unchanged.
  fault('304', async () => {
    const { service, rig } = await answering(304, { headers: { etag: '"x"' } });
    const sees = await rig.seesStats(REF);
    assert.equal(service.requests[0]?.headers['if-none-match'], undefined);
    return tell(sees, service.requests.length, {
      sees: 'The service answered in an unexpected way (304). Check the service address, its path included. [retry]',
      requests: 1,
    });
  });

  fault('no answer is cached: a refresh requests again and shows the changes', async () => {
    const service = await open.service();
    const rig = open.rig(service.address);
    await rig.projects.open();
    service.lie((envelope) => ({ ...envelope, results: rows(2), totalResults: 2 }));
    await rig.projects.refresh();
    return tell(rig.sees(), service.requests.length, { sees: '2', requests: 2 });
  });
});
