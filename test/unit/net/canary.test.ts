import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describeFailure } from '../../../src/core/messages/failureMessages.ts';
import { failureForLog, ServiceError } from '../../../src/core/model/serviceError.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { clientFor, first, noAbort, TOKEN } from '../../support/client.ts';
import { closeAfterEach } from '../../support/ends.ts';
import { startRawServer } from '../../support/rawServer.ts';
import { TRANSPORTS } from '../../support/transports.ts';

const OK = 'HTTP/1.1 200 OK\r\n';
const body = (text: string, head = '') =>
  `${OK}${head}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
const says = (text: string | Buffer) => (socket: Socket) => socket.end(text);

function everythingOf(error: unknown, depth = 0): string[] {
  if (depth > 10 || error === undefined || error === null) return [];
  const texts = [
    inspect(error, { depth: Infinity, showHidden: true, getters: true, maxStringLength: Infinity }),
    JSON.stringify(error),
    failureForLog(error),
  ];
  if (!(error instanceof Error)) return texts;
  const inner = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return [
    ...texts,
    error.message,
    error.stack ?? '',
    ...[error.cause, ...inner].flatMap((one) => everythingOf(one, depth + 1)),
  ];
}

/** Whether a text contains the token, also in base64, in percent-encoding, or as bytes of a buffer. */
function holdsToken(text: string): boolean {
  const bytes = [...Buffer.from(TOKEN)];
  return [
    TOKEN,
    Buffer.from(TOKEN).toString('base64').replace(/=+$/, ''),
    Buffer.from(TOKEN).toString('hex'),
    bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' '),
    bytes.join(', '),
  ].some((form) => text.includes(form));
}

/** Services that echo the token in places that may become part of an error. */
const echoes: Readonly<Record<string, (socket: Socket) => unknown>> = {
  'in the body of a 401': says(`HTTP/1.1 401 No\r\n\r\n{"error":"bad token ${TOKEN}"}`),
  'in the words of a status': says(`HTTP/1.1 500 bad ${TOKEN}\r\n\r\n`),
  // The message of the parser quotes all of such a short text.
  'in a short text that is not JSON': says(body(`<${TOKEN}`)),
  'in the user name of a redirect': says(
    `HTTP/1.1 302 Go\r\nlocation: https://${TOKEN}:${TOKEN}@api.example.com/\r\n\r\n`,
  ),
  'in place of a status line': says(`GET / HTTP/1.1\r\nauthorization: Bearer ${TOKEN}\r\n\r\n`),
  'in a garbled chunk': says(`${OK}transfer-encoding: chunked\r\n\r\n${TOKEN}\r\n`),
  'in a body of no known compression': says(body(TOKEN, `content-encoding: ${TOKEN}\r\n`)),
  'in a compressed body that is cut off': (socket) => {
    const packed = gzipSync(TOKEN.repeat(100)).subarray(0, 20);
    socket.write(`${OK}content-encoding: gzip\r\ncontent-length: 20\r\n\r\n`);
    socket.end(packed);
  },
  'before it closes the connection': (socket) =>
    socket.write(`${OK}x-echo: ${TOKEN}\r\ncontent-length: 99\r\n\r\n${TOKEN}`, () =>
      socket.resetAndDestroy(),
    ),
  'in headers that are too large': says(`${OK}x-echo: ${TOKEN.repeat(20_000)}\r\n\r\n`),
};

for (const [by, make] of TRANSPORTS)
  describe(`Errors of ${by} and a service that echoes the token`, () => {
    const closing = closeAfterEach();

    const assertSafe = (error: unknown, host: string) => {
      assert.ok(error instanceof ServiceError);
      const words = describeFailure(error.failure, host);
      const texts = [
        ...everythingOf(error),
        ...Object.values(words),
        JSON.stringify(error.failure),
      ];
      assert.deepEqual(texts.filter(holdsToken), []);
    };

    it('an error contains no token that a service sends back', async () => {
      for (const [where, answer] of Object.entries(echoes)) {
        let sent = '';
        const server = await startRawServer((socket) => {
          socket.on('data', (data) => {
            sent += data.toString('latin1');
            answer(socket);
          });
        });
        closing(server);
        const { client, transport } = clientFor(server.origin, { transport: make() });
        closing(transport);
        const error: unknown = await client.page(PROJECTS, first, noAbort).then(
          () => assert.fail(`it did not fail: ${where}`),
          (reason: unknown) => reason,
        );
        assert.equal(sent.split(TOKEN).length, 2, `it was sent once: ${where}`);
        assert.match(sent, new RegExp(`\\r\\nauthorization: Bearer ${TOKEN}\\r\\n`, 'i'));
        assertSafe(error, new URL(server.origin).host);
      }
    });
  });
