import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { NetworkSettings } from '../../src/core/client/proxyChoice.ts';
import { type ProxyOptions, startFakeProxy } from '../support/fakeProxy.ts';
import { TOKEN } from '../support/minimalService.ts';
import { AUTHORITY, startTlsService } from '../support/tlsService.ts';
import { fault } from './support/matrix.ts';
import { openers, outcome, pageOf, rows } from './support/openers.ts';

describe('Transport with TLS', () => {
  const open = openers();

  /**
   * What the user sees in another process, which trusts the private authority and reaches a service
   * through a proxy.
   * @param node options of that process, by which it trusts the authority.
   */
  const trusting = async (
    host: string,
    options: ProxyOptions = {},
    settings: Partial<NetworkSettings> = {},
    node?: readonly string[],
  ) => {
    const authorizations: (string | undefined)[] = [];
    const server = await startTlsService(({ headers }, response) => {
      authorizations.push(headers.authorization);
      response.end(pageOf(rows(1)));
    }, 'signed');
    open.atEnd(() => server.close());
    const proxy = await startFakeProxy(server.port, options);
    open.atEnd(() => proxy.close());
    const ask = join(import.meta.dirname, 'support', 'ask.ts');
    const network = JSON.stringify({ proxy: proxy.origin, ...settings });
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [...(node ?? []), ask, `https://${host}`, network],
      { env: { ...process.env, ...(node ? {} : { NODE_EXTRA_CA_CERTS: AUTHORITY }) } },
    );
    assert.equal(proxy.asked.length, 1);
    return { sees: stdout.trim(), log: stderr, authorizations };
  };

  fault('private CA that NODE_EXTRA_CA_CERTS names, of service and proxy', async () => {
    const { sees, authorizations } = await trusting('api.example.test', { shows: 'signed' });
    assert.deepEqual(authorizations, [`Bearer ${TOKEN}`]);
    return outcome(sees, authorizations.length, { sees: '1', requests: 1 });
  });

  const preloaded = (file: string) => ['--require', join(import.meta.dirname, 'support', file)];
  const ofSystem = preloaded('systemStore.ts');

  fault(
    'private CA that only the system trusts: reading it does not block the editor',
    async () => {
      const { sees, log, authorizations } = await trusting('api.example.test', {}, {}, ofSystem);
      assert.match(log, /^Certificates of the system: 1, read in \d+ ms$/m);
      return outcome(sees, authorizations.length, { sees: '1', requests: 1 });
    },
  );

  fault('certificates of the system that cannot be read: those of Node are trusted', async () => {
    const broken = preloaded('noSystemStore.ts');
    const { sees, log, authorizations } = await trusting('api.example.test', {}, {}, broken);
    assert.match(log, /^Only the default certificates are trusted: No such store\.$/m);
    return outcome(sees, authorizations.length, { sees: '1', requests: 1 });
  });

  fault('private CA that only the system trusts, with http.systemCertificates off', async () => {
    const off = { systemCertificates: false };
    const { sees, authorizations } = await trusting('api.example.test', {}, off, ofSystem);
    return outcome(sees, authorizations.length, {
      sees: 'Certificate of api.example.test not accepted, because its issuer is unknown (issued by mintscope test authority, throw-away, UNABLE_TO_VERIFY_LEAF_SIGNATURE). If your company inspects connections, install its root certificate on this machine or name it in NODE_EXTRA_CA_CERTS; otherwise ask whoever runs the service. [retry]',
      requests: 0,
    });
  });

  fault('a certificate for another name: the token is not sent', async () => {
    const { sees, authorizations } = await trusting('other.example.test');
    return outcome(sees, authorizations.length, {
      sees: 'No secure connection to other.example.test (ERR_TLS_CERT_ALTNAME_INVALID). Check the address and the clock of this machine, or ask whoever runs the service. [retry]',
      requests: 0,
    });
  });
});
