import assert from 'node:assert/strict';
import { type Failure, ServiceError } from '../../../../src/core/model/serviceError.ts';
import { CHECKS, examineService } from '../../../../src/features/doctor/checks.ts';
import { environment } from '../../../../src/features/doctor/report.ts';
import { DAY_MS } from '../../../../src/core/base/clock.ts';
import type { Origin } from '../../../../src/net/origin.ts';
import { findService } from '../../../../src/features/doctor/findService.ts';
import { noAbort } from '../../../support/client.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { desk, type FakeDesk, withNewDesk } from '../../../support/fakeVscode/desk.ts';
import { withoutProxyVariables } from '../../../support/proxyVariables.ts';

type Route = Pick<Origin, 'sentBy' | 'certificate'>;

const NOW = Date.UTC(2026, 2, 1);
const HOST = 'api.example.com';
const network = (code: string, tls = false): Failure => ({ kind: 'network', code, tls });

describe('Check Connection of a service', () => {
  withNewDesk();

  withoutProxyVariables();

  interface Situation {
    readonly hasToken?: boolean;
    readonly route?: Partial<Route>;
    /** The response to the first request, which then fails with `failure` or never ends. */
    readonly status?: number;
    readonly failure?: Failure | 'never';
    readonly page?: object;
  }

  const examine = async ({ status, failure, page, ...situation }: Situation) => {
    const clock = new FakeClock(NOW);
    const rows = { rows: [], received: 0, unreadable: 0, totalResults: 0, ...page };
    const fail = (why: Failure) => Promise.reject(new ServiceError(why));
    const service = {
      address: { host: HOST, base: `https://${HOST}` },
      hasToken: situation.hasToken ?? true,
      route: () => ({ sentBy: 'direct', ...situation.route }),
      client: (onResponse: (response: object) => void) => ({
        page: () => {
          if (status !== undefined) onResponse({ status, headers: { 'content-type': 'a/b' } });
          if (failure === 'never') return new Promise(() => undefined);
          return failure ? fail(failure) : Promise.resolve(rows);
        },
        stats: () => Promise.resolve({}),
      }),
    };
    const examining = examineService(service as never, clock, noAbort);
    await clock.advance(10_000);
    const examination = { from: 'signIn', service: await examining } as never;
    const results = new Map<string, string>();
    for (const { id, run } of CHECKS) {
      if (id === 'storage') continue;
      const result = await Promise.resolve(run(examination, noAbort)).catch((error: unknown) => {
        assert.ok(error instanceof ServiceError);
        return { verdict: 'failed', found: error.message };
      });
      results.set(id, `${result.verdict}: ${result.found}`);
    }
    return results;
  };
  const faults = async (situation: Situation) =>
    [...(await examine(situation))].filter(([, text]) => /^(failed|warning)/.test(text)).flat();

  it('says that a firewall refuses the requests, and neither that the token is wrong nor that it is accepted', async () => {
    const blocked =
      'failed: A gateway or firewall in front of api.example.com refused the request (403).';
    for (const hasToken of [true, false]) {
      const situation = { hasToken, status: 403, failure: { kind: 'http', status: 403 } } as const;
      assert.deepEqual(await faults(situation), ['answer', blocked]);
    }
  });

  it('reports one fault once, by the check it belongs to', async () => {
    const nowhere = network('ENOTFOUND');
    assert.deepEqual(await faults({ failure: nowhere }), [
      'network',
      'failed: Could not reach api.example.com (ENOTFOUND).',
    ]);
    const untrusted = network('CERT_HAS_EXPIRED', true);
    assert.deepEqual(await faults({ failure: untrusted }), [
      'certificate',
      'failed: No secure connection to api.example.com (CERT_HAS_EXPIRED).',
    ]);
    const [place] = await faults({ failure: { kind: 'decode', what: 'notJson' }, status: 200 });
    assert.equal(place, 'answer');
  });

  it('says which way requests take, and whether the certificate is verified', async () => {
    const results = await examine({ route: { sentBy: 'editor' } });
    const way = 'ok: Requests to api.example.com are sent through the editor.';
    assert.equal(results.get('network'), way);
    const verified = 'ok: The certificate of api.example.com is verified.';
    assert.equal(results.get('certificate'), verified);
    desk.settings.set('http.proxyStrictSSL', false);
    const [place, warning] = await faults({});
    assert.equal(place, 'certificate');
    assert.match(warning ?? '', /^warning: .* is not verified\.$/);
  });

  it('warns two weeks before the certificate of the service expires', async () => {
    const expiring = async (days: number) => {
      const certificate = { issuer: 'An authority', validUntil: NOW + days * DAY_MS };
      return (await examine({ route: { certificate } })).get('certificate');
    };
    assert.equal(await expiring(15), 'ok: The certificate of api.example.com is verified.');
    const soon = 'warning: The certificate of api.example.com expires soon, on 2026-03-14.';
    assert.equal(await expiring(13), soon);
  });

  it('asks for a token of its own only where none was sent', async () => {
    const refused = { kind: 'auth', status: 401 } as const;
    const answer = async (hasToken: boolean) =>
      (await examine({ hasToken, status: 401, failure: refused })).get('answer');
    assert.equal(await answer(true), 'failed: The service refused this token.');
    assert.equal(await answer(false), 'ok: api.example.com answers, and asks for a token (401).');
  });

  it('reports a request that waits as the service asked to as limited, not as unanswered', async () => {
    const limited = await examine({ status: 429, failure: 'never' });
    assert.equal(limited.get('answer'), 'warning: The service asks for fewer requests (429).');
    const late = await examine({ status: 503, failure: 'never' });
    assert.equal(late.get('answer'), 'failed: No answer from api.example.com within 10 s.');
  });

  it('reports rows that cannot be read, and a service that gives no total', async () => {
    const projects = async (page: object) => (await examine({ page })).get('projects');
    assert.equal(
      await projects({ received: 10, unreadable: 2 }),
      'warning: 2 of the first 10 rows cannot be read.',
    );
    assert.match(
      (await projects({ received: 10, totalResults: undefined })) ?? '',
      /^ok: The first rows can be read: 10\. The service does not say/,
    );
  });
});

