import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { LazyTransport } from '../../../src/core/lazyTransport.ts';
import type { Transport, TransportRequest } from '../../../src/core/transport.ts';
import { noAbort } from '../../support/client.ts';

const request: TransportRequest = {
  url: new URL('https://api.example.com/'),
  headers: {},
  signal: noAbort,
  maxBodyBytes: 1,
};

/** Counts what is loaded, asked and closed; the first `broken` loads fail. */
function start(broken = 0) {
  const seen = { loaded: 0, asked: [] as number[], closed: [] as number[] };
  const lazy = new LazyTransport(() => {
    const number = ++seen.loaded;
    if (number <= broken) return Promise.reject(new Error('cannot be loaded'));
    const transport: Transport = {
      get: () => {
        seen.asked.push(number);
        return Promise.resolve({ status: 200, headers: {}, body: new Uint8Array() });
      },
      close: () => {
        seen.closed.push(number);
        return Promise.resolve();
      },
    };
    return Promise.resolve(transport);
  });
  return { lazy, seen };
}

describe('the network code, which is loaded late', () => {
  it('is not loaded before the first request, nor to be closed', async () => {
    const { lazy, seen } = start();
    lazy.renew();
    await lazy.close();
    assert.equal(seen.loaded, 0);
  });

  it('is loaded once, also for requests at the same time', async () => {
    const { lazy, seen } = start();
    await Promise.all([lazy.get(request), lazy.get(request)]);
    await lazy.get(request);
    assert.deepEqual([seen.loaded, seen.asked], [1, [1, 1, 1]]);
  });

  it('can be loaded ahead of the first request, and once', async () => {
    const { lazy, seen } = start();
    lazy.prepare();
    lazy.prepare();
    assert.deepEqual([seen.loaded, seen.asked], [1, []]);
    await lazy.get(request);
    assert.deepEqual([seen.loaded, seen.asked], [1, [1]]);
  });

  it('that could not be loaded ahead is loaded again after the request that hears of it', async () => {
    const { lazy, seen } = start(1);
    lazy.prepare();
    await assert.rejects(lazy.get(request), /cannot be loaded/);
    await lazy.get(request);
    assert.deepEqual([seen.loaded, seen.asked], [2, [2]]);
  });

  it('is made anew after the settings changed, for the next request', async () => {
    const { lazy, seen } = start();
    await lazy.get(request);
    lazy.renew();
    assert.equal(seen.loaded, 1);
    await lazy.get(request);
    assert.deepEqual([seen.loaded, seen.asked, seen.closed], [2, [1, 2], [1]]);
  });

  it('that was made anew lets requests under way end, then closes, or sooner if all is closed', async () => {
    for (const closedBefore of [false, true]) {
      const { lazy, seen } = start();
      const underWay = lazy.get(request);
      lazy.renew();
      await lazy.get(request);
      if (closedBefore) await lazy.close();
      assert.equal((await underWay).status, 200);
      assert.deepEqual(seen.closed, closedBefore ? [1, 2] : [1]);
    }
  });

  it('is closed with what is open', async () => {
    const { lazy, seen } = start();
    await lazy.get(request);
    await lazy.close();
    await lazy.close();
    assert.deepEqual(seen.closed, [1]);
  });

  it('that could not be loaded is tried again by the next request', async () => {
    const { lazy, seen } = start(1);
    await assert.rejects(lazy.get(request), /cannot be loaded/);
    assert.equal((await lazy.get(request)).status, 200);
    assert.equal(seen.loaded, 2);
  });
});
