import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/rawServer.ts';
import { fault } from './support/matrix.ts';
import { openers, outcome, pageOf, rows } from './support/openers.ts';

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const BODY = pageOf(rows(1));
const LENGTH = `content-length: ${BODY.length}\r\n`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

/** Responses that are cut off or are no HTTP, written to the socket. */
describe('Transport', () => {
  const open = openers();

  const opened = async (respond: (socket: Socket, request: number) => void) => {
    const { server, origin, requests } = await open.raw(respond);
    const rig = await open.opened(origin);
    return { server, rig, requests };
  };
  const RETRY = 'Try again; if that does not help, ask whoever runs the service. [retry]';
  const words: Readonly<Record<string, (host: string) => string>> = {
    brokeOff: (host) => `${host} broke off the connection (connection reset). ${RETRY}`,
    cutOff: (host) => `The answer of ${host} was cut off or garbled. ${RETRY}`,
    notJson: (host) =>
      `The answer is not JSON (from ${host}). Check that the address is that of the NFT service. [retry]`,
    notHttp: (host) =>
      `The answer of ${host} is not valid HTTP. Check the address, or ask whoever runs the service. [retry]`,
    headers: (host) =>
      `The answer of ${host} has headers too large to read. Check the address, or ask whoever runs the service. [retry]`,
  };
  const partly = `${HEAD}content-length: 1000\r\n\r\n${BODY}`;

  const cases: Readonly<
    Record<string, readonly [respond: (socket: Socket) => unknown, keyof typeof words, number]>
  > = {
    'a connection reset before the headers': [(socket) => socket.resetAndDestroy(), 'brokeOff', 3],
    'a Content-Length longer than the body': [(socket) => socket.end(partly), 'cutOff', 2],
    'a Content-Length shorter than the body': [
      (socket) => socket.end(`${HEAD}content-length: 30\r\n\r\n${BODY}`),
      'notJson',
      2,
    ],
    'a body without a length that ends too early': [
      (socket) => socket.end(`${HEAD}connection: close\r\n\r\n${BODY.slice(0, -1)}`),
      'notJson',
      2,
    ],
    'an invalid status line': [(socket) => socket.end('HTTP/1.1 abc OK\r\n\r\n'), 'notHttp', 1],
    'a header of 40 KB': [
      (socket) => socket.end(`${HEAD}x-long: ${'x'.repeat(40_000)}\r\n${LENGTH}\r\n${BODY}`),
      'headers',
      1,
    ],
    'two Content-Lengths': [
      (socket) => socket.end(`${HEAD}${LENGTH}content-length: 20\r\n\r\n${BODY}`),
      'cutOff',
      2,
    ],
    'a Content-Length before Transfer-Encoding: chunked': [
      (socket) =>
        socket.end(`${HEAD}${LENGTH}transfer-encoding: chunked\r\n\r\n${chunk(BODY)}0\r\n\r\n`),
      'cutOff',
      2,
    ],
    'a Content-Length after Transfer-Encoding: chunked': [
      (socket) =>
        socket.end(`${HEAD}transfer-encoding: chunked\r\n${LENGTH}\r\n${chunk(BODY)}0\r\n\r\n`),
      'notHttp',
      1,
    ],
  };
  for (const [name, [respond, sees, requests]] of Object.entries(cases)) {
    fault(name, async () => {
      const { server, rig, requests: made } = await opened(respond);
      await until(() => server.open === 0);
      return outcome(rig.sees(), made(), { sees: words[sees]!(rig.host), requests });
    });
  }

  fault('a second response without a request: the next request does not use it', async () => {
    const other = pageOf(rows(40));
    const { rig, requests } = await opened((socket, request) => {
      const unasked = request === 1 ? `${HEAD}content-length: ${other.length}\r\n\r\n${other}` : '';
      socket.write(`${HEAD}${LENGTH}\r\n${BODY}${unasked}`);
    });
    assert.equal(rig.sees(), '1');
    await sleep(20);
    await rig.projects.refresh();
    return outcome(rig.sees(), requests(), { sees: '1', requests: 2 });
  });
});
