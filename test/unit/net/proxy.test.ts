import assert from 'node:assert/strict';
import { createServer } from 'node:tls';
import { beforeEach, describe, it } from 'mocha';
import type { NetworkSettings } from '../../../src/core/client/proxyChoice.ts';
import type { WindowTransport } from '../../../src/net/origin.ts';
import { createTransport, TOKEN, USER_AGENT } from '../../support/client.ts';
import { closeAfterEach } from '../../support/ends.ts';
import { failureOf } from '../../support/failures.ts';
import { type FakeProxy, startFakeProxy } from '../../support/fakeProxy.ts';
import { withoutProxyVariables } from '../../support/proxyVariables.ts';
import { listen, type RawServer, startRawServer, until } from '../../support/rawServer.ts';
import { IDENTITIES, startTlsService } from '../../support/tlsService.ts';

describe('Proxy', () => {
  const closing = closeAfterEach();
  let service: RawServer;
  let proxy: FakeProxy;
  let transport: WindowTransport;
  let authorizations: (string | undefined)[];

  withoutProxyVariables();
  beforeEach(async () => {
    authorizations = [];
    const started = await startTlsService(({ headers }, response) => {
      authorizations.push(headers.authorization);
      response.end('{}');
    });
    service = closing(started);
    proxy = closing(await startFakeProxy(service.port));
  });

  /** Sends a request without verifying the self-signed certificate. */
  const get = (url: string, settings: Partial<NetworkSettings> = {}) => {
    const used = { proxy: proxy.origin, noProxy: [], strictSSL: false, ...settings };
    transport = closing(createTransport(used));
    return transport.get({
      url: new URL(url),
      headers: { authorization: `Bearer ${TOKEN}` },
      signal: AbortSignal.timeout(3000),
      maxBodyBytes: 1000,
    });
  };

  it('sends requests through the proxy of the editor, which gets its password and not the token', async () => {
    const { status } = await get('https://api.example.test/v2/projects');
    assert.equal(status, 200);
    await get('https://api.example.test:8443/', {
      proxy: proxy.origin.replace('//', '//me:p%40ss@'),
    });
    assert.deepEqual(
      proxy.asked.map(({ target, headers }) => [target, headers['proxy-authorization']]),
      [
        ['api.example.test:443', undefined],
        ['api.example.test:8443', `Basic ${btoa('me:p@ss')}`],
      ],
    );
    assert.equal(proxy.asked[0]?.headers['user-agent'], USER_AGENT);
    assert.deepEqual(authorizations, Array(2).fill(`Bearer ${TOKEN}`));
    assert.ok(!JSON.stringify(proxy.asked).includes(TOKEN));
  });

  it('names the proxy of an origin, without its password', async () => {
    const { host } = new URL(proxy.origin);
    const cases: readonly (readonly [settings: Partial<NetworkSettings>, name: string])[] = [
      [{}, `proxy http://${host}`],
      [{ proxy: `http://me:p%40ss@${host}` }, `proxy http://${host}`],
      [{ proxy: `me:p%40ss@${host}` }, `proxy http://${host}`],
      [{ proxy: `http://me:12#34@${host}` }, 'proxy invalid'],
      [{ noProxy: ['example.test'] }, 'direct'],
      [{ proxy: undefined }, `proxy http://${host}`],
      [{ proxy: '' }, 'direct'],
    ];
    process.env.HTTPS_PROXY = proxy.origin.replace('//', '//me:p%40ss@');
    for (const [settings, name] of cases) {
      await get('https://api.example.test/', settings).catch(() => undefined);
      assert.equal(transport.at('https://api.example.test')?.sentBy, name);
      assert.equal(transport.at('https://never.example.test'), undefined);
    }
  });

  it('sends the password only to a verified proxy, also where its issuer is looked up', async () => {
    const heard: string[] = [];
    const server = createServer(IDENTITIES.signed, (socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data: Buffer) => heard.push(data.toString()));
    });
    const secure = closing(await listen(server, '127.0.0.1', 'https'));
    const address = secure.origin.replace('//', '//me:p%40ss@');
    const failure = await failureOf(
      get('https://api.example.test/', { proxy: address, strictSSL: true }),
    );
    assert.ok(failure.kind === 'network' && failure.tls, JSON.stringify(failure));
    await until(() => secure.open === 0);
    assert.deepEqual(heard, []);
  });

  it('refuses a proxy of another kind than http at once, and reaches this machine without any', async () => {
    const silent = closing(await startRawServer(() => undefined));
    const address = `socks5://127.0.0.1:${silent.port}`;
    const failure = await failureOf(get('https://api.example.test/', { proxy: address }));
    assert.deepEqual(failure, { kind: 'network', code: 'PROXY_INVALID', tls: false });
    assert.equal(silent.connections, 0);
    for (const invalid of [address, 'no address', proxy.origin]) {
      const here = await get(`https://127.0.0.1:${service.port}/`, { proxy: invalid });
      assert.equal(here.status, 200);
    }
    assert.equal(proxy.connections, 0);
  });
});