describe('What a report says of the machine', () => {
  withNewDesk();

  withoutProxyVariables();

  it('the report has the proxies of settings and environment without passwords', () => {
    desk.settings.set('http.proxy', 'http://one:pass-one@proxy.test:8080');
    desk.settings.set('http.noProxy', ['a.test', 'b.test']);
    process.env.HTTPS_PROXY = 'http://two:pass-two@other.test';
    process.env.HTTP_PROXY = 'http://x:pass/pass-two@proxy.test';
    process.env.NO_PROXY = 'c.test';
    const lines = environment();
    assert.deepEqual(lines.slice(2, 4), [
      'http.proxy: http://proxy.test:8080',
      'http.noProxy: ["a.test","b.test"]',
    ]);
    assert.deepEqual(lines.slice(-3), [
      'HTTPS_PROXY: http://other.test',
      'HTTP_PROXY: cannot be read',
      'NO_PROXY: c.test',
    ]);
    assert.doesNotMatch(lines.join(), /pass-|one|two/);
  });

  it('the report says whether the editor is elsewhere, but not the host that a browser names', () => {
    const place = (where: FakeDesk['elsewhere']) => {
      desk.elsewhere = where;
      return environment()[0]?.split(', ').slice(2).join(', ');
    };
    assert.equal(place('web'), 'browser');
    assert.equal(place('ssh-remote'), 'desktop, ssh-remote');
  });
});

describe('findService', () => {
  it('checks the address used last, if any, without a token if the secret storage fails', async () => {
    const found = async (lastBase: string | undefined) => {
      const failure = new Error('The storage does not answer.');
      const none = { ready: () => Promise.resolve(), probeNow: () => undefined, wayTo: () => ({}) };
      const session = { ...none, failure, lastBase };
      return (await findService(session as never, noAbort))!;
    };
    const { service, problem } = await found('https://api.example.com/v');
    assert.equal(service?.address.base, 'https://api.example.com/v');
    assert.equal(service.hasToken, false);
    assert.equal(problem, 'The storage does not answer.');
    assert.equal((await found(undefined)).service, undefined);
  });
});
