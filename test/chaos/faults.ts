import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Random } from './random.ts';

interface Occasion {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly random: Random;
  readonly honest: () => void;
  readonly now: () => number;
  readonly later: (ms: number, call: () => void) => void;
}

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}) =>
  ({ response }: Occasion): void => {
    response.writeHead(code, headers).end('{"error":"chaos"}');
  };

/** The ways in which a response goes wrong. */
export const faults = {
  late: ({ random, later, honest }) => {
    later(random.below(20), honest);
  },
  hang: () => undefined,
  /** Sends a byte at times, so that only a deadline for the whole response ends it. */
  trickle: ({ response, later }) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const drip = () => {
      if (response.destroyed) return;
      response.write(' ');
      later(30, drip);
    };
    drip();
  },
  reset: ({ request }) => request.socket.resetAndDestroy(),
  cutOff: ({ request }) => {
    request.socket.end(`${HEAD}content-length: 1000\r\n\r\n{"results":[`);
  },
  cutOffChunk: ({ request }) => {
    request.socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\nc\r\n{"results":[\r\n`);
  },
  notHttp: ({ request }) => {
    request.socket.end('220 mail.example ESMTP\r\n');
  },
  notJson: ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Moved');
  },
  empty: ({ response }) => {
    response.writeHead(200).end();
  },
  internalError: status(500),
  unavailable: status(503),
  unavailableFor: ({ random, ...occasion }) => {
    status(503, { 'retry-after': String(random.below(5)) })({ random, ...occasion });
  },
  tooMany: ({ random, ...occasion }) => {
    status(429, { 'retry-after': String(random.below(5)) })({ random, ...occasion });
  },
  tooManyUntil: ({ now, ...occasion }) => {
    const until = new Date(now() + 3000).toUTCString();
    status(429, { 'retry-after': until })({ now, ...occasion });
  },
  tooManyForAnHour: status(429, { 'retry-after': '3600' }),
  /** Redirects to itself, which ends only because redirects are counted. */
  redirect: ({ request, ...occasion }) => {
    status(302, { location: request.url ?? '/' })({ request, ...occasion });
  },
  elsewhere: status(302, { location: 'https://elsewhere.example.com/' }),
} satisfies Readonly<Record<string, (occasion: Occasion) => unknown>>;

export type Fault = keyof typeof faults;
