import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { withDeadline } from '../../../src/core/client/deadline.ts';
import type { Policy } from '../../../src/core/client/requestPolicy.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { clientFor, first, noAbort, type TestClient, TOKEN } from '../../support/client.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { failureOf } from '../../support/failures.ts';
import { type MinimalService, startMinimalService } from '../../support/minimalService.ts';
import { type RawServer, startRawServer, until } from '../../support/rawServer.ts';
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

for (const [by, transport] of TRANSPORTS)
  describe(`Body of a response, with ${by}`, () => {
    let service: MinimalService;
    let made: TestClient;
    const answer = (body: unknown, headers: Readonly<Record<string, string>> = {}) => {
      service.fail(() => ({ status: 200, headers, body }));
    };
    const read = () => made.client.page(PROJECTS, first, noAbort);

    beforeEach(async () => {
      service = await startMinimalService({ token: TOKEN });
      made = clientFor(service.address, { transport: transport() });
    });
    afterEach(async () => {
      await made.transport.close();
      await service.close();
    });

    const encodings: readonly (readonly [string, Buffer])[] = [
      ['gzip', gzipSync(LIST)],
      ['GZIP', gzipSync(LIST)],
      ['x-gzip', gzipSync(LIST)],
      ['br', brotliCompressSync(LIST)],
      ['deflate', deflateSync(LIST)],
      ['identity', LIST],
      ['', LIST],
    ];
    for (const [encoding, body] of encodings) {
      it(`reads a body in the encoding “${encoding}”`, async () => {
        answer(body, encoding === '' ? {} : { 'content-encoding': encoding });
        assert.equal((await read()).rows[0]?.name, 'Hafenlichter – 港');
      });
    }

    it('requests only encodings that can be read', async () => {
      await read();
      assert.equal(service.requests[0]?.headers['accept-encoding'], 'gzip, br');
    });

    it('reports a body in an unknown encoding as unreadable', async () => {
      for (const [encoding, body] of [
        ['zstd', LIST],
        ['compress', LIST],
        ['gzip, br', gzipSync(LIST)],
      ] as const) {
        answer(body, { 'content-encoding': encoding });
        assert.deepEqual(await failureOf(read()), { kind: 'decode', what: 'encoding' }, encoding);
      }
    });

    it('reports a body that cannot be unpacked as cut off or damaged', async () => {
      const failure = { kind: 'network', code: 'INCOMPLETE', tls: false };
      for (const [encoding, body] of [
        ['gzip', LIST],
        ['br', gzipSync(LIST)],
        ['gzip', gzipSync(LIST).subarray(0, 30)],
        ['br', brotliCompressSync(MANY).subarray(0, 500)],
        ['deflate', deflateSync(MANY).subarray(0, 500)],
      ] as const) {
        answer(body, { 'content-encoding': encoding });
        assert.deepEqual(await failureOf(read()), failure, encoding);
      }
    });

    it('reads a body with more blanks after it than it has text', async () => {
      answer(gzipSync(Buffer.concat([LIST, blanks(1000)])), { 'content-encoding': 'gzip' });
      assert.equal((await read()).rows.length, 1);
    });

    it('reports why the service refuses a request, whatever the body looks like', async () => {
      const headers = { 'content-encoding': 'gzip' };
      service.fail(() => ({ status: 401, headers, body: gzipSync('[auth] refused, id 7') }));
      assert.deepEqual(await failureOf(read()), { kind: 'auth', status: 401 });
    });

    it('reports a web page as no JSON, compressed or not', async () => {
      const page = Buffer.from('<!doctype html><title>Log in</title>');
      for (const [encoding, body] of [
        ['', page],
        ['gzip', gzipSync(page)],
      ] as const) {
        answer(body, encoding === '' ? {} : { 'content-encoding': encoding });
        assert.deepEqual(await failureOf(read()), { kind: 'decode', what: 'notJson' });
      }
    });

    it('reports an empty body as such, compressed or not', async () => {
      for (const headers of [{}, { 'content-encoding': 'gzip' }]) {
        answer('', headers);
        assert.deepEqual(await failureOf(read()), { kind: 'decode', what: 'noBody' });
      }
    });

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
        answer(bomb, { 'content-encoding': encoding });
        assert.deepEqual(await failureOf(read()), { kind: 'decode', what: 'tooLarge' }, encoding);
      }
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

for (const [by, make] of TRANSPORTS)
  describe(`Body that arrives very slowly, with ${by}`, () => {
    let server: RawServer;
    let drops = 0;

    beforeEach(async () => {
      drops = 0;
      server = await startRawServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
        const timer = setInterval(() => {
          drops++;
          socket.write(' ');
        }, 50);
        socket.on('close', () => {
          clearInterval(timer);
        });
      });
    });
    afterEach(() => server.close());

    it('the deadline ends a body that arrives slowly, and closes its connection', async () => {
      const clock = new FakeClock();
      const { client, transport } = clientFor(server.origin, {
        transport: make(),
        policy: ((given, run) => withDeadline(clock, 30_000, given, run)) satisfies Policy,
      });
      const failure = failureOf(client.page(PROJECTS, first, noAbort));
      await until(() => drops >= 3);
      clock.pass(30_000);
      assert.deepEqual(await failure, { kind: 'timeout', afterMs: 30_000 });
      await until(() => server.open === 0);
      await transport.close();
    });
  });
