import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An image server that counts its requests; a Project's `image` leads to it. */
export interface ImageServer {
  readonly address: string;
  /** Paths asked for, in order; whoever shows a picture from memory still asks here. */
  readonly requests: readonly string[];
  /** From now on answers that there is no such picture, or no longer. */
  fail(fails: boolean): void;
  close(): Promise<void>;
}

export async function startImageServer(): Promise<ImageServer> {
  const requests: string[] = [];
  let fails = false;
  const server = createServer(({ url }, response) => {
    requests.push(url ?? '');
    if (fails) {
      response.writeHead(404).end();
      return;
    }
    response
      .writeHead(200, { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' })
      .end(
        '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">' +
          '<rect width="96" height="96" fill="#10304a"/><circle cx="48" cy="52" r="26" fill="#e0a458"/></svg>',
      );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fail: (now) => {
      fails = now;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
