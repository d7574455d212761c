import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type { CheckId } from '../../../../src/core/doctor/check.ts';
import type { NetworkProbe } from '../../../../src/core/doctor/connectionCheck.ts';
import { ServiceError } from '../../../../src/core/model/serviceError.ts';
import { asEditorConnects, checksOf, requestsTo } from '../../../../src/features/doctor/checks.ts';
import {
  judgeStorage,
  proxyFacts,
  versions,
} from '../../../../src/features/doctor/machineWords.ts';
import { noAbort } from '../../../support/client.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { FakeDesk, useDesk } from '../../../support/fakeVscode/desk.ts';
import { withoutProxyVariables } from '../../../support/proxyVariables.ts';
import { findService } from '../../../../src/features/doctor/findService.ts';

describe('Check Connection, network checks', () => {
  let desk: FakeDesk;

  withoutProxyVariables();
  beforeEach(() => {
    useDesk((desk = new FakeDesk()));
  });

  /** @param statuses of the responses that arrive to the first request, which never ends. */
  const start = (probe: Partial<NetworkProbe>, ...statuses: readonly number[]) => {
    const clock = new FakeClock();
    const whole = { hostname: 'api.example.com', strictSSL: true, ...probe };
    const route = { kind: 'direct', why: 'none' } as const;
    const service = {
      address: { host: 'api.example.com' },
      probe: () => Promise.resolve({ route, ...whole }),
      route: () => undefined,
      client: (onResponse: (answer: object) => void) => ({
        page: () => {
          for (const status of statuses) onResponse({ status, headers: {} });
          return new Promise(() => undefined);
        },
      }),
    };
    const checks = checksOf({ clock } as never, { service } as never);
    const run = (id: CheckId, signal = noAbort) =>
      checks.find((check) => check.id === id)!.run(signal);
    return { clock, run };
  };

  const proxy = { kind: 'proxy', address: 'http://proxy.test', from: 'http.proxy' } as const;

  it('ends a network check without an answer after 10 seconds, and reports that of the service, also behind a proxy; a canceled check has no result', async () => {
    const never = () => new Promise<never>(() => undefined);
    const through = { hostname: 'proxy.test', route: proxy };
    const { clock, run } = start({ ...through, lookUp: never, connect: never });
    for (const id of ['nameLookup', 'connection'] as const) {
      const done = run(id);
      await clock.advance(10_000);
      assert.equal((await done).found, 'No answer from api.example.com within 10 seconds.', id);
    }
    for (const id of ['connection', 'answer'] as const) {
      const canceled = new AbortController();
      const rejected = assert.rejects(async () => run(id, canceled.signal), id);
      canceled.abort();
      await rejected;
    }
    assert.equal(clock.pending, 0);
  });

  it('reports a request that waits as the service asked to as limited, not as slow', async () => {
    const found = async (...statuses: readonly number[]) => {
      const { clock, run } = start({}, ...statuses);
      const done = run('answer');
      await clock.advance(15_000);
      return (await done).found;
    };
    assert.equal(await found(429), 'The service asks for fewer requests (429).');
    assert.equal(await found(429, 503), 'No answer from api.example.com within 15 seconds.');
  });

  it('times no further request once ten seconds have passed', async () => {
    const clock = new FakeClock();
    let sent = 0;
    const page = () => {
      sent++;
      clock.pass(5000);
      return Promise.resolve({});
    };
    const service = { address: { host: 'api.example.com' }, client: () => ({ page }) };
    await requestsTo(service as never, clock).time(noAbort);
    assert.equal(sent, 2);
  });

  it('only warns of a failed network check if the editor itself connects', async () => {
    const failure = { kind: 'network', code: 'ECONNREFUSED', tls: false } as const;
    const no = () => Promise.reject(new ServiceError(failure));
    const { run } = start({ connect: no, lookUp: no });
    for (const id of ['nameLookup', 'connection'] as const) {
      const alone = { id, ...(await run(id)) };
      const [instead] = asEditorConnects([alone]);
      assert.deepEqual([alone.verdict, instead?.verdict], ['failed', 'warning']);
      assert.match(instead?.advice ?? '', /^Nothing needs to be done/);
    }
    const answer = { id: 'answer', verdict: 'failed', found: 'An answer.' } as const;
    assert.deepEqual(asEditorConnects([answer]), [answer]);
  });

  it('reports the addresses that a host name has, and looks up no IP address', async () => {
    const found = async (hostname: string, lookUp: () => Promise<string[]>, through?: object) => {
      const { run } = start({ hostname, lookUp, ...through });
      return (await run('nameLookup')).found;
    };
    const lookUp = () => Promise.resolve(['192.0.2.1', '2001:db8::1']);
    assert.equal(
      await found('api.example.com', lookUp),
      'api.example.com is at 192.0.2.1, 2001:db8::1.',
    );
    assert.match(
      await found('proxy.test', lookUp, { route: proxy }),
      /^The proxy proxy\.test is at .* itself/,
    );
    const words = '2001:db8::1 is an IP address, so no name is looked up.';
    assert.equal(await found('2001:db8::1', () => assert.fail('looked up')), words);
  });

  it('reports the proxy of settings and environment without passwords', async () => {
    desk.settings.set('http.proxy', 'http://one:pass-one@proxy.test:8080');
    desk.settings.set('http.noProxy', ['a.test', 'b.test']);
    desk.settings.set('http.proxySupport', 'fallback');
    process.env.HTTPS_PROXY = 'http://two:pass-two@other.test';
    process.env.HTTP_PROXY = 'x:pass-two@proxy.test';
    process.env.NO_PROXY = 'c.test';
    const route = { kind: 'proxy', address: 'http://one:pass-one@proxy.test:8080' } as const;
    const { found, facts } = await start({ route: { ...route, from: 'http.proxy' } }).run('proxy');
    assert.match(found, / the proxy http:\/\/proxy\.test:8080 \(from http\.proxy\), with /);
    assert.deepEqual(facts, [
      ...['http.proxy: http://proxy.test:8080.', 'http.noProxy: a.test, b.test.'],
      ...['http.proxySupport: fallback.', 'http.proxyStrictSSL: on.'],
      'Environment: HTTPS_PROXY=http://other.test; HTTP_PROXY=an address that cannot be read; NO_PROXY=c.test.',
    ]);
    assert.doesNotMatch(JSON.stringify([found, facts]), /pass-|one|two/);
    for (const name of ['proxy', 'noProxy', 'proxySupport']) desk.settings.set(`http.${name}`, '');
    desk.settings.set('http.proxyStrictSSL', false);
    assert.deepEqual(proxyFacts().slice(0, 4), [
      ...['http.proxy: not set.', 'http.noProxy: not set.'],
      ...['http.proxySupport: not set.', 'http.proxyStrictSSL: off.'],
    ]);
  });

  it('reports on which machine Mintscope runs, and why it cannot write its database there', async () => {
    const said = (where: FakeDesk['elsewhere']) => {
      desk.elsewhere = where;
      const { found, facts } = versions();
      return `${found} ${facts?.[0]}`;
    };
    assert.match(said('web'), /, in a browser\. It runs on the machine of the editor\.$/);
    assert.match(said('ssh-remote'), /, on the desktop\. .* remote machine \(ssh-remote\)\.$/);
    const reportAfter = async (message: string, code: object) => {
      const error = Object.assign(new Error(message), code);
      return (await judgeStorage(Promise.reject(error))).found;
    };
    const readOnly = await reportAfter('EROFS: read-only', { code: 'EROFS' });
    assert.match(readOnly, /access to its folder is denied \(EROFS: read-only\)\.$/);
    const full = await reportAfter('disk is full', { errcode: 13 });
    assert.match(full, /its database: the disk is full \(disk is full\)\.$/);
  });
});

