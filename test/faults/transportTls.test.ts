import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ProxyOptions, startFakeProxy } from '../support/fakeProxy.ts';
import { TOKEN } from '../support/minimalService.ts';
import { AUTHORITY, startTlsService } from '../support/tlsService.ts';
import { fault } from './support/matrix.ts';
import { openers, outcome, pageOf, rows } from './support/openers.ts';

describe('Transport with TLS', () => {
  const open = openers();

  /**
   * What the user sees in another process, which trusts the private authority and reaches a service
   * through a proxy.
   */
  const trusting = async (host: string, options: ProxyOptions = {}) => {
    const authorizations: (string | undefined)[] = [];
    const server = await startTlsService(({ headers }, response) => {
      authorizations.push(headers.authorization);
      response.end(pageOf(rows(1)));
    }, 'signed');
    open.atEnd(() => server.close());
    const proxy = await startFakeProxy(server.port, options);
    open.atEnd(() => proxy.close());
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        join(import.meta.dirname, 'support', 'ask.ts'),
        `https://${host}`,
        JSON.stringify({ proxy: proxy.origin }),
      ],
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: AUTHORITY } },
    );
    assert.equal(proxy.asked.length, 1);
    return { sees: stdout.trim(), authorizations };
  };

  fault('private CA that NODE_EXTRA_CA_CERTS names, of service and proxy', async () => {
    const { sees, authorizations } = await trusting('api.example.test', { shows: 'signed' });
    assert.deepEqual(authorizations, [`Bearer ${TOKEN}`]);
    return outcome(sees, authorizations.length, { sees: '1', requests: 1 });
  });

  fault('a certificate for another name: the token is not sent', async () => {
    const { sees, authorizations } = await trusting('other.example.test');
    return outcome(sees, authorizations.length, {
      sees: 'No secure connection to other.example.test (ERR_TLS_CERT_ALTNAME_INVALID). Check the address, or ask whoever runs the service. [retry]',
      requests: 0,
    });
  });
});
