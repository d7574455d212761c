import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import tls from 'node:tls';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { UnsentError } from '../../../src/net/networkError.ts';
import { createTransport, type NetworkSettings } from '../../../src/net/undiciTransport.ts';
import { clientFor, DIRECT, first, noAbort, type TestClient, TOKEN } from '../../support/client.ts';
import { failureOf } from '../../support/failures.ts';
import { listen, type RawServer, startRawServer, until } from '../../support/rawServer.ts';
import { AUTHORITY, startTlsService } from '../../support/tlsService.ts';

describe('Connections to the service', () => {
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
    made = clientFor(server.origin);
  });
  afterEach(async () => {
    await made.transport.close();
    await server.close();
  });
  const many = (count: number) =>
    Promise.all(Array.from({ length: count }, () => made.client.page(PROJECTS, first, noAbort)));

  it('reuses connections for later requests', async () => {
    for (let click = 0; click < 20; click++) await made.client.page(PROJECTS, first, noAbort);
    // A second connection is opened if the first is not idle yet when a request is sent.
    assert.ok(server.connections <= 2, String(server.connections));
  });

  it('opens at most four connections at a time', async () => {
    await many(20);
    assert.ok(server.connections <= 4, String(server.connections));
  });

  it('close closes all connections', async () => {
    await many(8);
    assert.ok(server.open > 0);
    await made.transport.close();
    await until(() => server.open === 0);
  });

  it('close closes connections also during a request', async () => {
    hang = true;
    const failures = Promise.all([
      failureOf(made.client.page(PROJECTS, first, noAbort)),
      failureOf(made.client.page(PROJECTS, first, noAbort)),
    ]);
    await until(() => server.open > 0);
    await made.transport.close();
    assert.deepEqual(
      (await failures).map(({ kind }) => kind),
      ['network', 'network'],
    );
    await until(() => server.open === 0);
  });

  it('close may be called twice, and before a connection was opened', async () => {
    await made.transport.close();
    await made.transport.close();
  });
});

describe('Certificate of the service', () => {
  let requests: number;
  let server: RawServer;
  const get = async (url: string, strictSSL: boolean, more: Partial<NetworkSettings> = {}) => {
    const transport = createTransport({ ...DIRECT, strictSSL, ...more });
    try {
      const headers = { authorization: `Bearer ${TOKEN}` };
      const request = { url: new URL(url), headers, signal: noAbort, maxBodyBytes: 1000 };
      return await transport.get(request);
    } finally {
      await transport.close();
    }
  };

  beforeEach(async () => {
    requests = 0;
    server = await startTlsService((_, response) => {
      requests++;
      response.end('{}');
    });
  });
  afterEach(() => server.close());

  it('rejects a certificate that no known CA signed before the token is sent', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      assert.deepEqual(await failureOf(get(`https://${host}:${server.port}/`, true)), {
        kind: 'network',
        code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
        tls: true,
      });
    }
    assert.equal(requests, 0);
  });

  it('accepts any certificate if the editor turns the check off', async () => {
    assert.equal((await get(`${server.origin}/`, false)).status, 200);
    assert.equal(requests, 1);
  });

  it('accepts an authority that only the system trusts, whose list is read for https only', async () => {
    const authority = readFileSync(AUTHORITY, 'utf8');
    const { getCACertificates } = tls;
    const stores: unknown[] = [];
    tls.getCACertificates = (store) => {
      stores.push(store);
      return store === 'system' ? [authority] : [];
    };
    syncBuiltinESMExports();
    const plain = await listen(createServer((_, response) => response.end('{}')));
    const signed = await startTlsService((_, response) => response.end('{}'), 'signed');
    try {
      assert.equal((await get(`${plain.origin}/`, true)).status, 200);
      assert.deepEqual(stores, []);
      assert.equal((await get(`${signed.origin}/`, true)).status, 200);
      assert.deepEqual(stores, ['default', 'system']);
    } finally {
      tls.getCACertificates = getCACertificates;
      syncBuiltinESMExports();
      await plain.close();
      await signed.close();
    }
  });

  it('rejects an authority that the system trusts if http.systemCertificates is off', async () => {
    const { getCACertificates } = tls;
    const stores: unknown[] = [];
    tls.getCACertificates = (store) => {
      stores.push(store);
      return [];
    };
    syncBuiltinESMExports();
    try {
      const failure = await failureOf(
        get(`${server.origin}/`, true, { systemCertificates: false }),
      );
      assert.ok(failure.kind === 'network' && failure.tls);
      assert.deepEqual(stores, ['default']);
    } finally {
      tls.getCACertificates = getCACertificates;
      syncBuiltinESMExports();
    }
  });

  it('rejects an unknown issuer with its name, for which no request is sent', async () => {
    let requests = 0;
    const signed = await startTlsService((_, response) => {
      requests++;
      response.end('{}');
    }, 'signed');
    const failure = await failureOf(get(`${signed.origin}/`, true));
    await signed.close();
    assert.deepEqual(failure, {
      kind: 'network',
      code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      tls: true,
      issuer: 'mintscope test authority, throw-away',
    });
    assert.equal(requests, 0);
    assert.equal(signed.connections, 2);
  });

  it('waits half of an attempt for a certificate, and sends nothing before', async () => {
    const silent = await startRawServer(() => undefined);
    const transport = createTransport(DIRECT);
    const url = new URL(`https://127.0.0.1:${silent.port}/`);
    await assert.rejects(
      transport.get({ url, headers: {}, signal: noAbort, maxBodyBytes: 9 }),
      (error) => {
        assert.ok(error instanceof UnsentError);
        assert.deepEqual(error.failure, { kind: 'network', code: 'ETIMEDOUT', tls: false });
        return true;
      },
    );
    await transport.close();
    await silent.close();
  });

  it('reports a server without TLS as a TLS failure', async () => {
    const plain = await listen(createServer((_, response) => response.end('{}')));
    const failure = await failureOf(get(`https://127.0.0.1:${plain.port}/`, true));
    await plain.close();
    assert.ok(failure.kind === 'network');
    assert.equal(failure.tls, true, failure.code);
  });
});
