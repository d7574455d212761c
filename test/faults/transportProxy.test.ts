import assert from 'node:assert/strict';
import { startRawServer } from '../support/rawServer.ts';
import { proxyOpeners } from './support/behindProxy.ts';
import { fault } from './support/matrix.ts';
import { tell } from './support/openers.ts';
import { TOKEN } from './support/rig.ts';

/** The certificate is self-signed, so it is not looked at here; transportTls.test.ts does. */
describe('Transport', () => {
  const { open, behindProxy, rigWith } = proxyOpeners();

  fault('proxy answering 407', async () => {
    const { authorizations, proxy, address } = await behindProxy({ status: 407 });
    const rig = rigWith(address, { proxy: proxy.origin });
    await rig.projects.open();
    assert.deepEqual(authorizations, []);
    assert.ok(!JSON.stringify(proxy.asked).includes(TOKEN));
    return tell(rig.sees(), proxy.asked.length, {
      sees: 'The proxy asks for a user name and a password, or refuses those it got (407). Put them into the setting http.proxy, as in http://name:password@proxy:8080. [retry]',
      requests: 1,
    });
  });

  fault('proxy that refuses', async () => {
    const { proxy, address } = await behindProxy({ status: 403 });
    const rig = rigWith(address, { proxy: proxy.origin });
    await rig.projects.open();
    return tell(rig.sees(), proxy.asked.length, {
      sees: `The proxy does not connect to ${rig.host} (403). Check the setting http.proxy, or ask whoever runs the proxy. [retry]`,
      requests: 1,
    });
  });

  fault('proxy that is not there', async () => {
    const { authorizations, address } = await behindProxy();
    const gone = await startRawServer(() => undefined);
    await gone.close();
    const rig = rigWith(address, { proxy: gone.origin });
    await rig.projects.open();
    assert.deepEqual(authorizations, []);
    return tell(rig.sees(), rig.tried(), {
      sees: `Could not reach the proxy on the way to ${rig.host} (connection refused). Check the setting http.proxy, or ask whoever runs the proxy. [retry]`,
      requests: 3,
    });
  });

  fault('proxy whose name is unknown', async () => {
    const { authorizations, address } = await behindProxy();
    const rig = rigWith(address, { proxy: 'http://proxy.example.test:8080' });
    await rig.projects.open();
    assert.deepEqual(authorizations, []);
    return tell(rig.sees(), rig.tried(), {
      sees: `Could not reach the proxy on the way to ${rig.host} (host not found). Check the setting http.proxy, or ask whoever runs the proxy. [retry]`,
      requests: 1,
    });
  });

  fault('proxy with an invalid address: no request is sent without it', async () => {
    const { authorizations, address } = await behindProxy();
    const rig = rigWith(address, { proxy: 'proxy.example.test:8080' });
    await rig.projects.open();
    assert.deepEqual(authorizations, []);
    return tell(rig.sees(), rig.tried(), {
      sees: 'The address of the proxy cannot be used. Check the setting http.proxy; http://proxy:8080 is an example. [retry]',
      requests: 1,
    });
  });

  fault('proxy that never answers', async () => {
    const { authorizations, address } = await behindProxy();
    const silent = await startRawServer(() => undefined);
    open.atEnd(() => silent.close());
    const network = { proxy: silent.origin, strictSSL: false };
    const rig = open.rig(address, { network, speed: 50 });
    await rig.projects.open();
    assert.deepEqual(authorizations, []);
    return tell(rig.sees(), rig.tried(), {
      sees: `No answer from ${rig.host} within 30 seconds. Try again; if that does not help, ask whoever runs the service. [retry]`,
      requests: 3,
    });
  });

  fault('settings changed without reload: the proxy', async () => {
    const { authorizations, proxy, address } = await behindProxy();
    const network: { proxy?: string } = {};
    const rig = rigWith(address, network);
    await rig.projects.open();
    assert.equal(proxy.connections, 0);
    network.proxy = proxy.origin;
    rig.transport.renew();
    await rig.projects.refresh();
    assert.equal(proxy.asked.length, 1);
    return tell(rig.sees(), authorizations.length, { sees: '1', requests: 2 });
  });

  fault('settings changed without reload: http.proxyStrictSSL', async () => {
    const { authorizations, address } = await behindProxy();
    const network = { noProxy: ['*'], strictSSL: true };
    const rig = open.rig(address, { network });
    await rig.projects.open();
    assert.match(rig.sees(), /^Certificate of .* not accepted/);
    network.strictSSL = false;
    rig.transport.renew();
    await rig.projects.refresh();
    return tell(rig.sees(), authorizations.length, { sees: '1', requests: 1 });
  });
});
