import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, it } from 'mocha';
import { RequestedWaits } from '../../../src/core/client/requestedWait.ts';
import { AccessToken } from '../../../src/core/client/accessToken.ts';
import type { ServiceClient } from '../../../src/core/client/serviceClient.ts';
import { COLLECTIONS } from '../../../src/lists/collections.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { serviceClientFactory } from '../../../src/net/serviceClientFactory.ts';
import { addressOf } from '../../support/address.ts';
import { clientFor, DIRECT, first, noAbort, TOKEN, USER_AGENT } from '../../support/client.ts';
import { closeAfterEach } from '../../support/ends.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { failureOf } from '../../support/failures.ts';
import { type MinimalService, startMinimalService } from '../../support/minimalService.ts';
import { TRANSPORTS } from '../../support/transports.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

for (const [by, transport] of TRANSPORTS)
  describe(`Requests to the service, with ${by}`, () => {
    const closing = closeAfterEach();
    let service: MinimalService;
    let client: ServiceClient;

    beforeEach(async () => {
      const started = await startMinimalService({
        token: TOKEN,
        prefix: '/nft/api',
        projects: [{ id: 12, transferable: true, name: 'Harbor Lights' }],
        collections: [{ mintAddress: 'A', name: 'Shelf 1' }],
        stats: { 't/12': { total: 4, confirmed: 3 }, 'n/9007199254740993': { total: 1 } },
      });
      service = closing(started);
      const made = clientFor(`${service.address}/`, { now: () => NOW, transport: transport() });
      closing(made.transport);
      client = made.client;
    });
    const read = (page = first) => client.page(PROJECTS, page, noAbort);

    it('reads projects, collections and stats at the paths of the interface, below the prefix', async () => {
      assert.equal((await read()).rows[0]?.id, '12');
      assert.equal((await read({ page: 3, limit: 100 })).totalResults, 1);
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

    it('a request contains the token once, as a bearer header, and no cookie that the service has set', async () => {
      const headers = { 'set-cookie': 'a=b; Path=/' };
      service.fail(() => ({ status: 200, headers, body: { results: [] } }));
      for (let time = 0; time < 2; time++) await read();
      assert.equal(service.requests.length, 2);
      for (const { headers, path, query } of service.requests) {
        assert.equal(headers.authorization, `Bearer ${TOKEN}`);
        const all = JSON.stringify({ headers, path, query });
        assert.equal(all.split(TOKEN).length, 2, 'once');
        assert.equal(headers.accept, 'application/json');
        assert.equal(headers['user-agent'], USER_AGENT, 'firewalls refuse requests without it');
        assert.equal(headers.cookie, undefined);
        assert.equal(headers.referer, undefined);
      }
    });

    const statuses: readonly (readonly [number, object])[] = [
      [401, { kind: 'auth', status: 401 }],
      [404, { kind: 'notFound' }],
      [500, { kind: 'http', status: 500 }],
      [304, { kind: 'http', status: 304 }],
      [204, { kind: 'decode', what: 'noBody' }],
    ];
    it('reads nothing into the body of a failure', async () => {
      for (const [status, failure] of statuses) {
        const bodies = status === 204 || status === 304 ? [''] : ['', '<html>', '{"results":[]}'];
        for (const body of bodies) {
          service.fail(() => ({ status, body }));
          assert.deepEqual(await failureOf(read()), failure);
        }
      }
    });
  });

describe('Clients of a window', () => {
  const closing = closeAfterEach();

  it('requests of Mintscope leave the dispatchers of fetch unchanged, which other extensions share', async () => {
    const { address } = closing(await startMinimalService({ token: TOKEN, projects: [{ id: 1 }] }));
    const script = join(import.meta.dirname, '../../support/slots.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [script, address]);
    const empty = ['empty', 'empty'];
    assert.deepEqual(JSON.parse(stdout), { before: empty, during: empty, after: empty, rows: 1 });
  });

  it('names how requests are sent: nothing before the first one, and again after a change', async () => {
    const service = closing(await startMinimalService({ token: TOKEN }));
    const logged: string[] = [];
    const log = (line: string) => logged.push(line);
    const clock = new FakeClock();
    const waits = new RequestedWaits(clock);
    const factory = closing(serviceClientFactory(clock, waits, () => DIRECT, log, '1.2.3'));
    const address = addressOf(service.address);
    const { origin } = address;
    const client = factory.createClient(address, new AccessToken(TOKEN, origin), {});
    assert.equal(factory.transportFor(origin), undefined);
    await client.page(PROJECTS, first, noAbort);
    assert.equal(factory.transportFor(origin), 'direct');
    assert.equal(factory.transportFor('https://other.example.test'), undefined);
    await factory.close();
    assert.equal(factory.transportFor(origin), undefined);
    await client.page(PROJECTS, first, noAbort);
    assert.equal(factory.transportFor(origin), 'direct');
    assert.deepEqual(logged, [`Requests to ${origin}: direct`, `Requests to ${origin}: direct`]);
  });
});
