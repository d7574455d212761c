import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer } from './child.ts';
import { benchRow } from './rows.ts';
import type { ServiceQuestion } from './service.ts';

const pages = new Map<string, Buffer>();
/** Requests for later pages get no response. */
let lastAnsweredPage = Infinity;
let statsRequests = 0;

/** `/{rows}/{delayMs}` before the path of service-interface §4. */
const ADDRESS = /^\/(\d+)\/(\d+)(\/[^?]*)\??(.*)$/;

const server = createServer(({ url = '' }, response) => {
  const [, rows, delayMs, path = '', query] = ADDRESS.exec(url) ?? [];
  const parameters = new URLSearchParams(query);
  if (Number(parameters.get('page')) > lastAnsweredPage) return;
  const body = bodyFor(path, Number(rows), parameters);
  const send = () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  };
  if (Number(delayMs) > 0) setTimeout(send, Number(delayMs));
  else send();
});
await once(server.listen(0, '127.0.0.1'), 'listening');

answer((question: ServiceQuestion): number => {
  lastAnsweredPage = question.lastAnsweredPage ?? lastAnsweredPage;
  return (server.address() as AddressInfo).port;
});

function bodyFor(path: string, rows: number, query: URLSearchParams): Buffer {
  if (path.endsWith('/stats')) {
    // It moves with each request.
    const confirmed = 3150 + ++statsRequests;
    return Buffer.from(
      `{"total":5000000,"confirmed":${confirmed},"processing":850,"pending":${4999150 - confirmed}}`,
    );
  }
  return pageOf(
    path === '/v2/projects' ? rows : 0,
    Number(query.get('limit')),
    Number(query.get('page')),
  );
}

function pageOf(count: number, limit: number, page: number): Buffer {
  const key = `${count}/${limit}/${page}`;
  let body = pages.get(key);
  if (!body) {
    const first = (page - 1) * limit;
    const length = Math.max(0, Math.min(limit, count - first));
    const results = Array.from({ length }, (_, at) => benchRow(first + at));
    const totals = { totalPages: Math.ceil(count / limit), totalResults: count };
    body = Buffer.from(JSON.stringify({ results, page, limit, ...totals }));
    pages.set(key, body);
  }
  return body;
}
