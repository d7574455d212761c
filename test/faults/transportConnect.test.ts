import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { startRawServer, until } from '../support/rawServer.ts';
import { startDeafServer } from './support/deafServer.ts';
import { fault } from './support/matrix.ts';
import { resolveNames } from './support/names.ts';
import { openers, outcome, pageOf, rows } from './support/openers.ts';

const HOST = 'api.example.test';
const DIRECT = { noProxy: ['*'] };

describe('Transport', () => {
  const open = openers();
  const names = (results: Record<string, string>) => {
    open.atEnd(resolveNames(results));
  };
  const ok = (body: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

  fault('a host name that is not found', async () => {
    names({});
    const rig = await open.opened(`https://${HOST}`, { network: DIRECT });
    return outcome(rig.sees(), rig.tried(), {
      sees: `Could not find ${HOST} (host not found). Check the address and your network. [retry]`,
      requests: 1,
    });
  });

  for (const [what, name] of [
    ['the address of the service', '127.0.0.1'],
    ['each address of its host name', 'localhost'],
  ] as const) {
    fault(`a connection refused at ${what}`, async () => {
      const gone = await startRawServer(() => undefined);
      await gone.close();
      const rig = await open.opened(`http://${name}:${gone.port}`);
      return outcome(rig.sees(), rig.tried(), {
        sees: `Nothing answers at ${rig.host} (connection refused). Check the address and whether the service runs. [retry]`,
        requests: 3,
      });
    });
  }

  fault('no route to the service', async () => {
    names({ [HOST]: 'ENETUNREACH' });
    const rig = await open.opened(`https://${HOST}`, { network: DIRECT });
    return outcome(rig.sees(), rig.tried(), {
      sees: `Could not reach ${HOST} (network unreachable). Check your network and try again. [retry]`,
      requests: 3,
    });
  });

  for (const [what, start, scheme] of [
    ['TCP connection', startDeafServer, 'http:'],
    ['TLS handshake', () => startRawServer(() => undefined), 'https:'],
  ] as const) {
    fault(`a ${what} that the server never answers`, async () => {
      const server = await start();
      open.atEnd(() => server.close());
      const rig = await open.opened(server.origin.replace('http:', scheme), { speed: 50 });
      return outcome(rig.sees(), rig.tried(), {
        sees: `No answer from ${rig.host} within 30 seconds. Try again; if that does not help, ask whoever runs the service. [retry]`,
        requests: 3,
      });
    });
  }

  fault('offline, then online: Refresh loads the rows', async () => {
    const results = { localhost: 'EAI_AGAIN' };
    names(results);
    const service = await open.service();
    const rig = await open.opened(service.address.replace('127.0.0.1', 'localhost'));
    assert.equal(
      rig.sees(),
      `Could not find ${rig.host} (name lookup failed). Check the address and your network. [retry]`,
    );
    assert.equal(rig.tried(), 3);
    results.localhost = '127.0.0.1';
    await rig.projects.refresh();
    assert.equal(service.requests.length, 1);
    return outcome(rig.sees(), rig.tried(), { sees: '1', requests: 4 });
  });

  fault('offline in the middle of Load All, then online: the rest is loaded', async () => {
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
    // Page 1; pages 2 to 4 at once, page 3 twice more; page 2 again for the overlap, then 3 and 4.
    return outcome(rig.sees(), service.requests.length, { sees: '40', requests: 9 });
  });

  fault('a service that stops and starts again: Refresh loads the rows', async () => {
    const service = await open.service();
    const rig = await open.opened(service.address);
    await service.close();
    await rig.projects.refresh();
    assert.equal(rig.projects.state.rows.length, 1);
    const asOf = new Date(rig.projects.state.asOf ?? NaN).toISOString().slice(11, 19);
    assert.equal(rig.sees(), `1 | Connection refused – rows from ${asOf}`);
    const again = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(ok(pageOf(rows(2)))));
    });
    again.listen(Number(new URL(service.address).port), '127.0.0.1');
    await once(again, 'listening');
    open.atEnd(() => once(again.close(), 'close'));
    await rig.projects.refresh();
    return outcome(rig.sees(), rig.tried(), { sees: '2', requests: 5 });
  });

  fault('an idle connection that the server closes: the next request opens another', async () => {
    const { server, origin, requests } = await open.raw((socket) => {
      socket.write(ok(pageOf(rows(1))), () => {
        setTimeout(() => socket.end(), 10);
      });
    });
    const rig = await open.opened(origin);
    await until(() => server.open === 0);
    await rig.projects.refresh();
    assert.equal(server.connections, 2);
    return outcome(rig.sees(), requests(), { sees: '1', requests: 2 });
  });

  fault('a connection that closes as a request comes: the request is repeated', async () => {
    const { server, origin, requests } = await open.raw((socket, request) => {
      if (request === 2) socket.end();
      else socket.write(ok(pageOf(rows(1))));
    });
    const rig = await open.opened(origin);
    await rig.projects.refresh();
    assert.equal(server.connections, 2);
    return outcome(rig.sees(), requests(), { sees: '1', requests: 3 });
  });
});
