import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, it } from 'mocha';
import { failureCode } from '../../../src/core/model/serviceError.ts';
import { networkProbe } from '../../../src/net/connect.ts';
import { closeAfterEach, endAfterEach } from '../../support/ends.ts';
import { DIRECT, networkWith } from '../../support/client.ts';
import { failureOf } from '../../support/failures.ts';
import { startMinimalService } from '../../support/minimalService.ts';
import { startRawServer, until } from '../../support/rawServer.ts';
import { AUTHORITY, EXPIRED, startTlsService, trustInstead } from '../../support/tlsService.ts';

describe('networkProbe', () => {
  const atEnd = endAfterEach();
  const closing = closeAfterEach();
  let trusted: string[];

  beforeEach(() => {
    trusted = [];
    atEnd(trustInstead(() => trusted));
  });

  const trust = (path: string) => {
    trusted = [readFileSync(path, 'utf8')];
  };
  /** A probe that uses no proxy, and one through the proxy at this address. */
  const direct = (origin: string, settings = DIRECT) =>
    networkProbe(new URL(origin), networkWith(settings));
  const through = (proxy: string, host = 'api.example.test') =>
    direct(`https://${host}`, { proxy, noProxy: [], strictSSL: true });

  const tlsService = async (by: 'self' | 'signed' | 'expired') => {
    const requests: string[] = [];
    const server = await startTlsService(({ url = '' }, response) => {
      requests.push(url);
      response.end();
    }, by);
    const { origin, port } = closing(server);
    return { origin, port, requests };
  };
  const closedOrigin = async () => {
    const server = await startRawServer(() => undefined);
    await server.close();
    return server.origin;
  };
  const codeOf = async (work: Promise<unknown>) => failureCode(await failureOf(work));

  it('tries again what is trusted after that could not be read, and meanwhile trusts the default certificates', async () => {
    const { origin } = await tlsService('signed');
    const logged: string[] = [];
    const settings = { ...DIRECT, systemCertificates: false };
    const network = { ...networkWith(settings), log: (line: string) => logged.push(line) };
    let isFirst = true;
    atEnd(
      trustInstead(() => {
        if (!isFirst) return [readFileSync(AUTHORITY, 'utf8')];
        isFirst = false;
        throw new Error('Too many open files.');
      }),
    );
    const connect = () => networkProbe(new URL(origin), network).connect();
    assert.equal((await connect())?.fault, undefined);
    const line = 'Only the default certificates are trusted: Too many open files.';
    assert.deepEqual([network.trusted, logged], [undefined, [line]]);
    assert.equal((await connect())?.fault, undefined);
    assert.ok(network.trusted);
    assert.equal(logged.length, 1);
  });

  it('reports who issued a trusted certificate, and until when it is valid', async () => {
    const { origin, requests } = await tlsService('signed');
    trust(AUTHORITY);
    const found = await direct(origin).connect();
    assert.ok(found);
    const { fault, version, issuer, validUntil = 0 } = found;
    assert.deepEqual([fault, issuer], [undefined, 'mintscope test authority, throw-away']);
    assert.match(version, /^TLSv1\.[23]$/);
    assert.ok(validUntil > Date.UTC(2100, 0));
    assert.deepEqual(requests, [], 'nothing is sent');
  });

  it('reports a certificate that is refused, and why', async () => {
    const self = await tlsService('self');
    const expired = await tlsService('expired');
    const refused = await direct(self.origin).connect();
    assert.equal(refused?.fault, 'DEPTH_ZERO_SELF_SIGNED_CERT');
    trust(EXPIRED);
    assert.deepEqual(await direct(expired.origin).connect(), {
      ...{ version: 'TLSv1.3', issuer: 'mintscope test, expired', fault: 'CERT_HAS_EXPIRED' },
      validUntil: Date.UTC(2021, 0),
    });
  });

  it('reports what a proxy refuses, as requests do, and leaves no connection to it', async () => {
    // This proxy refuses without closing the connection.
    const proxy = await startRawServer((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n'));
    });
    const { origin } = closing(proxy);
    const cases: readonly (readonly [proxy: string, code: string])[] = [
      [origin, 'PROXY_407'],
      [await closedOrigin(), 'PROXY_ECONNREFUSED'],
      ['no address', 'PROXY_INVALID'],
      [origin.replace('//', '//someone:12#34@'), 'PROXY_INVALID'],
    ];
    for (const [address, code] of cases) {
      assert.equal(await codeOf(through(address).connect()), `network ${code}`, address);
    }
    await until(() => proxy.open === 0);
  });

  it('a probe connects to http on this machine, without a certificate and without a request', async () => {
    const service = closing(await startMinimalService({ token: 'any' }));
    const settings = { proxy: 'http://127.0.0.1:1', noProxy: [], strictSSL: true };
    const probe = direct(service.address, settings);
    assert.equal(probe.proxy, undefined);
    assert.equal(await probe.connect(), undefined);
    assert.deepEqual(service.requests, []);
  });
});
