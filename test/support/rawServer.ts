import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A server below HTTP: it accepts connections and sends what the test writes. */
export interface RawServer {
  readonly port: number;
  readonly origin: string;
  readonly connections: number;
  readonly open: number;
  close(): Promise<void>;
}

export function startRawServer(onSocket: (socket: Socket) => void): Promise<RawServer> {
  return listen(createServer(onSocket));
}

/** Starts any server, on a free port unless `at` names one, and counts its connections. */
export async function listen(
  server: Server,
  host = '127.0.0.1',
  scheme: 'http' | 'https' = 'http',
  at = 0,
): Promise<RawServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await once(server.listen(at, host), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `${scheme}://${host}:${port}`,
    get connections() {
      return connections;
    },
    get open() {
      return sockets.size;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Resolves once `condition` holds. If it never does, the test ends by mocha's timeout. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
