import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { RenewableTransport, type TransportRequest } from '../../../src/core/client/transport.ts';
import { noAbort } from '../../support/client.ts';

const request: TransportRequest = {
  url: new URL('https://api.example.com/'),
  headers: {},
  signal: noAbort,
  maxBodyBytes: 1,
};

/** Records the transports that are created, requested and closed. */
function start() {
  const seen = { made: 0, requested: [] as number[], closed: [] as number[] };
  const renewable = new RenewableTransport(() => {
    const number = ++seen.made;
    return {
      get: async () => {
        seen.requested.push(number);
        await Promise.resolve();
        return { status: 200, headers: {}, body: new Uint8Array() };
      },
      close: () => {
        seen.closed.push(number);
        return Promise.resolve();
      },
    };
  });
  return { renewable, seen };
}

describe('RenewableTransport', () => {
  it('requests share a transport, created for the first, until the settings change; each is closed once', async () => {
    const { renewable, seen } = start();
    renewable.renew();
    await renewable.close();
    assert.equal(seen.made, 0);
    await Promise.all([renewable.get(request), renewable.get(request)]);
    renewable.renew();
    assert.deepEqual([seen.made, seen.closed], [1, [1]], 'no request is open');
    await renewable.get(request);
    await renewable.close();
    await renewable.close();
    assert.equal(`${seen.requested.join()}; ${seen.closed.join()}`, '1,1,2; 1,2');
  });

  it('closes the replaced transport after its open requests have ended, or when everything is closed', async () => {
    for (const closedBefore of [false, true]) {
      const { renewable, seen } = start();
      const underWay = renewable.get(request);
      renewable.renew();
      assert.deepEqual(seen.closed, [], 'a request is under way');
      const next = renewable.get(request);
      if (closedBefore) await renewable.close();
      assert.equal((await underWay).status, 200);
      await next;
      assert.deepEqual(seen.closed, closedBefore ? [1, 2] : [1]);
    }
  });
});
