import { createServer } from 'node:http';
import { listen } from '../../support/rawServer.ts';

/** An image server that counts its requests; a Project's `image` leads to it. */
export interface ImageServer {
  readonly address: string;
  /** The requested paths, in order. Images are not cached, so each time one is shown counts. */
  readonly requests: readonly string[];
  /** From now on, responds with 404, or with images again. */
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
  const raw = await listen(server);
  return {
    address: raw.origin,
    requests,
    fail: (now) => {
      fails = now;
    },
    close: () => raw.close(),
  };
}
