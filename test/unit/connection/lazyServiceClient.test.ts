import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { lazyServiceClient } from '../../../src/connection/connect.ts';
import type { ServiceCalls } from '../../../src/core/client/serviceClient.ts';
import { COLLECTIONS } from '../../../src/lists/collections.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { first, noAbort } from '../../support/client.ts';
import { failureOf } from '../../support/failures.ts';

/** A lazy client that records its loads and requests. The first `broken` loads fail. */
function start(broken = 0) {
  const seen = { loaded: 0, requested: [] as string[] };
  const request = (what: string) => {
    seen.requested.push(what);
    return Promise.reject(new Error(what));
  };
  const calls: ServiceCalls = {
    page: ({ path }) => request(path),
    stats: () => request('stats'),
  };
  const client = lazyServiceClient(() => {
    seen.loaded++;
    return seen.loaded <= broken ? Promise.reject(new Error('no file')) : Promise.resolve(calls);
  });
  return { client, seen };
}

describe('Service client loaded at its first use', () => {
  it('loads the client at the first call, and once for calls at the same time', async () => {
    const { client, seen } = start();
    assert.equal(seen.loaded, 0);
    const calls = [
      client.page(PROJECTS, first, noAbort),
      client.page(COLLECTIONS, first, noAbort),
      client.stats({ kind: 't', id: '1' }, noAbort),
    ];
    for (const [at, what] of ['/v2/projects', '/v1/collections', 'stats'].entries()) {
      await assert.rejects(calls[at]!, { message: what });
    }
    assert.deepEqual(seen, { loaded: 1, requested: ['/v2/projects', '/v1/collections', 'stats'] });
  });

  it('fails a call if the client cannot be loaded, and loads it again at the next call', async () => {
    const { client, seen } = start(1);
    assert.deepEqual(await failureOf(client.page(PROJECTS, first, noAbort)), { kind: 'internal' });
    await assert.rejects(client.page(PROJECTS, first, noAbort), { message: '/v2/projects' });
    assert.equal(seen.loaded, 2);
  });
});
