import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer } from './service.ts';

interface SampleOptions {
  /** 0, the default, takes any free one. */
  readonly port?: number;
  /** Random if left out. */
  readonly token?: string;
  /** The time in milliseconds since 1970; some projects are minted as it passes. */
  readonly now?: () => number;
  /**
   * How many times as fast as usual the projects are minted. If left out, it is in the environment
   * variable `MINTSCOPE_SAMPLE_SPEED`, or 1.
   */
  readonly speed?: number;
  /** How many rows the list of projects holds at the start; 3,204 if left out. */
  readonly projects?: number;
  /** How many rows the list of collections holds; 345 if left out. */
  readonly collections?: number;
}

export interface SampleService {
  /** The base address, for example `http://127.0.0.1:49152`. */
  readonly address: string;
  readonly token: string;
  /** Ends open sockets at once; may be called again. */
  close(): Promise<void>;
}

/**
 * Starts a service of made-up data that answers as service-interface says. It listens on loopback
 * only. Rows are computed when a page is requested. They depend on the time since the start alone,
 * except for the address in their links. Rejects if the port is taken.
 */
export async function startSampleService(options: SampleOptions = {}): Promise<SampleService> {
  const { port = 0, now = Date.now, projects = 3204, collections = 345 } = options;
  const { speed = usualSpeed() } = options;
  const token = options.token ?? randomBytes(24).toString('base64url');
  const startedAt = now();
  // If the clock is set back, continue as at the start instead of before it.
  const elapsed = () => Math.max(0, (now() - startedAt) * speed) / 1000;

  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const {
      status,
      headers: sent,
      body,
    } = answer(
      { address, token, projects, collections, elapsed },
      { method, target: url, authorization: headers.authorization },
    );
    response.writeHead(status, { ...sent, 'content-length': Buffer.byteLength(body) }).end(body);
    request.resume();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  let closed: Promise<void> | undefined;
  const close = () =>
    (closed ??= new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    }));
  return { address, token, close };
}

function usualSpeed(): number {
  const speed = Number(process.env.MINTSCOPE_SAMPLE_SPEED);
  return speed > 0 && Number.isFinite(speed) ? speed : 1;
}
