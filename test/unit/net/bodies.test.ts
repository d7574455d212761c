import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { beforeEach, describe, it } from 'mocha';
import { withDeadline } from '../../../src/core/client/deadline.ts';
import type { Policy } from '../../../src/core/client/requestPolicy.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { type Failure, failureCode } from '../../../src/core/model/serviceError.ts';
import { clientFor, first, noAbort, TOKEN } from '../../support/client.ts';
import { closeAfterEach } from '../../support/ends.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { failureOf } from '../../support/failures.ts';
import { type MinimalService, startMinimalService } from '../../support/minimalService.ts';
import { startRawServer, until } from '../../support/rawServer.ts';
import { TRANSPORTS } from '../../support/transports.ts';

const LIMIT = 4 * 1024 * 1024;
const LIST = Buffer.from(JSON.stringify({ results: [{ id: 7, name: 'Hafenlichter – 港' }] }));
/** A body with random names, so that it is still long when compressed. */
const MANY = Buffer.from(
  JSON.stringify({
    results: Array.from({ length: 99 }, (_, id) => ({ id, name: `${Math.sin(id + 1)}` })),
  }),
);
const blanks = (count: number) => Buffer.alloc(count, ' ');

for (const [by, make] of TRANSPORTS)
  describe(`Body of a response, with ${by}`, () => {
    const closing = closeAfterEach();
    let service: MinimalService;
    const answer = (body: unknown, encoding = '') => {
      const headers = encoding === '' ? {} : { 'content-encoding': encoding };
      service.fail(() => ({ status: 200, headers, body }));
    };
    const read = (address = service.address, policy?: Policy) => {
      const { client, transport } = clientFor(address, {
        transport: make(),
        ...(policy && { policy }),
      });
      closing(transport);
      return client.page(PROJECTS, first, noAbort);
    };

    beforeEach(async () => {
      service = closing(await startMinimalService({ token: TOKEN }));
    });

    for (const [encoding, body] of [
      ['GZIP', gzipSync(LIST)],
      ['x-gzip', gzipSync(LIST)],
      ['br', brotliCompressSync(LIST)],
      ['deflate', deflateSync(LIST)],
      ['identity', LIST],
    ] as const) {
      it(`reads a body in the encoding “${encoding}”`, async () => {
        answer(body, encoding);
        assert.equal((await read()).rows[0]?.name, 'Hafenlichter – 港');
      });
    }

    it('requests only encodings that can be read', async () => {
      await read();
      assert.equal(service.requests[0]?.headers['accept-encoding'], 'gzip, br');
    });

    const unreadable = { kind: 'decode', what: 'encoding' } as const;
    const damaged = { kind: 'network', code: 'INCOMPLETE', tls: false } as const;
    const bad: readonly (readonly [what: string, encoding: string, body: unknown, Failure])[] = [
      ['in an unknown encoding', 'zstd', LIST, unreadable],
      ['in two encodings', 'gzip, br', gzipSync(LIST), unreadable],
      ['that is not compressed', 'gzip', LIST, damaged],
      ['cut off in br', 'br', brotliCompressSync(MANY).subarray(0, 500), damaged],
      ['that is a web page', '', '<!doctype html>', { kind: 'decode', what: 'notJson' }],
      ['that is empty', 'gzip', '', { kind: 'decode', what: 'noBody' }],
    ];
    for (const [what, encoding, body, failure] of bad) {
      it(`reports a body ${what} as ${failureCode(failure)}`, async () => {
        answer(body, encoding);
        assert.deepEqual(await failureOf(read()), failure);
      });
    }

    it('reads a body of up to 4 MB and refuses one byte more', async () => {
      answer(Buffer.concat([blanks(LIMIT - LIST.length), LIST]));
      assert.equal((await read()).rows.length, 1);
      answer(Buffer.concat([blanks(LIMIT - LIST.length + 1), LIST]));
      assert.deepEqual(await failureOf(read()), { kind: 'decode', what: 'tooLarge' });
    });

    it('ends a body without an end at 4 MB, and closes its connection', async () => {
      let sent = 0;
      const endless = new Readable({
        read() {
          sent += 65_536;
          this.push(blanks(65_536));
        },
      });
      answer(endless);
      assert.deepEqual(await failureOf(read()), { kind: 'decode', what: 'tooLarge' });
      await until(() => endless.destroyed);
      assert.ok(sent < 10 * LIMIT);
    });

    it('refuses a body that unpacks to gigabytes by its unpacked size', async () => {
      for (const [encoding, pack] of [
        ['gzip', gzipSync],
        ['br', brotliCompressSync],
        ['deflate', deflateSync],
      ] as const) {
        const bomb = pack(blanks(LIMIT + 1));
        assert.ok(bomb.length < 100_000);
        answer(bomb, encoding);
        assert.deepEqual(await failureOf(read()), { kind: 'decode', what: 'tooLarge' }, encoding);
      }
    });

    it('the deadline ends a body that arrives slowly, and closes its connection', async () => {
      let drops = 0;
      const server = closing(
        await startRawServer((socket) => {
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
          const timer = setInterval(() => {
            drops++;
            socket.write(' ');
          }, 50);
          socket.on('close', () => {
            clearInterval(timer);
          });
        }),
      );
      const clock = new FakeClock();
      const policy: Policy = (given, run) => withDeadline(clock, 30_000, given, run);
      const failure = failureOf(read(server.origin, policy));
      await until(() => drops >= 3);
      clock.pass(30_000);
      assert.deepEqual(await failure, { kind: 'timeout', afterMs: 30_000 });
      await until(() => server.open === 0);
    });
  });

describe('Informational responses', () => {
  it('uses the final response after informational ones', async () => {
    const body = '{"results":[{"id":7}]}';
    const server = await startRawServer((socket) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nretry-after: 9\r\n\r\n');
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    });
    const { client, transport } = clientFor(server.origin);
    assert.equal((await client.page(PROJECTS, first, noAbort)).rows[0]?.id, '7');
    await transport.close();
    await server.close();
  });
});
