import assert from 'node:assert/strict';
import { startRawServer } from '../support/rawServer.ts';
import { proxyOpeners } from './support/behindProxy.ts';
import { fault } from './support/matrix.ts';
import { outcome } from './support/openers.ts';
import { TOKEN } from '../support/minimalService.ts';

/** The certificate is self-signed and is not verified here; transportTls.test.ts tests that. */
describe('Transport', () => {
  const { open, behindProxy, opened } = proxyOpeners();

  const CHECK = 'Check the setting http.proxy, or ask whoever runs the proxy. [retry]';

  for (const [name, options, at, sees, requests] of [
    [
      'proxy that asks for a password (407)',
      { status: 407 },
      undefined,
      () =>
        'The proxy asks for a user name and a password, or refuses those it got (407). Put them into the setting http.proxy, as in http://name:password@proxy:8080. [retry]',
      1,
    ],
    [
      'proxy that refuses the connection (403)',
      { status: 403 },
      undefined,
      (host: string) => `The proxy does not connect to ${host} (403). ${CHECK}`,
      1,
    ],
    [
      'proxy that is not running',
      {},
      'http://127.0.0.1:1',
      (host: string) =>
        `Could not reach the proxy on the way to ${host} (connection refused). ${CHECK}`,
      3,
    ],
    [
      'proxy whose host name is not found',
      {},
      'http://proxy.example.test:8080',
      (host: string) =>
        `Could not reach the proxy on the way to ${host} (host not found). ${CHECK}`,
      1,
    ],
    [
      'proxy with an invalid address: no request is sent without it',
      {},
      'proxy.example.test:8080',
      () =>
        'The address of the proxy cannot be used. Check the setting http.proxy; http://proxy:8080 is an example. [retry]',
      1,
    ],
  ] as const) {
    fault(name, async () => {
      const { authorizations, proxy, address } = await behindProxy(options);
      const rig = await opened(address, { proxy: at ?? proxy.origin });
      assert.deepEqual(authorizations, []);
      assert.ok(!JSON.stringify(proxy.asked).includes(TOKEN));
      return outcome(rig.sees(), rig.tried(), { sees: sees(rig.host), requests });
    });
  }

  fault('proxy that never answers', async () => {
    const { authorizations, address } = await behindProxy();
    const silent = await startRawServer(() => undefined);
    open.atEnd(() => silent.close());
    const network = { proxy: silent.origin, strictSSL: false };
    const rig = await open.opened(address, { network, speed: 50 });
    assert.deepEqual(authorizations, []);
    return outcome(rig.sees(), rig.tried(), {
      sees: `No answer from ${rig.host} within 30 seconds. Try again; if that does not help, ask whoever runs the service. [retry]`,
      requests: 3,
    });
  });

  fault('http.proxy changed without reload: the next request uses the proxy', async () => {
    const { authorizations, proxy, address } = await behindProxy();
    const network: { proxy?: string } = {};
    const rig = await opened(address, network);
    assert.equal(proxy.connections, 0);
    network.proxy = proxy.origin;
    rig.transport.renew();
    await rig.projects.refresh();
    assert.equal(proxy.asked.length, 1);
    return outcome(rig.sees(), authorizations.length, { sees: '1', requests: 2 });
  });

  fault('http.proxyStrictSSL turned off: the next request accepts the certificate', async () => {
    const { authorizations, address } = await behindProxy();
    const network = { noProxy: ['*'], strictSSL: true };
    const rig = await open.opened(address, { network });
    assert.match(rig.sees(), /^Certificate of .* not accepted/);
    network.strictSSL = false;
    rig.transport.renew();
    await rig.projects.refresh();
    return outcome(rig.sees(), authorizations.length, { sees: '1', requests: 1 });
  });
});
