import assert from 'node:assert/strict';
import { patchFetch } from '../support/editorFetch.ts';
import type { ProxyOptions } from '../support/fakeProxy.ts';
import { startRawServer } from '../support/rawServer.ts';
import { HOST, proxyOpeners } from './support/behindProxy.ts';
import { fault } from './support/matrix.ts';
import { outcome } from './support/openers.ts';
import { TOKEN } from '../support/minimalService.ts';

const ORIGIN = `https://${HOST}`;

/**
 * Only the editor knows the proxy, as from the system or a PAC file. The name of the service can only
 * be resolved by that proxy.
 */
describe('Transport', () => {
  const { open, behindProxy } = proxyOpeners();

  /** A service behind a proxy that only the editor's `fetch` knows. */
  const behindEditor = async (options: ProxyOptions = {}, verifies = false) => {
    const started = await behindProxy(options, {});
    const patched = patchFetch({ proxy: started.proxy.origin, verifies });
    open.atEnd(() => patched.restore());
    return { ...started, calls: patched.calls };
  };
  const network = { editorFetch: true, proxy: '' };

  fault('a proxy that only the editor knows: the editor’s fetch sends the requests', async () => {
    const { authorizations, proxy } = await behindEditor();
    const rig = await open.opened(ORIGIN, { network });
    await rig.projects.refresh();
    assert.deepEqual(new Set(proxy.asked.map(({ target }) => target)), new Set([`${HOST}:443`]));
    assert.ok(!JSON.stringify(proxy.asked).includes(TOKEN));
    assert.deepEqual(authorizations, [`Bearer ${TOKEN}`, `Bearer ${TOKEN}`]);
    assert.deepEqual(rig.logged, [
      `Requests to ${ORIGIN}: editor, because Mintscope itself cannot connect (network ENOTFOUND)`,
    ]);
    return outcome(rig.sees(), authorizations.length, { sees: '1', requests: 2 });
  });

  fault('a proxy that only the editor knows, while http.proxy is not running', async () => {
    const { authorizations } = await behindEditor();
    const gone = await startRawServer(() => undefined);
    await gone.close();
    const rig = await open.opened(ORIGIN, { network: { ...network, proxy: gone.origin } });
    return outcome(rig.sees(), authorizations.length, { sees: '1', requests: 1 });
  });

  fault('a proxy that only the editor knows asks for a password', async () => {
    const { authorizations, proxy, calls } = await behindEditor({ credentials: 'me:secret' });
    const rig = await open.opened(ORIGIN, { network });
    await rig.projects.refresh();
    assert.deepEqual([authorizations, calls()], [[], 1]);
    assert.deepEqual(rig.logged, [
      `No connection to ${ORIGIN}: network ENOTFOUND; with the editor's connection: network PROXY_407`,
    ]);
    rig.transport.renew();
    await rig.projects.refresh();
    return outcome(rig.sees(), proxy.asked.length, {
      sees: 'The proxy asks for a user name and a password, or refuses those it got (407). Put them into the setting http.proxy, as in http://name:password@proxy:8080. [retry]',
      requests: 2,
    });
  });

  fault('a certificate that the editor does not trust: the token is not sent', async () => {
    const { authorizations, proxy } = await behindEditor({}, true);
    const rig = await open.opened(ORIGIN, { network });
    assert.deepEqual(authorizations, []);
    return outcome(rig.sees(), proxy.asked.length, {
      sees: `Certificate of ${HOST} not accepted (self-signed, DEPTH_ZERO_SELF_SIGNED_CERT). Check the address, or ask whoever runs the service. [retry]`,
      requests: 1,
    });
  });

  fault('http.proxy set to the proxy of the editor: the next request uses it', async () => {
    const { authorizations, proxy, calls } = await behindEditor();
    const settings = { ...network, strictSSL: false };
    const rig = await open.opened(ORIGIN, { network: settings });
    settings.proxy = proxy.origin;
    rig.transport.renew();
    await rig.projects.refresh();
    assert.equal(calls(), 1);
    assert.equal(rig.logged.at(-1), `Requests to ${ORIGIN}: proxy ${proxy.origin}`);
    return outcome(rig.sees(), authorizations.length, { sees: '1', requests: 2 });
  });
});
