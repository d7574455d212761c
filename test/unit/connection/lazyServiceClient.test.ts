import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { lazyServiceClient } from '../../../src/connection/connect.ts';
import type { ServiceCalls } from '../../../src/core/client/serviceClient.ts';
import { first, noAbort } from '../../support/client.ts';
import { failureOf } from '../../support/failures.ts';

/** Counts what is loaded and asked; the first `broken` loads fail. */
function start(broken = 0) {
  const seen = { loaded: 0, asked: [] as string[] };
  const ask = (what: string) => () => {
    seen.asked.push(what);
    return Promise.reject(new Error(what));
  };
  const calls: ServiceCalls = {
    projects: ask('projects'),
    collections: ask('collections'),
    stats: ask('stats'),
  };
  const client = lazyServiceClient(() => {
    seen.loaded++;
    return seen.loaded <= broken ? Promise.reject(new Error('no file')) : Promise.resolve(calls);
  });
  return { client, seen };
}

describe('a client whose code is loaded on first use', () => {
  it('is loaded by the first call, and once for calls at the same time', async () => {
    const { client, seen } = start();
    assert.equal(seen.loaded, 0);
    const calls = [
      client.projects(first, noAbort),
      client.collections(first, noAbort),
      client.stats({ kind: 't', id: '1' }, noAbort),
    ];
    for (const [at, what] of ['projects', 'collections', 'stats'].entries()) {
      await assert.rejects(calls[at]!, { message: what });
    }
    assert.deepEqual(seen, { loaded: 1, asked: ['projects', 'collections', 'stats'] });
  });

  it('throws if it cannot be loaded, and is loaded again by the next call', async () => {
    const { client, seen } = start(1);
    assert.deepEqual(await failureOf(client.projects(first, noAbort)), { kind: 'internal' });
    await assert.rejects(client.projects(first, noAbort), { message: 'projects' });
    assert.equal(seen.loaded, 2);
  });
});
