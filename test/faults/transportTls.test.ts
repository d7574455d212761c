import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { NetworkSettings } from '../../src/net/undiciTransport.ts';
import { startFakeProxy } from '../support/fakeProxy.ts';
import { AUTHORITY, startTlsService } from '../support/tlsService.ts';
import { fault } from './support/matrix.ts';
import { openers, outcome, pageOf, rows } from './support/openers.ts';
import { TOKEN } from '../support/minimalService.ts';
import { unknownIssuer } from './support/unknownIssuer.ts';

const HINT = 'Check the address, or ask whoever runs the service. [retry]';

describe('Transport', () => {
  const open = openers();

  const tlsService = async (by: 'self' | 'signed') => {
    const authorizations: (string | undefined)[] = [];
    const server = await startTlsService(({ headers }, response) => {
      authorizations.push(headers.authorization);
      response.end(pageOf(rows(1)));
    }, by);
    open.atEnd(() => server.close());
    return { server, origin: server.origin, authorizations };
  };

  /** What the user sees in another process, which trusts the private authority. */
  const trusting = async (address: string, network: Partial<NetworkSettings> = {}) => {
    const script = join(import.meta.dirname, 'support', 'ask.ts');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [script, address, JSON.stringify(network)],
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: AUTHORITY } },
    );
    return stdout.trim();
  };

  fault('self-signed certificate: the token is not sent', async () => {
    const { origin, authorizations } = await tlsService('self');
    const rig = await open.opened(origin);
    assert.deepEqual(authorizations, []);
    return outcome(rig.sees(), rig.tried(), {
      sees: `Certificate of ${rig.host} not accepted (self-signed, DEPTH_ZERO_SELF_SIGNED_CERT). ${HINT}`,
      requests: 1,
    });
  });

  fault('private CA that is not trusted: the token is not sent', async () => {
    const { origin, authorizations } = await tlsService('signed');
    const rig = await open.opened(origin);
    assert.deepEqual(authorizations, []);
    return outcome(rig.sees(), rig.tried(), {
      sees: unknownIssuer(rig.host),
      requests: 1,
    });
  });

  fault('private CA that NODE_EXTRA_CA_CERTS names', async () => {
    const { origin, authorizations } = await tlsService('signed');
    const sees = await trusting(origin);
    assert.deepEqual(authorizations, [`Bearer ${TOKEN}`]);
    return outcome(sees, authorizations.length, { sees: '1', requests: 1 });
  });

  for (const [name, by, options] of [
    ['private CA, through a proxy', 'signed', {}],
    ['private CA, through a proxy of https', 'signed', { shows: 'signed' }],
    [
      'a proxy that inspects, whose authority NODE_EXTRA_CA_CERTS names',
      'self',
      { inspects: true },
    ],
  ] as const) {
    fault(name, async () => {
      const { server, authorizations } = await tlsService(by);
      const proxy = await startFakeProxy(server.port, options);
      open.atEnd(() => proxy.close());
      const sees = await trusting('https://api.example.test', { proxy: proxy.origin });
      assert.equal(proxy.asked.length, 1);
      assert.deepEqual(authorizations, [`Bearer ${TOKEN}`]);
      return outcome(sees, authorizations.length, { sees: '1', requests: 1 });
    });
  }

  fault('a certificate for another name: the token is not sent', async () => {
    const { server, authorizations } = await tlsService('signed');
    const proxy = await startFakeProxy(server.port);
    open.atEnd(() => proxy.close());
    const sees = await trusting('https://other.example.test', { proxy: proxy.origin });
    assert.deepEqual(authorizations, []);
    return outcome(sees, proxy.asked.length, {
      sees: `Certificate of other.example.test not accepted (made for another host, ERR_TLS_CERT_ALTNAME_INVALID). ${HINT}`,
      requests: 1,
    });
  });

  fault('https at a port of http', async () => {
    const service = await open.service();
    const rig = await open.opened(service.address.replace('http:', 'https:'));
    assert.equal(service.requests.length, 0);
    return outcome(rig.sees(), rig.tried(), {
      sees: `What answers at ${rig.host} does not speak https (ERR_SSL_WRONG_VERSION_NUMBER). Check the port. Only a service on this machine may have an address with http://. [retry]`,
      requests: 1,
    });
  });

  fault('http at a port of https', async () => {
    const { origin, authorizations } = await tlsService('self');
    const rig = await open.opened(origin.replace('https:', 'http:'));
    assert.deepEqual(authorizations, []);
    return outcome(rig.sees(), rig.tried(), {
      sees: `${rig.host} broke off the connection (connection reset). Try again; if that does not help, ask whoever runs the service. [retry]`,
      requests: 3,
    });
  });
});
