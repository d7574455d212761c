import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect } from 'node:net';
import { pipeline } from 'node:stream';
import { listen, type RawServer } from './rawServer.ts';
import { IDENTITIES } from './tlsService.ts';

export interface FakeProxy extends RawServer {
  readonly asked: readonly { readonly target: string; readonly headers: IncomingHttpHeaders }[];
}

export interface ProxyOptions {
  /** The `name:password` that it requires; none if left out. */
  readonly credentials?: string;
  /** The certificate of the proxy itself, whose address is then of https; of http if left out. */
  readonly shows?: keyof typeof IDENTITIES;
  readonly at?: number;
  /** Called for each request: whether it gets no answer. All are answered if left out. */
  readonly isSilent?: () => boolean;
}

/** A CONNECT proxy that connects every request to `port` on this machine. */
export async function startFakeProxy(
  port: number,
  { credentials, shows, at = 0, isSilent }: ProxyOptions = {},
): Promise<FakeProxy> {
  const asked: { target: string; headers: IncomingHttpHeaders }[] = [];
  const refuse: RequestListener = (_, response) => response.writeHead(501).end();
  const server = shows ? createSecureServer(IDENTITIES[shows], refuse) : createServer(refuse);
  const expected =
    credentials === undefined ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`;
  server.on('connect', ({ url = '', headers }, socket) => {
    asked.push({ target: url, headers });
    if (isSilent?.()) return;
    if (expected !== undefined && headers['proxy-authorization'] !== expected) {
      socket.end('HTTP/1.1 407 No\r\nproxy-authenticate: Basic realm="test"\r\n\r\n');
      return;
    }
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
    });
    pipeline(socket, onward, socket, () => undefined);
  });
  const raw = await listen(server, '127.0.0.1', shows ? 'https' : 'http', at);
  return Object.create(raw, { asked: { value: asked } }) as FakeProxy;
}
