import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { AccessToken } from '../../../src/core/client/accessToken.ts';
import { readAddress } from '../../../src/core/client/serviceAddress.ts';
import { COLLECTIONS } from '../../../src/lists/collections.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { serviceClientFactory } from '../../../src/net/serviceClientFactory.ts';
import { clientFor, DIRECT, first, noAbort, type TestClient, TOKEN } from '../../support/client.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { failureOf } from '../../support/failures.ts';
import { type MinimalService, startMinimalService } from '../../support/minimalService.ts';
import { TRANSPORTS } from '../../support/transports.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY = 24 * 3_600_000;

for (const [by, transport] of TRANSPORTS)
  describe(`Requests to the service, with ${by}`, () => {
    let service: MinimalService;
    let made: TestClient;

    beforeEach(async () => {
      service = await startMinimalService({
        token: TOKEN,
        prefix: '/nft/api',
        projects: [{ id: 12, transferable: true, name: 'Harbor Lights' }],
        collections: [{ mintAddress: 'A', name: 'Shelf 1' }],
        stats: { 't/12': { total: 4, confirmed: 3 }, 'n/9007199254740993': { total: 1 } },
      });
      made = clientFor(`${service.address}/`, { now: () => NOW, transport: transport() });
    });
    afterEach(async () => {
      await made.transport.close();
      await service.close();
    });

    it('reads projects, collections and stats at the paths of the interface, below the prefix', async () => {
      const { client } = made;
      assert.equal(
        (await client.page(PROJECTS, { page: 1, limit: 50 }, noAbort)).rows[0]?.id,
        '12',
      );
      assert.equal((await client.page(PROJECTS, { page: 3, limit: 100 }, noAbort)).totalResults, 1);
      assert.equal((await client.page(COLLECTIONS, first, noAbort)).rows[0]?.name, 'Shelf 1');
      assert.equal((await client.stats({ kind: 't', id: '12' }, noAbort)).confirmed, 3);
      const long = { kind: 'n', id: '9007199254740993' } as const;
      assert.equal((await client.stats(long, noAbort)).total, 1);
      assert.deepEqual(
        service.requests.map(({ method, path, query }) => [method, path, query]),
        [
          ['GET', '/nft/api/v2/projects', { page: '1', limit: '50' }],
          ['GET', '/nft/api/v2/projects', { page: '3', limit: '100' }],
          ['GET', '/nft/api/v1/collections', { page: '1', limit: '50' }],
          ['GET', '/nft/api/v2/projects/t/12/stats', {}],
          ['GET', '/nft/api/v2/projects/n/9007199254740993/stats', {}],
        ],
      );
    });

    it('a request contains the token once, as a bearer header', async () => {
      await made.client.page(PROJECTS, first, noAbort);
      await made.client.stats({ kind: 't', id: '12' }, noAbort);
      assert.equal(service.requests.length, 2);
      for (const { headers, path, query } of service.requests) {
        assert.equal(headers.authorization, `Bearer ${TOKEN}`);
        const all = JSON.stringify({ headers, path, query });
        assert.equal(all.split(TOKEN).length, 2, 'once');
        assert.equal(headers.accept, 'application/json');
        assert.equal(headers.cookie, undefined);
        assert.equal(headers.referer, undefined);
      }
    });

    const statuses: readonly (readonly [number, object])[] = [
      [401, { kind: 'auth', status: 401 }],
      [403, { kind: 'auth', status: 403 }],
      [404, { kind: 'notFound' }],
      [400, { kind: 'http', status: 400 }],
      [418, { kind: 'http', status: 418 }],
      [500, { kind: 'http', status: 500 }],
      [503, { kind: 'http', status: 503 }],
      [304, { kind: 'http', status: 304 }],
      [204, { kind: 'decode', what: 'noBody' }],
    ];
    for (const [status, failure] of statuses) {
      it(`${status} gives ${JSON.stringify(failure)}, for any body`, async () => {
        const empty = status === 204 || status === 304;
        for (const body of ['', '<html>', '{"results":[]}']) {
          service.fail(() => ({ status, ...(empty ? { body: '' } : { body }) }));
          assert.deepEqual(await failureOf(made.client.page(PROJECTS, first, noAbort)), failure);
        }
      });
    }

    it('a request contains no cookie that the service has set', async () => {
      service.fail(() => ({
        status: 200,
        headers: { 'set-cookie': 'a=b; Path=/' },
        body: { results: [] },
      }));
      await made.client.page(PROJECTS, first, noAbort);
      await made.client.page(PROJECTS, first, noAbort);
      assert.deepEqual(
        service.requests.map(({ headers }) => headers.cookie),
        [undefined, undefined],
      );
    });

    it('accepts any 2xx status and content type', async () => {
      service.fail(() => ({
        status: 206,
        headers: { 'content-type': 'text/html' },
        body: { results: [] },
      }));
      assert.deepEqual((await made.client.page(PROJECTS, first, noAbort)).rows, []);
    });

    const waits: readonly (readonly [string | undefined, number | undefined])[] = [
      [undefined, undefined],
      ['7', 7000],
      ['0', 0],
      ['Sat, 21 Nov 2026 12:01:30 GMT', 90_000],
      ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
      ['soon', undefined],
      ['', undefined],
      ['-5', undefined],
      ['1.5', undefined],
      ['382013495', 30 * DAY],
      ['9'.repeat(310), 30 * DAY],
      ['Fri, 31 Dec 9999 23:59:59 GMT', 30 * DAY],
    ];
    for (const [header, retryAfterMs] of waits) {
      it(`429 with Retry-After ${header?.slice(0, 30) ?? 'missing'} asks to wait ${retryAfterMs ?? 'no'} ms`, async () => {
        const headers = header === undefined ? {} : { 'retry-after': header };
        service.fail(() => ({ status: 429, headers }));
        assert.deepEqual(await failureOf(made.client.page(PROJECTS, first, noAbort)), {
          kind: 'rateLimited',
          ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
        });
      });
    }
  });

describe('Clients of a window', () => {
  it('names how requests are sent: nothing before the first one, and again after a change', async () => {
    const service = await startMinimalService({ token: TOKEN });
    const logged: string[] = [];
    const factory = serviceClientFactory(
      new FakeClock(),
      () => DIRECT,
      (line) => logged.push(line),
    );
    const address = readAddress(service.address);
    assert.ok(typeof address !== 'string');
    const { origin } = address;
    const client = factory.createClient(address, new AccessToken(TOKEN, origin), {});
    assert.equal(factory.transportFor(origin), undefined);
    await client.page(PROJECTS, first, noAbort);
    assert.equal(factory.transportFor(origin), 'direct');
    assert.equal(factory.transportFor('https://other.example.test'), undefined);
    factory.renew();
    assert.equal(factory.transportFor(origin), undefined);
    await client.page(PROJECTS, first, noAbort);
    assert.equal(factory.transportFor(origin), 'direct');
    assert.deepEqual(logged, [`Requests to ${origin}: direct`, `Requests to ${origin}: direct`]);
    await factory.close();
    await service.close();
  });
});
