import assert from 'node:assert/strict';
import { memoByKey } from '../../../src/core/base/memo.ts';
import { OriginPause } from '../../../src/core/client/originPause.ts';
import { AccessToken } from '../../../src/core/client/accessToken.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { serviceClientFactory } from '../../../src/net/serviceClientFactory.ts';
import { addressOf } from '../../support/address.ts';
import { clientFor, DIRECT, first, noAbort, TOKEN, USER_AGENT } from '../../support/client.ts';
import { closeAfterEach } from '../../support/ends.ts';
import { failureOf } from '../../support/failures.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { type MinimalService, startMinimalService } from '../../support/minimalService.ts';
import { TRANSPORTS } from '../../support/transports.ts';

for (const [by, transport] of TRANSPORTS)
  describe(`Requests to the service, with ${by}`, () => {
    const closing = closeAfterEach();

    it('requests contain the token once, as a bearer header, who asks, and no cookie that the service has set', async () => {
      const service = closing(await startMinimalService({ token: TOKEN, prefix: '/nft/api' }));
      const made = clientFor(`${service.address}/`, { transport: transport() });
      closing(made.transport);
      const headers = { 'set-cookie': 'a=b; Path=/' };
      service.fail(() => ({ status: 200, headers, body: { results: [] } }));
      for (let time = 0; time < 2; time++) await made.client.page(PROJECTS, first, noAbort);
      assert.equal(service.requests.length, 2);
      for (const { headers, path, query } of service.requests) {
        assert.equal(path, '/nft/api/v2/projects');
        assert.equal(headers.authorization, `Bearer ${TOKEN}`);
        const all = JSON.stringify({ headers, path, query });
        assert.equal(all.split(TOKEN).length, 2, 'once');
        assert.equal(headers.accept, 'application/json');
        assert.equal(headers['user-agent'], USER_AGENT, 'firewalls refuse requests without it');
        assert.equal(headers.cookie, undefined);
        assert.equal(headers.referer, undefined);
      }
    });
  });

describe('Clients of a window', () => {
  const closing = closeAfterEach();
  const start = (log: (line: string) => void) => {
    const clock = new FakeClock();
    const pauseOf = memoByKey(() => new OriginPause(clock));
    return closing(serviceClientFactory(clock, pauseOf, () => DIRECT, log, '1.2.3'));
  };
  const clientOf = (factory: ReturnType<typeof start>, service: MinimalService) => {
    const address = addressOf(service.address);
    return factory.createClient(address, new AccessToken(TOKEN, address.origin), {});
  };

  it('a pause of one service holds no request to another', async () => {
    const busy = closing(await startMinimalService({ token: TOKEN }));
    const other = closing(await startMinimalService({ token: TOKEN }));
    const factory = start(() => undefined);
    busy.fail(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
    for (let time = 0; time < 2; time++)
      await failureOf(clientOf(factory, busy).page(PROJECTS, first, noAbort));
    assert.equal(busy.requests.length, 1);
    await clientOf(factory, other).page(PROJECTS, first, noAbort);
  });
});
