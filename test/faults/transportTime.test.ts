import assert from 'node:assert/strict';
import { until } from '../support/rawServer.ts';
import { fault } from './support/matrix.ts';
import { openers, rows, tell } from './support/openers.ts';

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
/** So that thirty seconds are over soon, and a busy machine still does all in time. */
const SPEED = 50;

/** Answers that do not come, or not to their end: a deadline over the whole is what ends them. */
describe('Transport', () => {
  const open = openers();
  const LATE = (host: string) =>
    `No answer from ${host} within 30 seconds. Try again; if that does not help, ask whoever runs the service. [retry]`;

  fault('headers that never come', async () => {
    const { server, origin, requests } = await open.raw(() => undefined);
    const rig = open.rig(origin, { speed: SPEED });
    await rig.projects.open();
    await until(() => server.open === 0);
    return tell(rig.sees(), requests(), { sees: LATE(rig.host), requests: 3 });
  });

  fault('one byte every 300 ms', async () => {
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
    const rig = open.rig(origin, { speed: SPEED });
    await rig.projects.open();
    await until(() => server.open === 0);
    // It did trickle, in each of the tries.
    assert.ok(bytes > 10, String(bytes));
    return tell(rig.sees(), requests(), { sees: LATE(rig.host), requests: 3 });
  });

  fault('a later page that is late: the rows stay', async () => {
    const service = await open.service({ projects: rows(30) });
    service.fail(({ query }) => (query.page === '1' ? undefined : 'hang'));
    const rig = open.rig(service.address, { pageSize: 10, speed: 1 });
    await rig.projects.open();
    rig.hurry(SPEED);
    await rig.projects.loadMore();
    return tell(rig.sees(), service.requests.length, {
      sees: `10 of 30 | Load more (10 of 30 shown · No answer from ${rig.host} within 30 seconds.)`,
      requests: 4,
    });
  });

  fault('Cancel while the headers never come', async () => {
    const { server, origin, requests } = await open.raw(() => undefined);
    const rig = open.rig(origin);
    const opened = rig.projects.open();
    await until(() => requests() === 1);
    rig.projects.cancel();
    await opened;
    await until(() => server.open === 0);
    return tell(rig.sees(), requests(), {
      sees: 'Stopped. Try again when you like. [retry]',
      requests: 1,
    });
  });
});
