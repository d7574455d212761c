import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { beforeEach, describe, it } from 'mocha';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { UnsentError } from '../../../src/net/networkError.ts';
import type { NetworkSettings } from '../../../src/net/connect.ts';
import {
  clientFor,
  createTransport,
  DIRECT,
  first,
  noAbort,
  type TestClient,
  TOKEN,
} from '../../support/client.ts';
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
  const read = (signal = noAbort) => made.client.page(PROJECTS, first, signal);

  it('reuses connections for later requests', async () => {
    for (let round = 0; round < 5; round++) await Promise.all([read(), read()]);
    assert.equal(server.connections, 2);
  });

  it('closes idle connections at once, and others after their request', async () => {
    await read();
    const last = read();
    await made.transport.close();
    await last;
    await until(() => server.open === 0);
  });

  it('a canceled request ends its connection, and does not hold up the next one', async () => {
    hang = true;
    const canceled = new AbortController();
    const failure = failureOf(read(canceled.signal));
    await until(() => server.open === 1);
    canceled.abort();
    assert.deepEqual(await failure, { kind: 'aborted' });
    await until(() => server.open === 0);
    hang = false;
    await read();
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
    assert.equal(signed.connections, 1);
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
