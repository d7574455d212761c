import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { afterEach, describe, it } from 'mocha';
import { ask } from '../../support/ask.ts';
import { startMinimalService } from '../../support/minimalService.ts';
import type { MinimalOptions, MinimalService } from '../../support/minimalService.ts';

const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ id: at + 1 }));

describe('the minimal service for tests', () => {
  let service: MinimalService & { token: string };
  const start = async (options: Partial<MinimalOptions> = {}) => {
    service = { ...(await startMinimalService({ token: 'one', ...options })), token: 'one' };
  };
  afterEach(() => service.close());

  it('requires the token, and only the new one after a change', async () => {
    await start();
    assert.equal((await ask(service, '/v2/projects')).status, 200);
    for (const headers of [{}, { authorization: 'one' }, { authorization: 'Bearer two' }]) {
      assert.equal((await ask(service, '/v2/projects', { headers })).status, 401);
    }
    service.setToken('two');
    assert.equal((await ask(service, '/v2/projects')).status, 401);
    assert.equal((await ask({ ...service, token: 'two' }, '/v2/projects')).status, 200);
  });

  it('pages by §4.4: ten rows without a limit, up to a hundred with one', async () => {
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

  it('reads its rows for each request, so that a test can change a list', async () => {
    const projects = rows(2);
    await start({ projects });
    assert.equal((await ask(service, '/v2/projects')).body.totalResults, 2);
    projects.push({ id: 3 });
    assert.equal((await ask(service, '/v2/projects')).body.totalResults, 3);
  });

  it('gives the stats of a kind and id, and 404 for any other path', async () => {
    await start({ stats: { 't/12': { total: 1 } } });
    assert.deepEqual((await ask(service, '/v2/projects/t/12/stats')).body, { total: 1 });
    const others = ['n/12/stats', 't/13/stats', 't/12', 't/12/stats/', 't/12/other'];
    for (const path of [...others.map((end) => `/v2/projects/${end}`), '/v1/projects', '/']) {
      assert.equal((await ask(service, path)).status, 404, path);
    }
    assert.equal((await ask(service, '/v2/projects', { method: 'DELETE' })).status, 405);
  });

  it('answers under its prefix and nowhere else', async () => {
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

  it('records every request, also refused ones', async () => {
    await start();
    await ask(service, '/v2/projects?page=2&limit=5', { headers: { 'x-mark': 'here' } });
    const [noted] = service.requests;
    assert.deepEqual(
      [noted?.method, noted?.path, noted?.query, noted?.headers['x-mark']],
      ['GET', '/v2/projects', { page: '2', limit: '5' }, 'here'],
    );
  });

  it('fails as scripted, and answers correctly otherwise', async () => {
    await start();
    service.fail(({ query }) =>
      query.page === '1'
        ? undefined
        : { status: 503, headers: { 'retry-after': '7' }, body: { message: 'later' } },
    );
    const failed = await ask(service, '/v2/projects');
    assert.deepEqual([failed.status, failed.body.message], [503, 'later']);
    assert.equal(failed.headers.get('retry-after'), '7');
    assert.equal((await ask(service, '/v2/projects?page=1')).status, 200);
    service.fail(() => ({ status: 200, body: 'not json' }));
    await assert.rejects(ask(service, '/v2/projects'), SyntaxError);
    service.fail(() => ({ status: 200, body: Readable.from(['{"message":', '"in bits"}']) }));
    assert.equal((await ask(service, '/v2/projects')).body.message, 'in bits');
    service.fail(undefined);
    assert.equal((await ask(service, '/v2/projects')).status, 200);
  });

  it('cuts the connection, or never answers, when told to', async () => {
    await start();
    service.fail(() => 'reset');
    await assert.rejects(ask(service, '/v2/projects'), TypeError);
    const arrived = new Promise<void>((resolve) => {
      service.fail(() => {
        resolve();
        return 'hang';
      });
    });
    const hanging = assert.rejects(ask(service, '/v2/projects'), TypeError);
    await arrived;
    await service.close();
    await hanging;
  });

  it('sends a wrong envelope when told to', async () => {
    await start({ projects: rows(5) });
    service.lie((envelope, { path }) => ({ ...envelope, totalPages: 99, path }));
    const { body } = await ask(service, '/v2/projects');
    assert.deepEqual([body.totalPages, body.totalResults], [99, 5]);
    service.lie(undefined);
    assert.equal((await ask(service, '/v2/projects')).body.totalPages, 1);
  });

  it('answers late when told to, and closes without waiting for that', async () => {
    await start({ delayMs: 1 });
    assert.equal((await ask(service, '/v2/projects')).status, 200);
    service.setDelay(3_600_000);
    const late = assert.rejects(ask(service, '/v2/projects'), TypeError);
    while (service.requests.length < 2) await new Promise(setImmediate);
    await service.close();
    await late;
  });
});
