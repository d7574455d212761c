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

  it('the minimal service requires the token, and only the new one after a change', async () => {
    await start();
    assert.equal((await ask(service, '/v2/projects')).status, 200);
    for (const headers of [{}, { authorization: 'one' }, { authorization: 'Bearer two' }]) {
      assert.equal((await ask(service, '/v2/projects', { headers })).status, 401);
    }
    service.setToken('two');
    assert.equal((await ask(service, '/v2/projects')).status, 401);
    assert.equal((await ask({ ...service, token: 'two' }, '/v2/projects')).status, 200);
  });

  it('the minimal service pages by §4.4: ten rows without a limit, up to a hundred with one', async () => {
    await start({ projects: rows(230), collections: rows(3) });
    const ten = (await ask(service, '/v2/projects?page=23')).body;
    assert.deepEqual(
      ten.results.map(({ id }) => id),
      [221, 222, 223, 224, 225, 226, 227, 228, 229, 230],
    );
    assert.deepEqual([ten.page, ten.limit, ten.totalPages, ten.totalResults], [23, 10, 23, 230]);
    const last = (await ask(service, '/v2/projects?limit=100&page=3')).body;
    assert.deepEqual([last.results.length, last.totalPages], [30, 3]);
    assert.deepEqual((await ask(service, '/v2/projects?limit=100&page=4')).body.results, []);
    assert.equal((await ask(service, '/v2/projects?limit=101')).status, 400);
    assert.equal((await ask(service, '/v1/collections')).body.totalResults, 3);
  });

  it('the minimal service gives the stats of a kind and id, and 404 for any other path', async () => {
    await start({ stats: { 't/12': { total: 1 } } });
    assert.deepEqual((await ask(service, '/v2/projects/t/12/stats')).body, { total: 1 });
    const others = ['n/12/stats', 't/13/stats', 't/12', 't/12/stats/', 't/12/other'];
    for (const path of [...others.map((end) => `/v2/projects/${end}`), '/v1/projects', '/']) {
      assert.equal((await ask(service, path)).status, 404, path);
    }
    assert.equal((await ask(service, '/v2/projects', { method: 'DELETE' })).status, 405);
  });

  it('the minimal service answers under its prefix and nowhere else', async () => {
    await start({ prefix: '/api', projects: rows(1) });
    assert.match(service.address, /\/api$/);
    assert.equal((await ask(service, '/v2/projects')).body.totalResults, 1);
    const root = { ...service, address: new URL(service.address).origin };
    assert.equal((await ask(root, '/v2/projects')).status, 404);
    assert.deepEqual(
      service.requests.map(({ path }) => path),
      ['/api/v2/projects', '/v2/projects'],
    );
  });
});
