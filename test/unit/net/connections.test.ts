import assert from 'node:assert/strict';
import dns from 'node:dns';
import { createServer } from 'node:http';
import { Socket } from 'node:net';
import { constants } from 'node:os';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { UnsentError } from '../../../src/net/networkError.ts';
import type { NetworkSettings } from '../../../src/net/proxyChoice.ts';
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
import { startTlsService } from '../../support/tlsService.ts';

const OK = `HTTP/1.1 200 OK\r\ncontent-length: 14\r\n\r\n{"results":[]}`;

/**
 * Makes a host have addresses of both kinds. The handshake with the first takes longer than Node
 * waits by itself, and the other cannot be reached.
 * @returns a function that ends this.
 */
function distantHost(name: string): () => void {
  const { lookup } = dns;
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ];
  dns.lookup = ((hostname: string, _: unknown, done: (error: null, found: unknown) => void) => {
    assert.equal(hostname, name);
    queueMicrotask(() => {
      done(null, addresses);
    });
  }) as typeof dns.lookup;
  interface Handle {
    connect: (...to: unknown[]) => number;
    connect6: (...to: unknown[]) => number;
  }
  const probe = new Socket().on('error', () => undefined).connect(1, '127.0.0.1');
  const handle = Object.getPrototypeOf((probe as unknown as { _handle: Handle })._handle) as Handle;
  probe.destroy();
  const { connect, connect6 } = handle;
  handle.connect = function (this: Handle, ...to) {
    setTimeout(() => connect.apply(this, to), 400);
    return 0;
  };
  handle.connect6 = () => -constants.errno.ENETUNREACH;
  return () => {
    dns.lookup = lookup;
    Object.assign(handle, { connect, connect6 });
  };
}

describe('Connections to the service', () => {
  const atEnd = endAfterEach();
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

  it('reuses connections for later requests, and closes idle ones while the others end', async () => {
    for (let round = 0; round < 5; round++) await Promise.all([read(), read()]);
    assert.equal(server.connections, 2);
    const last = read();
    await made.transport.close();
    await until(() => server.open === 1);
    await last;
  });

  it('answers every request to a service that resets connections at their second request', async () => {
    const moody = await startRawServer((socket) => {
      socket.once('data', () => {
        socket.write(OK);
        socket.once('data', () => socket.resetAndDestroy());
      });
    });
    const { client, transport } = clientFor(closing(moody).origin);
    closing(transport);
    const readThirty = async () => {
      for (let n = 0; n < 10; n++) await client.page(PROJECTS, first, noAbort);
    };
    await Promise.all([readThirty(), readThirty(), readThirty()]);
  });

  it('connects to a distant host that has also an address of IPv6, which this machine lacks', async () => {
    atEnd(distantHost('distant.example.test'));
    const url = new URL(`http://distant.example.test:${server.port}/`);
    const request = { url, headers: {}, signal: noAbort, maxBodyBytes: 1000 };
    assert.equal((await closing(createTransport()).get(request)).status, 200);
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
  const closing = closeAfterEach();
  let requests: number;
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
