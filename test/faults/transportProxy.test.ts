import assert from 'node:assert/strict';
import type { NetworkSettings } from '../../src/core/client/proxyChoice.ts';
import { PROJECTS } from '../../src/lists/projects.ts';
import { first } from '../support/client.ts';
import { patchFetch } from '../support/editorFetch.ts';
import { failureOf } from '../support/failures.ts';
import { TOKEN } from '../support/minimalService.ts';
import { type ProxyOptions, startFakeProxy } from '../support/fakeProxy.ts';
import { withoutProxyVariables } from '../support/proxyVariables.ts';
import { until } from '../support/rawServer.ts';
import { startTlsService } from '../support/tlsService.ts';
import { fault } from './support/matrix.ts';
import { resolveNames } from './support/names.ts';
import { openers, outcome, pageOf, rows } from './support/openers.ts';

/** The host name of the service and of its certificate. */
const HOST = 'api.example.test';

const PASSWORD = 'p@ss:wörd/1';
const withUser = (origin: string, user: string) => origin.replace('//', `//${user}@`);

/** The certificate is self-signed and is not verified here; unit tests of connections verify it. */
describe('Transport through a proxy', () => {
  const open = openers();
  withoutProxyVariables();

  /** A service on this machine with a host name, and a proxy that connects to it. */
  const behindProxy = async (options: ProxyOptions = {}, isNameKnown = true) => {
    const authorizations: (string | undefined)[] = [];
    const service = await startTlsService(({ headers }, response) => {
      authorizations.push(headers.authorization);
      response.end(pageOf(rows(1)));
    });
    open.atEnd(() => service.close());
    const proxy = await startFakeProxy(service.port, options);
    open.atEnd(() => proxy.close());
    open.atEnd(resolveNames(isNameKnown ? { [HOST]: '127.0.0.1' } : {}));
    return { authorizations, proxy, address: `https://${HOST}:${service.port}` };
  };
  /** As `open.opened`, without verifying the self-signed certificate of the service. */
  const opened = (address: string, network: Partial<NetworkSettings>) =>
    open.opened(address, { network: Object.assign(network, { strictSSL: false }) });

  fault('proxy with the log-in of http.proxyAuthorization', async () => {
    const { authorizations, proxy, address } = await behindProxy({ credentials: 'me:secret' });
    const proxyAuthorization = `Basic ${btoa('me:secret')}`;
    const rig = await opened(address, { proxy: proxy.origin, proxyAuthorization });
    return outcome(rig.sees(), authorizations.length, { sees: '1', requests: 1 });
  });

  fault('proxy with a wrong password: no text and no line of the log contains it', async () => {
    const { authorizations, proxy, address } = await behindProxy({ credentials: 'me:other' });
    const network = {
      proxy: withUser(proxy.origin, `me:${encodeURIComponent(PASSWORD)}`),
      editorFetch: true,
    };
    const patched = patchFetch(network);
    open.atEnd(() => patched.restore());
    const rig = await opened(address, network);
    assert.deepEqual(authorizations, []);
    assert.equal(patched.calls(), 1);
    assert.equal(rig.logged.length, 2);
    assert.doesNotMatch(rig.sees() + rig.logged.join(), /p@ss|p%40ss|\bme:/);
    return outcome(rig.sees(), rig.tried(), {
      sees: 'The proxy asks for a user name and a password, or refuses those it got (407). Put them into the setting http.proxy, as in http://name:password@proxy:8080. [retry]',
      requests: 1,
    });
  });

  fault(
    'a proxy without an answer while requests are canceled: the next request is not held up',
    async () => {
      let isSilent = true;
      const { proxy, address } = await behindProxy({ isSilent: () => isSilent });
      const rig = open.rig(address, { network: { proxy: proxy.origin, strictSSL: false } });
      const canceled = new AbortController();
      const reads = Array.from({ length: 4 }, () =>
        failureOf(rig.client.page(PROJECTS, first, canceled.signal)),
      );
      await until(() => proxy.asked.length === 4);
      canceled.abort();
      await Promise.all(reads);
      isSilent = false;
      await rig.projects.open();
      return outcome(rig.sees(), rig.tried(), { sees: '1', requests: 5 });
    },
  );

  fault('a proxy that never answers: the editor’s fetch sends the request', async () => {
    const { authorizations, proxy, address } = await behindProxy({ isSilent: () => true });
    const patched = patchFetch({ verifies: false });
    open.atEnd(() => patched.restore());
    const rig = await opened(address, { proxy: proxy.origin, editorFetch: true });
    assert.equal(proxy.asked.length, 1);
    assert.match(rig.logged.join(), /editor, because .* \(network PROXY_ETIMEDOUT\)$/);
    return outcome(rig.sees(), authorizations.length, { sees: '1', requests: 1 });
  });

  /**
   * A service behind a proxy that only the editor's `fetch` knows, as from the system or a PAC file.
   * The name of the service can only be resolved by that proxy.
   */
  const behindEditor = async (verifies: boolean) => {
    const started = await behindProxy({}, false);
    const patched = patchFetch({ proxy: started.proxy.origin, verifies });
    open.atEnd(() => patched.restore());
    const network = { editorFetch: true, proxy: '' };
    const rig = await open.opened(`https://${HOST}`, { network });
    return { ...started, rig };
  };

  fault('a proxy that only the editor knows: the editor’s fetch sends the requests', async () => {
    const { authorizations, proxy, rig } = await behindEditor(false);
    await rig.projects.refresh();
    assert.deepEqual(new Set(proxy.asked.map(({ target }) => target)), new Set([`${HOST}:443`]));
    assert.ok(!JSON.stringify(proxy.asked).includes(TOKEN));
    assert.deepEqual(authorizations, [`Bearer ${TOKEN}`, `Bearer ${TOKEN}`]);
    assert.deepEqual(rig.logged.slice(1), [
      `Requests to https://${HOST}: editor, because Mintscope itself cannot connect (network ENOTFOUND)`,
    ]);
    return outcome(rig.sees(), authorizations.length, { sees: '1', requests: 2 });
  });

  fault('a certificate that the editor does not trust: the token is not sent', async () => {
    const { authorizations, proxy, rig } = await behindEditor(true);
    assert.deepEqual(authorizations, []);
    return outcome(rig.sees(), proxy.asked.length, {
      sees: `Certificate of ${HOST} not accepted, because its issuer is unknown (DEPTH_ZERO_SELF_SIGNED_CERT). If your company inspects connections, install its root certificate on this machine or name it in NODE_EXTRA_CA_CERTS; otherwise ask whoever runs the service. [retry]`,
      requests: 1,
    });
  });
});
