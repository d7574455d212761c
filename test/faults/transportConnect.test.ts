import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { startRawServer, until } from '../support/rawServer.ts';
import { startDeafServer } from './support/deafServer.ts';
import { fault } from './support/matrix.ts';
import { resolveNames } from './support/names.ts';
import { openers, rows, tell } from './support/openers.ts';

const HOST = 'api.example.test';
const DIRECT = { noProxy: ['*'] };

describe('Transport', () => {
  const open = openers();
  const names = (answers: Record<string, string>) => {
    open.atEnd(resolveNames(answers));
  };
  const refused = (host: string) =>
    `Nothing answers at ${host} (connection refused). Check the address and whether the service runs. [retry]`;

  fault('unknown host', async () => {
    names({});
    const rig = open.rig(`https://${HOST}`, { network: DIRECT });
    await rig.projects.open();
    return tell(rig.sees(), rig.tried(), {
      sees: `Could not find ${HOST} (host not found). Check the address and your network. [retry]`,
      requests: 1,
    });
  });

  fault('refused', async () => {
    const gone = await startRawServer(() => undefined);
    await gone.close();
    const rig = open.rig(gone.origin);
    await rig.projects.open();
    return tell(rig.sees(), rig.tried(), { sees: refused(rig.host), requests: 3 });
  });

  fault('refused at each address of a name', async () => {
    const gone = await startRawServer(() => undefined);
    await gone.close();
    const rig = open.rig(`http://localhost:${gone.port}`);
    await rig.projects.open();
    return tell(rig.sees(), rig.tried(), { sees: refused(rig.host), requests: 3 });
  });

  fault('no route', async () => {
    names({ [HOST]: 'ENETUNREACH' });
    const rig = open.rig(`https://${HOST}`, { network: DIRECT });
    await rig.projects.open();
    return tell(rig.sees(), rig.tried(), {
      sees: `Could not reach ${HOST} (network unreachable). Check your network and try again. [retry]`,
      requests: 3,
    });
  });

  fault('connect that never answers', async () => {
    const deaf = await startDeafServer();
    open.atEnd(() => deaf.close());
    const rig = open.rig(deaf.origin, { speed: 50 });
    await rig.projects.open();
    return tell(rig.sees(), rig.tried(), {
      sees: `No answer from ${rig.host} within 30 seconds. Try again; if that does not help, ask whoever runs the service. [retry]`,
      requests: 3,
    });
  });

  fault('a TLS handshake that never answers', async () => {
    const server = await startRawServer(() => undefined);
    open.atEnd(() => server.close());
    const rig = open.rig(server.origin.replace('http:', 'https:'), { speed: 50 });
    await rig.projects.open();
    return tell(rig.sees(), rig.tried(), {
      sees: `No answer from ${rig.host} within 30 seconds. Try again; if that does not help, ask whoever runs the service. [retry]`,
      requests: 3,
    });
  });

  fault('offline, then online', async () => {
    const answers = { localhost: 'EAI_AGAIN' };
    names(answers);
    const service = await open.service();
    const rig = open.rig(service.address.replace('127.0.0.1', 'localhost'));
    await rig.projects.open();
    assert.equal(
      rig.sees(),
      `Could not find ${rig.host} (name lookup failed). Check the address and your network. [retry]`,
    );
    assert.equal(rig.tried(), 3);
    answers.localhost = '127.0.0.1';
    await rig.projects.refresh();
    assert.equal(service.requests.length, 1);
    return tell(rig.sees(), rig.tried(), { sees: '1', requests: 4 });
  });

  fault(
    'offline in the middle of Load All, then online: the rows stay, the rest follows',
    async () => {
      const service = await open.service({ projects: rows(40) });
      service.fail(({ query }) => (query.page === '3' ? 'reset' : undefined));
      const rig = open.rig(service.address, { pageSize: 10 });
      await rig.projects.loadAll();
      assert.equal(
        rig.sees(),
        `20 of 40 | Load more (20 of 40 shown · ${rig.host} broke off the connection (connection reset).)`,
      );
      service.fail(undefined);
      await rig.projects.loadAll();
      // Page 1; 2, 3 and 4 at once, 3 twice more; 2 again for the overlap, then 3 and 4.
      return tell(rig.sees(), service.requests.length, { sees: '40', requests: 9 });
    },
  );

  fault('a service that stops and starts again at the same address', async () => {
    const service = await open.service();
    const rig = open.rig(service.address);
    await rig.projects.open();
    await service.close();
    await rig.projects.refresh();
    assert.equal(rig.projects.state.rows.length, 1);
    const asOf = new Date(rig.projects.state.asOf ?? NaN).toISOString().slice(11, 19);
    assert.equal(rig.sees(), `1 | Connection refused – rows from ${asOf}`);
    const answer = JSON.stringify({
      results: rows(2),
      page: 1,
      limit: 50,
      totalPages: 1,
      totalResults: 2,
    });
    const again = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .once('data', () => {
          socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${answer.length}\r\n\r\n${answer}`);
        });
    });
    again.listen(Number(new URL(service.address).port), '127.0.0.1');
    await once(again, 'listening');
    open.atEnd(() => once(again.close(), 'close'));
    await rig.projects.refresh();
    return tell(rig.sees(), rig.tried(), { sees: '2', requests: 5 });
  });

  fault('an idle keep-alive connection that the server closes', async () => {
    const answer = JSON.stringify({
      results: rows(1),
      page: 1,
      limit: 50,
      totalPages: 1,
      totalResults: 1,
    });
    const { server, origin, requests } = await open.raw((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${answer.length}\r\n\r\n${answer}`, () => {
        setTimeout(() => socket.end(), 10);
      });
    });
    const rig = open.rig(origin);
    await rig.projects.open();
    await until(() => server.open === 0);
    await rig.projects.refresh();
    assert.equal(server.connections, 2);
    return tell(rig.sees(), requests(), { sees: '1', requests: 2 });
  });

  fault('a keep-alive connection that the server closes as the next request comes', async () => {
    const answer = JSON.stringify({
      results: rows(1),
      page: 1,
      limit: 50,
      totalPages: 1,
      totalResults: 1,
    });
    const { server, origin, requests } = await open.raw((socket, request) => {
      if (request === 2) socket.end();
      else socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${answer.length}\r\n\r\n${answer}`);
    });
    const rig = open.rig(origin);
    await rig.projects.open();
    await rig.projects.refresh();
    assert.equal(server.connections, 2);
    return tell(rig.sees(), requests(), { sees: '1', requests: 3 });
  });
});
