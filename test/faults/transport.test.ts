import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRawServer, until } from '../support/rawServer.ts';
import { fault } from './support/matrix.ts';
import { resolveNames } from './support/names.ts';
import { openers, outcome, pageOf, rows } from './support/openers.ts';

const ok = (body: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
const OK = ok(pageOf(rows(1)));

/** Connections that fail or are closed, and a response without a request. */
describe('Transport', () => {
  const open = openers();

  /** Opens Projects of a server below HTTP. @param respond gets the number of the request, from 1. */
  const opened = async (respond: (socket: Socket, request: number) => void) => {
    let requests = 0;
    const server = await startRawServer((socket) => {
      socket.on('data', () => {
        respond(socket, ++requests);
      });
    });
    open.atEnd(() => server.close());
    return { server, rig: await open.opened(server.origin), requests: () => requests };
  };

  fault('a connection refused at each address of the host name', async () => {
    const gone = await startRawServer(() => undefined);
    await gone.close();
    const rig = await open.opened(`http://localhost:${gone.port}`);
    return outcome(rig.sees(), rig.tried(), {
      sees: `Could not reach ${rig.host} (connection refused). Check the address, your network and whether the service runs. [retry]`,
      requests: 3,
    });
  });

  fault('offline, then online: Refresh loads the rows', async () => {
    const results = { localhost: 'EAI_AGAIN' };
    open.atEnd(resolveNames(results));
    const service = await open.service();
    const rig = await open.opened(service.address.replace('127.0.0.1', 'localhost'));
    assert.equal(
      rig.sees(),
      `Could not reach ${rig.host} (EAI_AGAIN). Check the address, your network and whether the service runs. [retry]`,
    );
    assert.equal(rig.tried(), 3);
    results.localhost = '127.0.0.1';
    await rig.projects.refresh();
    assert.equal(service.requests.length, 1);
    return outcome(rig.sees(), rig.tried(), { sees: '1', requests: 4 });
  });

  fault('503 to every request: after five failures requests are paused', async () => {
    const service = await open.service();
    service.fail(() => ({ status: 503 }));
    const rig = await open.opened(service.address);
    assert.equal(service.requests.length, 3);
    // The pause begins before the third try of the second request.
    await rig.projects.refresh();
    assert.equal(service.requests.length, 5);
    await rig.projects.refresh();
    return outcome(rig.sees(), service.requests.length, {
      sees: 'The service has an internal error (503). Requests to it are paused; Retry sends one at once. [retry]',
      requests: 5,
    });
  });

  fault('a second response without a request: the next request does not use it', async () => {
    const { rig, requests } = await opened((socket, request) => {
      socket.write(request === 1 ? OK + ok(pageOf(rows(40))) : OK);
    });
    assert.equal(rig.sees(), '1');
    await sleep(20);
    await rig.projects.refresh();
    return outcome(rig.sees(), requests(), { sees: '1', requests: 2 });
  });

  fault('an idle connection that the server closes: the next request opens another', async () => {
    const { server, rig, requests } = await opened((socket) => {
      socket.write(OK, () => {
        setTimeout(() => socket.end(), 10);
      });
    });
    await until(() => server.open === 0);
    await rig.projects.refresh();
    assert.equal(server.connections, 2);
    return outcome(rig.sees(), requests(), { sees: '1', requests: 2 });
  });
});
