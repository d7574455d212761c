import assert from 'node:assert/strict';
import { createServer } from 'node:tls';
import type { NetworkSettings } from '../../../src/net/proxyChoice.ts';
import { windowTransport } from '../../../src/net/origin.ts';
import { networkWith, TOKEN, USER_AGENT, type WindowTransport } from '../../support/client.ts';
import { patchFetch } from '../../support/editorFetch.ts';
import { resolveNames } from '../../support/names.ts';
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
  let logged: string[];

  withoutProxyVariables();
  beforeEach(async () => {
    authorizations = [];
    logged = [];
    const started = await startTlsService(({ headers }, response) => {
      authorizations.push(headers.authorization);
      response.end('{}');
    });
    service = closing(started);
    proxy = closing(await startFakeProxy(service.port));
  });

  /** Does not verify the self-signed certificate. */
  const use = (settings: Partial<NetworkSettings>) => {
    const used = { proxy: proxy.origin, noProxy: [], strictSSL: false, ...settings };
    const network = { ...networkWith(used), log: (line: string) => logged.push(line) };
    transport = closing(windowTransport(() => network));
  };
  const send = (url: string, signal = AbortSignal.timeout(30_000)) => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    return transport.get({ url: new URL(url), headers, signal, maxBodyBytes: 1000 });
  };
  const get = (url: string, settings: Partial<NetworkSettings> = {}) => {
    use(settings);
    return send(url);
  };

  it('sends requests through the proxy of the editor, which gets its password and not the token', async () => {
    const { status } = await get('https://api.example.test/v2/projects');
    assert.equal(status, 200);
    await get('https://api.example.test:8443/', {
      proxy: proxy.origin.replace('//', '//me:p%40ss@'),
    });
    const proxyAuthorization = `Basic ${btoa('me:secret')}`;
    await get('https://api.example.test/', { proxyAuthorization });
    assert.deepEqual(
      proxy.asked.map(({ target, headers }) => [target, headers['proxy-authorization']]),
      [
        ['api.example.test:443', undefined],
        ['api.example.test:8443', `Basic ${btoa('me:p@ss')}`],
        ['api.example.test:443', proxyAuthorization],
      ],
    );
    assert.equal(proxy.asked[0]?.headers['user-agent'], USER_AGENT);
    assert.deepEqual(authorizations, Array(3).fill(`Bearer ${TOKEN}`));
    assert.ok(!JSON.stringify(proxy.asked).includes(TOKEN));
  });

  it('reaches a service whose name ends with a dot, which TLS does not send', async () => {
    let servername: unknown;
    const strict = await startTlsService(({ socket }, response) => {
      ({ servername } = socket as { servername?: unknown });
      response.end('{}');
    });
    proxy = closing(await startFakeProxy(closing(strict).port));
    await get('https://api.example.test.:8443/');
    assert.equal(servername, 'api.example.test');
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

  it('names a wrong password neither in the failure nor in the log', async () => {
    const strict = closing(await startFakeProxy(service.port, { credentials: 'me:other' }));
    const address = strict.origin.replace('//', `//me:${encodeURIComponent('p@ss:wörd/1')}@`);
    const failure = await failureOf(
      get(`https://api.example.test:${service.port}`, { proxy: address }),
    );
    assert.deepEqual(failure, { kind: 'network', code: 'PROXY_407', tls: false });
    assert.doesNotMatch(logged.join(), /p@ss|p%40ss|\bme:/);
    assert.deepEqual(authorizations, []);
  });

  describe('that never answers', () => {
    let isSilent: boolean;
    let silent: FakeProxy;
    const address = () => `https://api.example.test:${service.port}`;
    beforeEach(async () => {
      isSilent = true;
      const options = { isSilent: () => isSilent };
      silent = closing(await startFakeProxy(service.port, options));
    });

    it('a proxy that never answers does not hold up the next request after those of before were canceled', async () => {
      use({ proxy: silent.origin });
      const canceled = new AbortController();
      const failures = [1, 2, 3, 4].map(() => failureOf(send(address(), canceled.signal)));
      await until(() => silent.asked.length === 4);
      canceled.abort();
      for (const failure of await Promise.all(failures)) assert.equal(failure.kind, 'aborted');
      isSilent = false;
      assert.equal((await send(address())).status, 200);
    });

    it('a proxy that never answers leaves the request to the editor’s fetch, which sends no token if it does not trust the certificate', async () => {
      closing({ close: resolveNames({ 'api.example.test': '127.0.0.1' }) });
      const settings = { proxy: silent.origin, editorFetch: true };
      for (const verifies of [false, true]) {
        const patched = patchFetch({ verifies });
        try {
          if (verifies)
            assert.match(JSON.stringify(await failureOf(get(address(), settings))), /SELF_SIGNED/);
          else assert.equal((await get(address(), settings)).status, 200);
        } finally {
          await patched.restore();
        }
      }
      assert.deepEqual(authorizations, [`Bearer ${TOKEN}`]);
      assert.match(logged.join(), /editor, because .* \(network PROXY_ETIMEDOUT\)/);
    });
  });
});
