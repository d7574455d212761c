import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { failureCode } from '../../../src/core/model/serviceError.ts';
import { connectTo } from '../../../src/net/connect.ts';
import { closeAfterEach, endAfterEach } from '../../support/ends.ts';
import { DIRECT, networkWith } from '../../support/client.ts';
import { failureOf } from '../../support/failures.ts';
import { startRawServer, until } from '../../support/rawServer.ts';
import { AUTHORITY, startTlsService, trustInstead } from '../../support/tlsService.ts';

describe('connectTo', () => {
  const atEnd = endAfterEach();
  const closing = closeAfterEach();

  it('tries again what is trusted after that could not be read, and meanwhile trusts the default certificates', async () => {
    const { origin } = closing(await startTlsService((_, response) => response.end(), 'signed'));
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
    const connect = async () => (await connectTo(new URL(origin), network)).destroy();
    await connect();
    const line = 'Only the default certificates are trusted: Too many open files.';
    assert.deepEqual([network.trusted, logged], [undefined, [line]]);
    await connect();
    assert.ok(network.trusted);
    assert.equal(logged.length, 1);
  });

  it('reports what a proxy refuses, and leaves no connection to it', async () => {
    // This proxy refuses without closing the connection.
    const proxy = await startRawServer((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n'));
    });
    const { origin } = closing(proxy);
    const closed = await startRawServer(() => undefined);
    await closed.close();
    for (const [address, code] of [
      [origin, 'PROXY_407'],
      [closed.origin, 'PROXY_ECONNREFUSED'],
      ['no address', 'PROXY_INVALID'],
      [origin.replace('//', '//someone:12#34@'), 'PROXY_INVALID'],
    ] as const) {
      const network = networkWith({ proxy: address, noProxy: [], strictSSL: true });
      const failure = await failureOf(connectTo(new URL('https://api.example.test'), network));
      assert.equal(failureCode(failure), `network ${code}`, address);
    }
    await until(() => proxy.open === 0);
  });
});
