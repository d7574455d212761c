/**
 * A service in a process of its own: pages of 100 rows, made before they are asked for, each
 * answered after the delay given as argument. Prints its port.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { benchRow } from './rows.ts';

const ROWS = 10_000;
const LIMIT = 100;
const delayMs = Number(process.argv[2] ?? 0);
const pages = Array.from({ length: ROWS / LIMIT }, (_, index) => {
  const results = Array.from({ length: LIMIT }, (__, row) => benchRow(index * LIMIT + row));
  const totals = { totalPages: ROWS / LIMIT, totalResults: ROWS };
  return Buffer.from(JSON.stringify({ results, page: index + 1, limit: LIMIT, ...totals }));
});

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://localhost');
  const body = pages[Number(searchParams.get('page')) - 1] ?? Buffer.from('{}');
  const answer = () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  };
  if (delayMs > 0) setTimeout(answer, delayMs);
  else answer();
});
server.listen(0, '127.0.0.1', () => {
  console.log((server.address() as AddressInfo).port);
});
