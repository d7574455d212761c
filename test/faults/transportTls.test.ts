import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { NetworkSettings } from '../../src/net/undiciTransport.ts';
import { startFakeProxy } from '../support/fakeProxy.ts';
import { AUTHORITY, startTlsService } from '../support/tlsService.ts';
import { fault } from './support/matrix.ts';
import { openers, rows, tell } from './support/openers.ts';
import { TOKEN } from './support/rig.ts';
import { unknownIssuer } from './support/unknownIssuer.ts';

const HINT = 'Check the address, or ask whoever runs the service. [retry]';

describe('Transport', () => {
  const open = openers();

  const tlsService = async (by: 'self' | 'signed') => {
    const authorizations: (string | undefined)[] = [];
    const server = await startTlsService(({ headers }, response) => {
      authorizations.push(headers.authorization);
      const results = rows(1);
      response.end(JSON.stringify({ results, page: 1, limit: 50, totalPages: 1, totalResults: 1 }));
    }, by);
    open.atEnd(() => server.close());
    return { server, origin: server.origin, authorizations };
  };

  /** What another process sees, which trusts the private authority. */
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
    const rig = open.rig(origin);
    await rig.projects.open();
    assert.deepEqual(authorizations, []);
    return tell(rig.sees(), rig.tried(), {
      sees: `Certificate of ${rig.host} not accepted (self-signed, DEPTH_ZERO_SELF_SIGNED_CERT). ${HINT}`,
      requests: 1,
    });
  });

  fault('self-signed certificate, and http.proxyStrictSSL is off', async () => {
    const { origin, authorizations } = await tlsService('self');
    const rig = open.rig(origin, { network: { strictSSL: false } });
    await rig.projects.open();
    return tell(rig.sees(), authorizations.length, { sees: '1', requests: 1 });
  });

  fault('private CA that is not known here: the token is not sent', async () => {
    const { origin, authorizations } = await tlsService('signed');
    const rig = open.rig(origin);
    await rig.projects.open();
    assert.deepEqual(authorizations, []);
    return tell(rig.sees(), rig.tried(), {
      sees: unknownIssuer(rig.host),
      requests: 1,
    });
  });

  fault('private CA, named by NODE_EXTRA_CA_CERTS', async () => {
    const { origin, authorizations } = await tlsService('signed');
    const sees = await trusting(origin);
    assert.deepEqual(authorizations, [`Bearer ${TOKEN}`]);
    return tell(sees, authorizations.length, { sees: '1', requests: 1 });
  });

  fault('private CA, through a proxy', async () => {
    const { server, authorizations } = await tlsService('signed');
    const proxy = await startFakeProxy(server.port);
    open.atEnd(() => proxy.close());
    const sees = await trusting('https://api.example.test', { proxy: proxy.origin });
    assert.equal(proxy.asked.length, 1);
    return tell(sees, authorizations.length, { sees: '1', requests: 1 });
  });

  fault('private CA, through a proxy of https', async () => {
    const { server, authorizations } = await tlsService('signed');
    const proxy = await startFakeProxy(server.port, { shows: 'signed' });
    open.atEnd(() => proxy.close());
    const sees = await trusting('https://api.example.test', { proxy: proxy.origin });
    assert.equal(proxy.asked.length, 1);
    return tell(sees, authorizations.length, { sees: '1', requests: 1 });
  });

  fault('a proxy that inspects, whose authority NODE_EXTRA_CA_CERTS names', async () => {
    const { server, authorizations } = await tlsService('self');
    const proxy = await startFakeProxy(server.port, { inspects: true });
    open.atEnd(() => proxy.close());
    const sees = await trusting('https://api.example.test', { proxy: proxy.origin });
    assert.deepEqual(authorizations, [`Bearer ${TOKEN}`]);
    return tell(sees, authorizations.length, { sees: '1', requests: 1 });
  });

  fault('a certificate for another name: the token is not sent', async () => {
    const { server, authorizations } = await tlsService('signed');
    const proxy = await startFakeProxy(server.port);
    open.atEnd(() => proxy.close());
    const sees = await trusting('https://other.example.test', { proxy: proxy.origin });
    assert.deepEqual(authorizations, []);
    return tell(sees, proxy.asked.length, {
      sees: `Certificate of other.example.test not accepted (made for another host, ERR_TLS_CERT_ALTNAME_INVALID). ${HINT}`,
      requests: 1,
    });
  });

  fault('https at a port that speaks http', async () => {
    const service = await open.service();
    const rig = open.rig(service.address.replace('http:', 'https:'));
    await rig.projects.open();
    assert.equal(service.requests.length, 0);
    return tell(rig.sees(), rig.tried(), {
      sees: `What answers at ${rig.host} does not speak https (ERR_SSL_WRONG_VERSION_NUMBER). Check the port. Only a service on this machine may have an address with http://. [retry]`,
      requests: 1,
    });
  });

  fault('http at a port that speaks https', async () => {
    const { origin, authorizations } = await tlsService('self');
    const rig = open.rig(origin.replace('https:', 'http:'));
    await rig.projects.open();
    assert.deepEqual(authorizations, []);
    return tell(rig.sees(), rig.tried(), {
      sees: `${rig.host} broke off the connection (connection reset). Try again; if that does not help, ask whoever runs the service. [retry]`,
      requests: 3,
    });
  });
});
