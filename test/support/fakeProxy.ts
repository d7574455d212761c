import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { listen, type RawServer } from './rawServer.ts';

export interface FakeProxy extends RawServer {
  /** What it was asked to connect to, as it arrived. */
  readonly asked: readonly { readonly target: string; readonly headers: IncomingHttpHeaders }[];
}

/**
 * A CONNECT proxy that connects every request to `port` on this machine, or refuses with `status`.
 */
export async function startFakeProxy(port: number, status = 200): Promise<FakeProxy> {
  const asked: { target: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((_, response) => response.writeHead(501).end());
  server.on('connect', ({ url = '', headers }, socket) => {
    asked.push({ target: url, headers });
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      return;
    }
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  const raw = await listen(server);
  return Object.create(raw, { asked: { value: asked } }) as FakeProxy;
}
