import assert from 'node:assert/strict';
import { until } from '../support/rawServer.ts';
import { fault } from './support/matrix.ts';
import { openers, rows, outcome } from './support/openers.ts';

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
/** So fast that thirty seconds are over soon, and so slow that a busy machine is in time. */
const SPEED = 50;

/** Responses that never arrive, or never end: only a deadline for the whole request ends them. */
describe('Transport', () => {
  const open = openers();
  const LATE = (host: string) =>
    `No answer from ${host} within 30 seconds. Try again; if that does not help, ask whoever runs the service. [retry]`;

  fault('headers that never come', async () => {
    const { server, origin, requests } = await open.raw(() => undefined);
    const rig = await open.opened(origin, { speed: SPEED });
    await until(() => server.open === 0);
    return outcome(rig.sees(), requests(), { sees: LATE(rig.host), requests: 3 });
  });

  fault('a body of one byte every 300 ms', async () => {
    let bytes = 0;
    const { server, origin, requests } = await open.raw((socket) => {
      socket.write(`${HEAD}content-length: 100000\r\n\r\n`);
      const timer = setInterval(() => {
        bytes++;
        socket.write(' ');
      }, 300 / SPEED);
      socket.on('close', () => {
        clearInterval(timer);
      });
    });
    const rig = await open.opened(origin, { speed: SPEED });
    await until(() => server.open === 0);
    // Each attempt did get some bytes.
    assert.ok(bytes > 10, String(bytes));
    return outcome(rig.sees(), requests(), { sees: LATE(rig.host), requests: 3 });
  });

  fault('a later page that never comes: the loaded rows stay', async () => {
    const service = await open.service({ projects: rows(30) });
    service.fail(({ query }) => (query.page === '1' ? undefined : 'hang'));
    const rig = await open.opened(service.address, { pageSize: 10, speed: 1 });
    rig.hurry(SPEED);
    await rig.projects.loadMore();
    return outcome(rig.sees(), service.requests.length, {
      sees: `10 of 30 | Load more (10 of 30 shown · No answer from ${rig.host} within 30 seconds.)`,
      requests: 4,
    });
  });
});
