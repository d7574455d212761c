import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { beforeEach, describe, it } from 'mocha';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { UnsentError } from '../../../src/net/networkError.ts';
import { createTransport, type NetworkSettings } from '../../../src/net/undiciTransport.ts';
import { clientFor, DIRECT, first, noAbort, type TestClient, TOKEN } from '../../support/client.ts';
import { closeAfterEach, endAfterEach } from '../../support/ends.ts';
import { failureOf } from '../../support/failures.ts';
import { listen, type RawServer, startRawServer, until } from '../../support/rawServer.ts';
import { AUTHORITY, startTlsService, trustInstead } from '../../support/tlsService.ts';

describe('Connections to the service', () => {
  const closing = closeAfterEach();
  let server: RawServer;
  let made: TestClient;
  let hang: boolean;

  beforeEach(async () => {
    hang = false;
    server = await listen(
      createServer((_, response) => {
        if (!hang) setTimeout(() => response.end('{"results":[]}'), 5);
      }),
    );
    made = clientFor(closing(server).origin);
    closing(made.transport);
  });
  const read = () => made.client.page(PROJECTS, first, noAbort);
  const many = (count: number) => Promise.all(Array.from({ length: count }, read));

  it('opens at most four connections at a time, and reuses them for later requests', async () => {
    await many(20);
    for (let click = 0; click < 20; click++) await read();
    assert.ok(server.connections <= 4, String(server.connections));
  });

  it('close closes connections also during a request', async () => {
    hang = true;
    const failures = Promise.all([failureOf(read()), failureOf(read())]);
    await until(() => server.open > 0);
    await made.transport.close();
    for (const { kind } of await failures) assert.equal(kind, 'network');
    await until(() => server.open === 0);
  });
});

describe('Certificate of the service', () => {
  const atEnd = endAfterEach();
  const closing = closeAfterEach();
  let requests: number;
  /** An https server that counts the requests. */
  const start = async (by: 'self' | 'signed' = 'signed') => {
    requests = 0;
    const server = await startTlsService((_, response) => {
      requests++;
      response.end('{}');
    }, by);
    return closing(server);
  };
  const get = (url: string, settings: Partial<NetworkSettings> = {}) => {
    const transport = closing(createTransport({ ...DIRECT, ...settings }));
    const headers = { authorization: `Bearer ${TOKEN}` };
    return transport.get({ url: new URL(url), headers, signal: noAbort, maxBodyBytes: 1000 });
  };
  it('accepts an authority that only the system trusts, unless http.systemCertificates is off', async () => {
    const stores: unknown[] = [];
    atEnd(
      trustInstead((store) => {
        stores.push(store);
        return store === 'system' ? [readFileSync(AUTHORITY, 'utf8')] : [];
      }),
    );
    const plain = closing(await listen(createServer((_, response) => response.end('{}'))));
    assert.equal((await get(plain.origin)).status, 200);
    assert.equal(stores.length, 0, 'they are read for https only');
    const { origin } = await start();
    const failure = await failureOf(get(origin, { systemCertificates: false }));
    assert.ok(failure.kind === 'network' && failure.tls);
    assert.ok(!stores.includes('system'));
    stores.length = 0;
    assert.equal((await get(origin)).status, 200);
    assert.deepEqual(stores, ['default', 'system']);
  });

  it('rejects a self-signed certificate, and an unknown issuer with its name, before any request', async () => {
    const signed = await start();
    assert.deepEqual(await failureOf(get(signed.origin)), {
      kind: 'network',
      code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      tls: true,
      issuer: 'mintscope test authority, throw-away',
    });
    assert.equal(requests, 0);
    assert.equal(signed.connections, 2);
    assert.deepEqual(await failureOf(get((await start('self')).origin)), {
      kind: 'network',
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      tls: true,
    });
    assert.equal(requests, 0);
  });

  it('waits half of an attempt for a certificate, and sends nothing before', async () => {
    const silent = closing(await startRawServer(() => undefined));
    await assert.rejects(get(`https://127.0.0.1:${silent.port}/`), (error) => {
      assert.ok(error instanceof UnsentError);
      assert.deepEqual(error.failure, { kind: 'network', code: 'ETIMEDOUT', tls: false });
      return true;
    });
  });
});
