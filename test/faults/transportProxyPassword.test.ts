import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { patchFetch } from '../support/editorFetch.ts';
import { proxyOpeners } from './support/behindProxy.ts';
import { fault } from './support/matrix.ts';
import { outcome } from './support/openers.ts';
import { unknownIssuer } from './support/unknownIssuer.ts';

/** Proxies of companies, which ask for a password or decrypt connections. */
describe('Transport', () => {
  const { open, behindProxy, opened } = proxyOpeners();

  const PASSWORD = 'p@ss:wörd/1';
  const WITH_PASSWORD = `me:${encodeURIComponent(PASSWORD)}@`;
  /** The address of a proxy with a user name and a password. */
  const withUser = (origin: string, user: string) => origin.replace('//', `//${user}`);
  const REFUSED =
    'The proxy asks for a user name and a password, or refuses those it got (407). Put them into the setting http.proxy, as in http://name:password@proxy:8080. [retry]';

  fault('proxy with the log-in of http.proxyAuthorization', async () => {
    const { authorizations, proxy, address } = await behindProxy({ credentials: 'me:secret' });
    const proxyAuthorization = `Basic ${btoa('me:secret')}`;
    const rig = await opened(address, { proxy: proxy.origin, proxyAuthorization });
    return outcome(rig.sees(), authorizations.length, { sees: '1', requests: 1 });
  });

  fault('proxy with a wrong password: no text and no line of the log contains it', async () => {
    const { authorizations, proxy, address } = await behindProxy({ credentials: 'me:other' });
    const network = { proxy: withUser(proxy.origin, WITH_PASSWORD), editorFetch: true };
    const patched = patchFetch(network);
    open.atEnd(() => patched.restore());
    const rig = await opened(address, network);
    assert.deepEqual(authorizations, []);
    assert.equal(patched.calls(), 1);
    assert.equal(rig.logged.length, 1);
    assert.doesNotMatch(rig.sees() + rig.logged.join(), /p@ss|p%40ss|\bme:/);
    return outcome(rig.sees(), rig.tried(), { sees: REFUSED, requests: 1 });
  });

  fault('proxy with a password that is not percent-encoded: no failure contains it', async () => {
    const { address } = await behindProxy();
    const rig = await opened(address, { proxy: 'http://me:100%@proxy.example.test:8080' });
    const { failure } = rig.projects.state;
    assert.doesNotMatch(inspect(failure, { depth: 9, showHidden: true }), /100%/);
    return outcome(rig.sees(), rig.tried(), {
      sees: 'The address of the proxy cannot be used. Check the setting http.proxy; http://proxy:8080 is an example. [retry]',
      requests: 1,
    });
  });

  fault('proxy of https with a certificate that is not trusted: it gets no password', async () => {
    const { proxy, address } = await behindProxy({ shows: 'self' });
    const network = { proxy: withUser(proxy.origin, WITH_PASSWORD), editorFetch: true };
    // The editor’s connection fails in the same way, and its error does not name the proxy.
    const patched = patchFetch(network);
    open.atEnd(() => patched.restore());
    const rig = await open.opened(address, { network });
    assert.equal(patched.calls(), 1);
    assert.deepEqual(proxy.asked, []);
    return outcome(rig.sees(), rig.tried(), {
      sees: `Certificate of the proxy on the way to ${rig.host} not accepted (self-signed, DEPTH_ZERO_SELF_SIGNED_CERT). Have the certificate of its issuer installed on this machine, or ask whoever runs the proxy. [retry]`,
      requests: 1,
    });
  });

  fault('proxy of http whose address begins with https:', async () => {
    const { proxy, address } = await behindProxy();
    const rig = await opened(address, { proxy: proxy.origin.replace('http:', 'https:') });
    assert.deepEqual(proxy.asked, []);
    return outcome(rig.sees(), rig.tried(), {
      sees: `The proxy on the way to ${rig.host} does not speak https (ERR_SSL_WRONG_VERSION_NUMBER). Check the address of the proxy: most begin with http://, as in http://proxy:8080. [retry]`,
      requests: 1,
    });
  });

  fault('proxy that inspects, with an authority that is not trusted', async () => {
    const { authorizations, proxy, address } = await behindProxy({ inspects: true });
    const rig = await open.opened(address, { network: { proxy: proxy.origin } });
    await rig.projects.refresh();
    assert.deepEqual(authorizations, []);
    // The third connection reads the name of the issuer, once.
    return outcome(rig.sees(), proxy.asked.length, { sees: unknownIssuer(rig.host), requests: 3 });
  });

  fault('proxy that inspects and wants a password, with an authority not trusted', async () => {
    const { proxy, address } = await behindProxy({ inspects: true, credentials: 'me:secret' });
    const rig = await open.opened(address, {
      network: { proxy: withUser(proxy.origin, 'me:secret@') },
    });
    return outcome(rig.sees(), proxy.asked.length, { sees: unknownIssuer(rig.host), requests: 2 });
  });
});
