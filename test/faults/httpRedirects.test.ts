import assert from 'node:assert/strict';
import { startTlsService } from '../support/tlsService.ts';
import { fault } from './support/matrix.ts';
import { openers, outcome } from './support/openers.ts';

describe('HTTP', () => {
  const open = openers();

  /** A service that redirects requests for Projects to `location`. */
  const leading = async (location: (address: string) => string, status = 302) => {
    const service = await open.service();
    service.fail(({ path }) =>
      path === '/v2/projects'
        ? { status, headers: { location: location(service.address) } }
        : undefined,
    );
    return { service, rig: open.rig(service.address) };
  };
  const elsewhere = (host: string, other: string) =>
    `${host} points to another host, ${other}. The token is not sent there. If that host is right, sign in with its address. [signIn]`;

  fault('redirect to another origin: no request is sent there', async () => {
    const other = await open.service();
    const { service, rig } = await leading(() => `${other.address}/v2/projects`);
    await rig.projects.open();
    assert.equal(other.requests.length, 0);
    return outcome(rig.sees(), service.requests.length, {
      sees: elsewhere(rig.host, new URL(other.address).host),
      requests: 1,
    });
  });

  for (const [name, sameHost] of [
    ['redirect from https to http on the same host', true],
    ['redirect from https to http elsewhere', false],
  ] as const) {
    fault(name, async () => {
      const plain = await open.service();
      let requests = 0;
      let location = `${plain.address}/v2/projects`;
      const service = await startTlsService((_, response) => {
        requests++;
        response.writeHead(301, { location }).end();
      });
      open.atEnd(() => service.close());
      if (sameHost) location = `${service.origin.replace('https:', 'http:')}/v2/projects`;
      const rig = await open.opened(service.origin, { network: { strictSSL: false } });
      // The only connection is that of the request itself.
      assert.deepEqual([plain.requests.length, service.connections], [0, 1]);
      const sees = sameHost
        ? `${rig.host} points to an address without encryption, http://${rig.host}. The token is not sent there. Ask whoever runs the service. [retry]`
        : elsewhere(rig.host, new URL(plain.address).host);
      return outcome(rig.sees(), requests, { sees, requests: 1 });
    });
  }
});
