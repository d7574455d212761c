/** The process behind `startService`: its lists and stats are made before they are requested. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer } from './child.ts';
import { benchRow } from './rows.ts';
import type { ServiceQuestion } from './service.ts';

const chunks = new Map<string, string>();
const pages = new Map<string, Buffer>();
let lastPage = Infinity;
const seen = { requests: 0, lastRequestAt: 0, lastDropAt: 0, underWay: 0 };

/** `/{rows}/{delayMs}` before the path of service-interface §4. */
const ADDRESS = /^\/(\d+)\/(\d+)(\/[^?]*)\??(.*)$/;

const server = createServer(({ url = '' }, response) => {
  const [, rows, delayMs, path = '', query] = ADDRESS.exec(url) ?? [];
  seen.requests++;
  seen.underWay++;
  seen.lastRequestAt = Date.now();
  response.once('close', () => {
    seen.underWay--;
    if (!response.writableFinished) seen.lastDropAt = Date.now();
  });
  const parameters = new URLSearchParams(query);
  if (Number(parameters.get('page')) > lastPage) return;
  const body = bodyFor(path, Number(rows), parameters);
  if (Number(delayMs) > 0) setTimeout(send, Number(delayMs), response, body);
  else send(response, body);
});
await once(server.listen(0, '127.0.0.1'), 'listening');

answer((question: ServiceQuestion) => {
  switch (question.what) {
    case 'port':
      return (server.address() as AddressInfo).port;
    case 'seen':
      return seen;
    case 'hold':
      lastPage = question.page ?? Infinity;
      return undefined;
  }
});

function send(response: ServerResponse, body: Buffer): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}

function bodyFor(path: string, rows: number, query: URLSearchParams): Buffer {
  if (path.endsWith('/stats')) {
    return Buffer.from('{"total":5000,"confirmed":3150,"processing":850,"pending":1000}');
  }
  const count = path === '/v2/projects' ? rows : 0;
  const limit = Number(query.get('limit'));
  return pageOf(count, limit, Number(query.get('page')));
}

function pageOf(count: number, limit: number, page: number): Buffer {
  const key = `${count}/${limit}/${page}`;
  let body = pages.get(key);
  if (!body) {
    const first = (page - 1) * limit;
    const results = rowsText(first, Math.max(first, Math.min(count, first + limit)));
    const totals = `"totalPages":${Math.ceil(count / limit)},"totalResults":${count}`;
    body = Buffer.from(`{"results":[${results}],"page":${page},"limit":${limit},${totals}}`);
    pages.set(key, body);
  }
  return body;
}

/** The rows as JSON. They are cached, because lists of all lengths begin with the same rows. */
function rowsText(first: number, end: number): string {
  const key = `${first}-${end}`;
  let text = chunks.get(key);
  if (text === undefined) {
    const rows = Array.from({ length: end - first }, (_, at) => benchRow(first + at));
    text = rows.map((row) => JSON.stringify(row)).join();
    chunks.set(key, text);
  }
  return text;
}