describe('findService', () => {
  const ask = async (expected: object | undefined, closing = noAbort) => {
    const clock = new FakeClock();
    const session = { clock, ready: () => new Promise(() => undefined), expected, parts: {} };
    const finding = findService(session as never, closing);
    const [found] = await Promise.all([finding, clock.advance(5000)]);
    return found;
  };

  it('checks the last used address, if any, without a token if the secret storage does not answer', async () => {
    const { service, address } = (await ask({ base: 'https://api.example.com/v' }))!;
    assert.equal(service?.address.base, 'https://api.example.com/v');
    assert.equal(service.hasToken, false);
    assert.match(
      address.found,
      /does not answer\. .* without a token: https:\/\/api\.example\.com/,
    );
    assert.equal(address.verdict, 'failed');
    const unknown = (await ask(undefined))!;
    assert.equal(unknown.service, undefined);
    assert.match(unknown.address.found, /does not answer, so no address is known/);
    await assert.rejects(ask(undefined, AbortSignal.abort()), 'the window closes');
  });

  it('names the sign-in of the workspace that it checks', async () => {
    const current = { scope: 'workspace', address: { base: 'https://api.example.com' } };
    const [ready, probeNow] = [() => Promise.resolve(), () => undefined];
    const session = { clock: new FakeClock(), ready, probeNow, current, parts: {} };
    const found = await findService(session as never, noAbort);
    assert.equal(found?.address.found, 'Signed in to https://api.example.com, for this workspace.');
  });
});
