import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { lazyServiceClient } from '../../../src/connection/sessionParts.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { first, noAbort } from '../../support/client.ts';
import { failureOf } from '../../support/failures.ts';

describe('Service client loaded at its first use', () => {
  it('loads the client at the first call, and again at the next one if that failed', async () => {
    let loads = 0;
    const fails = (what: string) => Promise.reject(new Error(what));
    const client = lazyServiceClient(() => {
      loads++;
      if (loads === 1) return fails('no file');
      return Promise.resolve({ page: ({ path }) => fails(path), stats: () => fails('stats') });
    });
    assert.equal(loads, 0);
    assert.deepEqual(await failureOf(client.page(PROJECTS, first, noAbort)), { kind: 'internal' });
    await assert.rejects(client.page(PROJECTS, first, noAbort), { message: '/v2/projects' });
    await assert.rejects(client.stats({ kind: 't', id: '1' }, noAbort), { message: 'stats' });
    assert.equal(loads, 2);
  });
});
