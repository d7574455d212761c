import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { clientFor, first, noAbort, type TestClient, TOKEN } from '../../support/client.ts';
import { failureOf } from '../../support/failures.ts';
import { type MinimalService, startMinimalService } from '../../support/minimalService.ts';
import { TRANSPORTS } from '../../support/transports.ts';

for (const [by, transport] of TRANSPORTS)
  describe(`Redirects, with ${by}`, () => {
    let service: MinimalService;
    let other: MinimalService;
    let made: TestClient;
    /** Redirects the first request to `location`. */
    const redirect = (location: string, status = 302) => {
      service.fail(({ path }) =>
        path === '/v2/projects' ? { status, headers: { location }, body: '' } : undefined,
      );
    };

    beforeEach(async () => {
      service = await startMinimalService({ token: TOKEN, stats: { 't/1': { total: 1 } } });
      other = await startMinimalService({ token: TOKEN });
      made = clientFor(service.address, { transport: transport() });
    });
    afterEach(async () => {
      await made.transport.close();
      await service.close();
      await other.close();
    });

    it('follows a redirect within the origin, with the token', async () => {
      for (const status of [301, 302, 303, 307, 308]) {
        for (const location of [
          '/v1/collections',
          '../v1/collections',
          `${service.address}/v1/collections?page=1`,
          '//' + new URL(service.address).host + '/v1/collections',
        ]) {
          redirect(location, status);
          assert.deepEqual((await made.client.page(PROJECTS, first, noAbort)).rows, [], location);
          const last = service.requests.at(-1);
          assert.equal(last?.path, '/v1/collections');
          assert.equal(last.headers.authorization, `Bearer ${TOKEN}`);
          assert.equal(last.method, 'GET');
        }
      }
    });

    it('follows no redirect to another origin, which gets no request', async () => {
      const { port } = new URL(service.address);
      for (const [location, leadsTo] of [
        [other.address, new URL(other.address).host],
        [`${other.address}/v2/projects`, new URL(other.address).host],
        [`//${new URL(other.address).host}/v2/projects`, new URL(other.address).host],
        [`http://localhost:${port}/v1/collections`, `localhost:${port}`],
        [`http://127.0.0.2:${port}/v1/collections`, `127.0.0.2:${port}`],
        ['https://evil.example/', 'evil.example'],
      ] as const) {
        redirect(location);
        const before = service.requests.length;
        assert.deepEqual(await failureOf(made.client.page(PROJECTS, first, noAbort)), {
          kind: 'http',
          status: 302,
          leadsTo,
        });
        assert.equal(service.requests.length, before + 1, location);
      }
      assert.equal(other.requests.length, 0);
    });

    it('follows no redirect from http to https, and the failure names the new origin', async () => {
      const { host } = new URL(service.address);
      redirect(`https://${host}/v2/projects`);
      assert.deepEqual(await failureOf(made.client.page(PROJECTS, first, noAbort)), {
        kind: 'http',
        status: 302,
        leadsTo: `https://${host}`,
      });
    });

    it('the failure of a redirect contains no token, also where the host is cut off', async () => {
      const front = 'a'.repeat(90);
      redirect(`https://${front}.${TOKEN}.example/`);
      assert.deepEqual(await failureOf(made.client.page(PROJECTS, first, noAbort)), {
        kind: 'http',
        status: 302,
        leadsTo: `${front}.[token].example`.slice(0, 100),
      });
    });

    it('follows no redirect to another origin after one within the origin', async () => {
      service.fail(({ path }) => ({
        status: 307,
        headers: { location: path === '/v2/projects' ? '/step' : `${other.address}/v2/projects` },
      }));
      const failure = await failureOf(made.client.page(PROJECTS, first, noAbort));
      assert.equal(failure.kind, 'http');
      assert.equal(other.requests.length, 0);
      assert.equal(service.requests.length, 2);
    });

    it('sends no credentials of the new address', async () => {
      redirect(service.address.replace('//', '//user:pass@') + '/v1/collections');
      await made.client.page(PROJECTS, first, noAbort);
      assert.equal(service.requests.at(-1)?.headers.authorization, `Bearer ${TOKEN}`);
    });

    it('a request fails after a few redirects in a circle', async () => {
      redirect('/v2/projects');
      assert.deepEqual(await failureOf(made.client.page(PROJECTS, first, noAbort)), {
        kind: 'http',
        status: 302,
      });
      assert.equal(service.requests.length, 4);
    });

    it('a redirect without a web address is a failure, and no crash', async () => {
      for (const location of [undefined, 'http://', 'http://[', 'javascript:alert(1)', 'data:,x']) {
        service.fail(() => ({ status: 302, headers: location === undefined ? {} : { location } }));
        assert.deepEqual(
          await failureOf(made.client.page(PROJECTS, first, noAbort)),
          { kind: 'http', status: 302 },
          location,
        );
      }
    });

    it('the failure shortens a very long new address', async () => {
      redirect(`https://${'a'.repeat(10_000)}.example/`);
      const failure = await failureOf(made.client.page(PROJECTS, first, noAbort));
      assert.ok(JSON.stringify(failure).length < 300);
    });
  });
