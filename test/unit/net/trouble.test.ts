import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import type { Socket } from 'node:net';
import { describe, it } from 'mocha';
import type { Failure } from '../../../src/core/model/serviceError.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { clientFor, first, noAbort, TOKEN } from '../../support/client.ts';
import { closeAfterEach } from '../../support/ends.ts';
import { failureOf } from '../../support/failures.ts';
import { startMinimalService } from '../../support/minimalService.ts';
import { type RawServer, startRawServer, until } from '../../support/rawServer.ts';
import { TRANSPORTS } from '../../support/transports.ts';

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

for (const [by, make] of TRANSPORTS)
  describe(`Network failures, with ${by}`, () => {
    const closing = closeAfterEach();

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
      const { client, transport } = clientFor(server.origin, { transport: make() });
      closing(transport);
      return failureOf(client.page(PROJECTS, first, signal));
    };
    const reset = (socket: Socket) => socket.resetAndDestroy();

    const cases: Readonly<Record<string, readonly [(socket: Socket) => void, code: RegExp]>> = {
      'a reset before the headers': [reset, /^ECONNRESET$/],
      'an end before the headers': [(socket) => socket.end(), /^ECONNRESET$/],
      'a reset within the headers': [
        (socket) => socket.write(HEAD, () => reset(socket)),
        /^ECONNRESET$/,
      ],
      'a reset within the body': [
        (socket) =>
          socket.write(`${HEAD}content-length: 100\r\n\r\n{"results":[`, () => reset(socket)),
        /^ECONNRESET$/,
      ],
      'an end within the body': [
        (socket) => socket.end(`${HEAD}content-length: 100\r\n\r\n{"results":[]}`),
        /^INCOMPLETE$/,
      ],
      'an end within a chunked body': [
        (socket) => socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\ne\r\n{"results":[]}`),
        /^INCOMPLETE$/,
      ],
      'another protocol': [(socket) => socket.end('220 mail.example ESMTP\r\n'), /^NOT_HTTP$/],
      'a garbled status line': [(socket) => socket.end('HTTP/9.9 !! ?\r\n\r\n'), /^NOT_HTTP$/],
      'a garbled chunk': [
        (socket) => socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n`),
        /^INCOMPLETE$/,
      ],
      'endless headers': [
        (socket) => socket.write(HEAD + `x-long: ${'x'.repeat(100_000)}`),
        /^HEADERS_TOO_LARGE$/,
      ],
    };
    for (const [name, [onData, code]] of Object.entries(cases)) {
      it(`${name} gives a failure with a code and without the token`, async () => {
        const failure = await failing(onData);
        assert.ok(failure.kind === 'network', JSON.stringify(failure));
        assert.match(failure.code, code);
        assert.equal(failure.tls, false);
        assert.ok(!JSON.stringify(failure).includes(TOKEN));
      });
    }

    it('a service that is not running gives a failure with a code', async () => {
      const gone = await startRawServer(() => undefined);
      await gone.close();
      const { client, transport } = clientFor(gone.origin, { transport: make() });
      closing(transport);
      assert.deepEqual(await failureOf(client.page(PROJECTS, first, noAbort)), {
        kind: 'network',
        code: 'ECONNREFUSED',
        tls: false,
      });
    });

    it('a host that does not exist gives a failure with a code', async () => {
      const { client, transport } = clientFor('https://mintscope-test.invalid', {
        transport: make(),
      });
      closing(transport);
      const failure = await failureOf(client.page(PROJECTS, first, noAbort));
      assert.ok(failure.kind === 'network');
      assert.match(failure.code, /^(ENOTFOUND|EAI_AGAIN|EAI_FAIL|ENODATA|ECONNREFUSED)$/);
    });

    it('a failed request does not affect the next one', async () => {
      const service = closing(await startMinimalService({ token: TOKEN }));
      const { client, transport } = clientFor(service.address, { transport: make() });
      closing(transport);
      service.fail(() => 'reset');
      for (let n = 0; n < 6; n++)
        assert.equal((await failureOf(client.page(PROJECTS, first, noAbort))).kind, 'network');
      service.fail(undefined);
      assert.deepEqual((await client.page(PROJECTS, first, noAbort)).rows, []);
    });

    describe('Canceled requests', () => {
      const aborted: Failure = { kind: 'aborted' };

      it('a request canceled before its start opens no connection', async () => {
        const server = closing(await startRawServer(() => undefined));
        const { client, transport } = clientFor(server.origin, { transport: make() });
        closing(transport);
        assert.deepEqual(
          await failureOf(client.page(PROJECTS, first, AbortSignal.abort())),
          aborted,
        );
        assert.equal(server.connections, 0);
      });

      it('canceling ends a request that is connecting', async () => {
        const caller = new AbortController();
        const server = closing(await startRawServer(() => undefined));
        const { client, transport } = clientFor(server.origin, { transport: make() });
        closing(transport);
        const failure = failureOf(client.page(PROJECTS, first, caller.signal));
        caller.abort();
        assert.deepEqual(await failure, aborted);
        assert.equal(getEventListeners(caller.signal, 'abort').length, 0);
      });

      it('canceling ends a request that waits for the headers', async () => {
        const caller = new AbortController();
        const failure = await failing(() => {
          caller.abort();
        }, caller.signal);
        assert.deepEqual(failure, aborted);
        assert.equal(getEventListeners(caller.signal, 'abort').length, 0);
      });

      it('canceling ends a request within the body and closes its connection', async () => {
        const caller = new AbortController();
        let ended = false;
        const failure = await failing((socket) => {
          socket.on('close', () => {
            ended = true;
          });
          socket.write(`${HEAD}content-length: 100\r\n\r\n{"results":[`, () => {
            setTimeout(() => {
              caller.abort();
            }, 20);
          });
        }, caller.signal);
        assert.deepEqual(failure, aborted);
        await until(() => ended);
        assert.equal(getEventListeners(caller.signal, 'abort').length, 0);
      });

      it('a hundred requests leave no listener on a signal', async () => {
        const service = closing(await startMinimalService({ token: TOKEN }));
        const { client, transport } = clientFor(service.address, { transport: make() });
        closing(transport);
        const { signal } = new AbortController();
        await Promise.all(Array.from({ length: 100 }, () => client.page(PROJECTS, first, signal)));
        assert.equal(getEventListeners(signal, 'abort').length, 0);
      });
    });
  });
