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
      'a reset within the body': [breaksOff(`${LONG}{"results":[`), 'ECONNRESET'],
      'an end within the body': [says(`${LONG}{"results":[]}`), 'INCOMPLETE'],
      'another protocol': [says('220 mail.example ESMTP\r\n'), 'NOT_HTTP'],
      'a garbled chunk': [says(`${CHUNKED}zz\r\n`), 'INCOMPLETE'],
      'endless headers': [
        (socket) => socket.write(HEAD + `x-long: ${'x'.repeat(100_000)}`),
        'HEADERS_TOO_LARGE',
      ],
    };
    for (const [name, [onData, code]] of Object.entries(cases)) {
      it(`${name} gives the failure ${code}`, async () => {
        assert.deepEqual(await failing(onData), { kind: 'network', code, tls: false });
      });
    }

    it('a service that is not running gives a failure with a code', async () => {
      const gone = await startRawServer(() => undefined);
      await gone.close();
      assert.deepEqual(await failureOf(clientOf(gone.origin).page(PROJECTS, first, noAbort)), {
        kind: 'network',
        code: 'ECONNREFUSED',
        tls: false,
      });
    });

    it('a failed request does not affect the next one', async () => {
      const service = closing(await startMinimalService({ token: TOKEN }));
      const client = clientOf(service.address);
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
        const client = clientOf(server.origin);
        const failure = failureOf(client.page(PROJECTS, first, AbortSignal.abort()));
        assert.deepEqual(await failure, aborted);
        assert.equal(server.connections, 0);
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

      it('a hundred requests leave no listener on a signal', async () => {
        const service = closing(await startMinimalService({ token: TOKEN }));
        const client = clientOf(service.address);
        const { signal } = new AbortController();
        await Promise.all(Array.from({ length: 100 }, () => client.page(PROJECTS, first, signal)));
        assert.equal(getEventListeners(signal, 'abort').length, 0);
      });
    });
  });
