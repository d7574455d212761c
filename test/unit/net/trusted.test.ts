import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { NetworkSettings } from '../../../src/net/proxyChoice.ts';
import { TOKEN } from '../../support/client.ts';
import { closeAfterEach } from '../../support/ends.ts';
import { type ProxyOptions, startFakeProxy } from '../../support/fakeProxy.ts';
import { AUTHORITY, startTlsService } from '../../support/tlsService.ts';

const SUPPORT = join(import.meta.dirname, '..', '..', 'support');
const ONLY_SYSTEM = ['--require', join(SUPPORT, 'systemStore.ts')];

describe('What is trusted', () => {
  const closing = closeAfterEach();

  /** What another process reads, which trusts the private authority by the options `node`. */
  const read = async (
    host: string,
    options: ProxyOptions = {},
    settings: Partial<NetworkSettings> = {},
    node?: readonly string[],
  ) => {
    const authorizations: (string | undefined)[] = [];
    const service = await startTlsService(({ headers }, response) => {
      authorizations.push(headers.authorization);
      response.end('{"results":[]}');
    }, 'signed');
    const proxy = closing(await startFakeProxy(closing(service).port, options));
    const network = JSON.stringify({ proxy: proxy.origin, ...settings });
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [...(node ?? []), join(SUPPORT, 'readPage.ts'), `https://${host}`, network],
      { env: { ...process.env, ...(node ? {} : { NODE_EXTRA_CA_CERTS: AUTHORITY }) } },
    );
    assert.equal(proxy.asked.length, 1);
    return { outcome: stdout.trim(), log: stderr, authorizations };
  };

  it('trusts the authority that NODE_EXTRA_CA_CERTS names, for service and proxy', async () => {
    const { outcome, authorizations } = await read('api.example.test', { shows: 'signed' });
    assert.deepEqual([outcome, authorizations], ['read', [`Bearer ${TOKEN}`]]);
  });

  it('trusts the authorities of the system, which are read without blocking the editor', async () => {
    const { outcome, log } = await read('api.example.test', {}, {}, ONLY_SYSTEM);
    assert.equal(outcome, 'read');
    assert.match(log, /^Certificates of the system: 1, read in \d+ ms$/m);
  });

  it('trusts no authority of the system with http.systemCertificates off', async () => {
    const off = { systemCertificates: false };
    const { outcome, authorizations } = await read('api.example.test', {}, off, ONLY_SYSTEM);
    assert.match(outcome, /UNABLE_TO_VERIFY_LEAF_SIGNATURE/);
    assert.deepEqual(authorizations, []);
  });

  it('refuses a certificate for another name', async () => {
    const { outcome, authorizations } = await read('other.example.test');
    assert.match(outcome, /ERR_TLS_CERT_ALTNAME_INVALID/);
    assert.deepEqual(authorizations, []);
  });
});
