import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'mocha';
import { RequestPolicy } from '../../../src/core/client/requestPolicy.ts';
import { failureCode, isServiceError } from '../../../src/core/model/serviceError.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { clientFor, noAbort } from '../../support/client.ts';
import { failureOf } from '../../support/failures.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { HeldTransport } from '../../support/heldTransport.ts';
import { turn } from '../../support/turn.ts';
import { unhandledDuring } from '../../support/unhandled.ts';

const ADDRESS = 'https://api.example.com';
const REFUSED = { kind: 'auth', status: 401 } as const;
const STATS = { total: 1, confirmed: 1, processing: 0, pending: 0 };

function start() {
  const clock = new FakeClock();
  const transport = new HeldTransport();
  const reported = { refused: 0, failed: [] as string[] };
  const { client } = clientFor(ADDRESS, {
    policy: new RequestPolicy(clock, () => 0).for(ADDRESS),
    transport,
    now: clock.now,
    events: {
      onFailure: (path, error) => {
        if (isServiceError(error) && failureCode(error.failure) === 'auth 401') reported.refused++;
        reported.failed.push(`${path} ${String(error)}`);
      },
    },
  });
  const stats = (id: number, signal = noAbort) =>
    client.stats({ kind: 't', id: String(id) }, signal);
  const page = (number: number) => client.page(PROJECTS, { page: number, limit: 10 }, noAbort);
  return { clock, transport, reported, stats, page };
}

describe('Token refused while other requests use it', () => {
  it('refused tokens of some requests end all others at once as refused, and are reported once', async () => {
    const { clock, transport, reported, stats, page } = start();
    const caller = new AbortController();
    const unhandled = await unhandledDuring(async () => {
      const all = [stats(1), stats(2), page(1), page(2), stats(3, caller.signal), page(3)];
      const failures = all.map(failureOf);
      await turn();
      assert.equal(transport.waiting.length, 4, 'the others wait for a place');
      for (const at of [3, 2]) transport.waiting[at]!.respond(401);
      for (const failure of await Promise.all(failures)) assert.deepEqual(failure, REFUSED);
      await turn();
    });
    assert.deepEqual([unhandled, reported.refused, reported.failed.length], [[], 1, 1]);
    assert.deepEqual([transport.waiting.length, clock.pending], [0, 0]);
    assert.equal(getEventListeners(caller.signal, 'abort').length, 0);
    // The places of the refused requests may be taken before all know of the refusal.
    assert.ok(transport.requests.length <= 6);
  });

  it('a refused token also ends a request that waits to be sent again', async () => {
    const { clock, transport, reported, stats, page } = start();
    const backing = failureOf(page(1));
    await turn();
    transport.waiting[0]!.respond(503);
    const refused = failureOf(stats(2));
    await turn();
    transport.waiting[0]!.respond(401);
    assert.deepEqual(await Promise.all([backing, refused]), [REFUSED, REFUSED]);
    assert.deepEqual([reported.refused, clock.pending], [1, 0]);
    await clock.advance(60_000);
    assert.equal(transport.requests.length, 2);
  });

  it('later requests are sent after a refusal, and a second refusal is reported, too', async () => {
    const { transport, reported, stats } = start();
    const end = async (status: number) => {
      const request = stats(1);
      await turn();
      transport.waiting[0]!.respond(status, STATS);
      return request;
    };
    assert.deepEqual(await failureOf(end(401)), REFUSED);
    assert.equal((await end(200)).total, 1);
    assert.deepEqual(await failureOf(end(401)), REFUSED);
    assert.equal(reported.refused, 2);
  });
});

describe('403, and answers that cannot be used', () => {
  it('a 403 ends its own request only, and reports no refused token', async () => {
    const { transport, reported, stats } = start();
    const forbidden = failureOf(stats(1));
    const allowed = stats(2);
    await turn();
    transport.waiting[0]!.respond(403);
    assert.deepEqual(await forbidden, { kind: 'auth', status: 403 });
    transport.waiting[0]!.respond(200, STATS);
    assert.equal((await allowed).total, 1);
    assert.equal(reported.refused, 0);
  });

  it('logs every failure that remains after the retries', async () => {
    const { transport, reported, stats, page } = start();
    const failures = [failureOf(page(7)), failureOf(stats(1))];
    await turn();
    transport.waiting[0]!.respond(200, { results: 'none' });
    transport.waiting[0]!.respond(200, []);
    await Promise.all(failures);
    assert.deepEqual(reported.failed.toSorted(), [
      '/v2/projects/t/1/stats ServiceError: decode notStats',
      '/v2/projects?page=7&limit=10 ServiceError: decode notAList',
    ]);
  });
});
