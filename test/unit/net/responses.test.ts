import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { PROJECTS } from '../../../src/lists/projects.ts';
import type { Failure } from '../../../src/core/model/serviceError.ts';
import { clientFor, first, noAbort, TOKEN } from '../../support/client.ts';
import { closeAfterEach } from '../../support/ends.ts';
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

for (const [by, make] of TRANSPORTS)
  describe(`Body of a response, with ${by}`, () => {
    const closing = closeAfterEach();
    let service: MinimalService;
    const answer = (body: unknown, encoding = '') => {
      const headers = encoding === '' ? {} : { 'content-encoding': encoding };
      service.fail(() => ({ status: 200, headers, body }));
    };
    const read = (address = service.address) => {
      const { client, transport } = clientFor(address, { transport: make() });
      closing(transport);
      return client.page(PROJECTS, first, noAbort);
    };

    beforeEach(async () => {
      service = closing(await startMinimalService({ token: TOKEN }));
    });

    it('asks for the encodings that it reads', async () => {
      for (const [encoding, body] of [
        ['GZIP', gzipSync(LIST)],
        ['x-gzip', gzipSync(LIST)],
        ['br', brotliCompressSync(LIST)],
        ['identity', LIST],
        // Not an encoding, but sent in its place.
        ['UTF-8', LIST],
        // Not packed, whatever the label says.
        ...(by === 'undici'
          ? ([
              ['gzip', LIST],
              ['br', LIST],
            ] as const)
          : []),
      ] as const) {
        answer(body, encoding);
        assert.equal((await read()).rows[0]?.name, 'Hafenlichter – 港');
      }
      assert.equal(service.requests[0]?.headers['accept-encoding'], 'gzip, br');
    });

    const damaged = { kind: 'network', code: 'INCOMPLETE', tls: false } as const;
    const notJson = { kind: 'decode', what: 'notJson' } as const;
    const bad: [encoding: string, body: unknown, Failure][] = [
      ['compress', gzipSync(LIST), notJson],
      ['', '{"results":[', notJson],
      ['', '<!doctype html>', notJson],
      ['gzip', '', { kind: 'decode', what: 'noBody' }],
    ];
    // `fetch` gives what it can unpack, which is then not JSON.
    const cutOff = brotliCompressSync(MANY).subarray(0, 500);
    if (by === 'undici') bad.push(['br', cutOff, damaged]);
    // `fetch` unpacks a body itself, as its label says.
    else bad.push(['gzip', LIST, damaged]);
    it('names what is wrong with a body', async () => {
      for (const [encoding, body, failure] of bad) {
        answer(body, encoding);
        assert.deepEqual(await failureOf(read()), failure);
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

    it('refuses a body by its packed and by its unpacked size, as too large and not as damaged', async () => {
      const tooLarge = { kind: 'decode', what: 'tooLarge' };
      answer(brotliCompressSync(blanks(LIMIT + 1)), 'br');
      assert.deepEqual(await failureOf(read()), tooLarge);
      const body = Buffer.concat([gzipSync(LIST), blanks(LIMIT)]);
      const headers = { 'content-encoding': 'gzip', 'content-length': String(body.length) };
      service.fail(() => ({ status: 200, headers, body }));
      assert.deepEqual(await failureOf(read()), tooLarge);
    });
  });

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const LONG = `${HEAD}content-length: 100\r\n\r\n`;
const CHUNKED = `${HEAD}transfer-encoding: chunked\r\n\r\n`;

for (const [by, make] of TRANSPORTS)
  describe(`Network failures, with ${by}`, () => {
    const closing = closeAfterEach();
    const clientOf = (address: string) => {
      const { client, transport } = clientFor(address, { transport: make() });
      closing(transport);
      return client;
    };

    /** The failure of a request to a server that handles each request by `onData`. */
    const failing = async (
      onData: (socket: Socket) => void,
      signal = noAbort,
    ): Promise<Failure> => {
      const server: RawServer = closing(
        await startRawServer((socket) => {
          socket.once('data', () => {
            onData(socket);
          });
        }),
      );
      return failureOf(clientOf(server.origin).page(PROJECTS, first, signal));
    };
    const reset = (socket: Socket) => socket.resetAndDestroy();
    const says = (text: string) => (socket: Socket) => socket.end(text);
    const breaksOff = (text: string) => (socket: Socket) => socket.write(text, () => reset(socket));

    const cases: Readonly<Record<string, readonly [(socket: Socket) => void, code: string]>> = {
      'a reset before the headers': [reset, 'ECONNRESET'],
      'a reset within the body': [breaksOff(`${LONG}{"results":[`), 'INCOMPLETE'],
      'an end within the body': [says(`${LONG}{"results":[]}`), 'INCOMPLETE'],
      'a length and chunks at once': [
        says(`${HEAD}content-length: 14\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
        'NOT_HTTP',
      ],
      'another protocol': [says('220 mail.example ESMTP\r\n'), 'NOT_HTTP'],
      'a garbled chunk': [says(`${CHUNKED}zz\r\n`), 'INCOMPLETE'],
      'endless headers': [
        (socket) => socket.write(HEAD + `x-long: ${'x'.repeat(300_000)}`),
        'NOT_HTTP',
      ],
    };
    it('names how a connection or an answer broke', async () => {
      for (const [name, [onData, code]] of Object.entries(cases)) {
        assert.deepEqual(await failing(onData), { kind: 'network', code, tls: false }, name);
      }
    });

    if (by === 'undici') {
      it('reads a response with long headers', async () => {
        const list = JSON.stringify({ results: [{ id: 7 }] });
        const long = `x-policy: ${'p'.repeat(100_000)}\r\n`;
        const answer = `${HEAD}${long}content-length: ${list.length}\r\n\r\n${list}`;
        const server = closing(await startRawServer((socket) => socket.write(answer)));
        const { rows } = await clientOf(server.origin).page(PROJECTS, first, noAbort);
        assert.equal(rows.length, 1);
      });
    }

    describe('Canceled requests', () => {
      const aborted: Failure = { kind: 'aborted' };

      it('canceling ends a request within the body and closes its connection', async () => {
        const caller = new AbortController();
        let ended = false;
        const failure = await failing((socket) => {
          socket.on('close', () => {
            ended = true;
          });
          socket.write(`${LONG}{"results":[`, () => {
            setTimeout(() => {
              caller.abort();
            }, 20);
          });
        }, caller.signal);
        assert.deepEqual(failure, aborted);
        await until(() => ended);
        assert.equal(getEventListeners(caller.signal, 'abort').length, 0);
      });
    });
  });
