import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { patchFetch } from '../support/editorFetch.ts';
import { proxyOpeners } from './support/behindProxy.ts';
import { fault } from './support/matrix.ts';
import { tell } from './support/openers.ts';
import { unknownIssuer } from './support/unknownIssuer.ts';

/** Proxies of companies: they ask for a password, or decrypt what passes. */
describe('Transport', () => {
  const { open, behindProxy, rigWith } = proxyOpeners();

  const PASSWORD = 'p@ss:wörd/1';
  const WITH_PASSWORD = `me:${encodeURIComponent(PASSWORD)}@`;
  /** The address of a proxy with what asks for a name and a password in it. */
  const withUser = (origin: string, user: string) => origin.replace('//', `//${user}`);
  const REFUSED =
    'The proxy asks for a user name and a password, or refuses those it got (407). Put them into the setting http.proxy, as in http://name:password@proxy:8080. [retry]';

  fault('proxy with the log-in of http.proxyAuthorization', async () => {
    const { authorizations, proxy, address } = await behindProxy({ credentials: 'me:secret' });
    const proxyAuthorization = `Basic ${btoa('me:secret')}`;
    const rig = rigWith(address, { proxy: proxy.origin, proxyAuthorization });
    await rig.projects.open();
    return tell(rig.sees(), authorizations.length, { sees: '1', requests: 1 });
  });

  fault('proxy with a password that is wrong: it is told nowhere', async () => {
    const { authorizations, proxy, address } = await behindProxy({ credentials: 'me:other' });
    const rig = rigWith(address, {
      proxy: withUser(proxy.origin, WITH_PASSWORD),
      editorFetch: true,
    });
    const patched = patchFetch({ proxy: withUser(proxy.origin, WITH_PASSWORD) });
    open.atEnd(() => patched.restore());
    await rig.projects.open();
    assert.deepEqual(authorizations, []);
    assert.equal(patched.calls(), 1);
    assert.equal(rig.logged.length, 1);
    assert.doesNotMatch(rig.sees() + rig.logged.join(), /p@ss|p%40ss|\bme:/);
    return tell(rig.sees(), rig.tried(), { sees: REFUSED, requests: 1 });
  });

  fault('proxy with a password that is not percent-encoded: it is told nowhere', async () => {
    const { address } = await behindProxy();
    const rig = rigWith(address, { proxy: 'http://me:100%@proxy.example.test:8080' });
    await rig.projects.open();
    const { failure } = rig.projects.state;
    assert.doesNotMatch(inspect(failure, { depth: 9, showHidden: true }), /100%/);
    return tell(rig.sees(), rig.tried(), {
      sees: 'The address of the proxy cannot be used. Check the setting http.proxy; http://proxy:8080 is an example. [retry]',
      requests: 1,
    });
  });

  fault('proxy of https with a certificate that is not trusted: it is told nothing', async () => {
    const { proxy, address } = await behindProxy({ shows: 'self' });
    const network = { proxy: withUser(proxy.origin, WITH_PASSWORD), editorFetch: true };
    // The editor’s connection fails in the same way, and its error does not name the proxy.
    const patched = patchFetch(network);
    open.atEnd(() => patched.restore());
    const rig = open.rig(address, { network });
    await rig.projects.open();
    assert.equal(patched.calls(), 1);
    assert.deepEqual(proxy.asked, []);
    return tell(rig.sees(), rig.tried(), {
      sees: `Certificate of the proxy on the way to ${rig.host} not accepted (self-signed, DEPTH_ZERO_SELF_SIGNED_CERT). Have the certificate of its issuer installed on this machine, or ask whoever runs the proxy. [retry]`,
      requests: 1,
    });
  });

  fault('proxy of http whose address begins with https:', async () => {
    const { proxy, address } = await behindProxy();
    const rig = rigWith(address, { proxy: proxy.origin.replace('http:', 'https:') });
    await rig.projects.open();
    assert.deepEqual(proxy.asked, []);
    return tell(rig.sees(), rig.tried(), {
      sees: `The proxy on the way to ${rig.host} does not speak https (ERR_SSL_WRONG_VERSION_NUMBER). Check the address of the proxy: most begin with http://, as in http://proxy:8080. [retry]`,
      requests: 1,
    });
  });

  fault('proxy that inspects, with an authority that is not trusted', async () => {
    const { authorizations, proxy, address } = await behindProxy({ inspects: true });
    const rig = open.rig(address, { network: { proxy: proxy.origin } });
    await rig.projects.open();
    await rig.projects.refresh();
    assert.deepEqual(authorizations, []);
    // One more connection, once, to learn the name of the issuer.
    return tell(rig.sees(), proxy.asked.length, { sees: unknownIssuer(rig.host), requests: 3 });
  });

  fault('proxy that inspects and wants a password, with an authority not trusted', async () => {
    const { proxy, address } = await behindProxy({ inspects: true, credentials: 'me:secret' });
    const rig = open.rig(address, { network: { proxy: withUser(proxy.origin, 'me:secret@') } });
    await rig.projects.open();
    return tell(rig.sees(), proxy.asked.length, { sees: unknownIssuer(rig.host), requests: 2 });
  });
});
