import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { ask } from '../../support/ask.ts';
import { startMinimalService } from '../../support/minimalService.ts';
import type { MinimalOptions, MinimalService } from '../../support/minimalService.ts';

const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ id: at + 1 }));

describe('Minimal service of tests', () => {
  let service: MinimalService & { token: string };
  const start = async (options: Partial<MinimalOptions> = {}) => {
    service = { ...(await startMinimalService({ token: 'one', ...options })), token: 'one' };
  };
  afterEach(() => service.close());

  it('the minimal service sends ten rows without a limit, and no more than a hundred', async () => {
    await start({ projects: rows(230) });
    const { results, ...page } = (await ask(service, '/v2/projects?page=23')).body;
    assert.equal(results[0]?.id, 221);
    assert.deepEqual(page, { page: 23, limit: 10, totalPages: 23, totalResults: 230 });
    const last = (await ask(service, '/v2/projects?limit=100&page=3')).body;
    assert.equal(last.results.length, 30);
    assert.equal((await ask(service, '/v2/projects?limit=101')).status, 400);
  });

  it('the minimal service gives the stats of a kind and id below its prefix, and 404 for any other path', async () => {
    await start({ prefix: '/api', stats: { 't/12': { total: 1 } } });
    assert.deepEqual((await ask(service, '/v2/projects/t/12/stats')).body, { total: 1 });
    const others = ['n/12/stats', 't/13/stats', 't/12', 't/12/stats/', 't/12/other'];
    for (const path of [...others.map((end) => `/v2/projects/${end}`), '/v1/projects', '/']) {
      assert.equal((await ask(service, path)).status, 404, path);
    }
    const root = { ...service, address: new URL(service.address).origin };
    assert.equal((await ask(root, '/v2/projects')).status, 404);
    assert.equal((await ask(service, '/v2/projects', { method: 'DELETE' })).status, 405);
  });
});
