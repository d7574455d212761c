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
const LIST = { results: [], page: 1, limit: 10, totalPages: 0, totalResults: 0 };

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
  return { clock, transport, reported, client, stats, page };
}

describe('Token refused while other requests use it', () => {
  it('a refused token ends all requests at once as refused, and is reported once', async () => {
    const { clock, transport, reported, stats, page } = start();
    const failures = [stats(1), stats(2), page(1), page(2), stats(3), page(3)].map(failureOf);
    await turn();
    assert.equal(transport.waiting.length, 4, 'the others wait for a place');
    transport.waiting[2]!.respond(401);
    for (const failure of await Promise.all(failures)) assert.deepEqual(failure, REFUSED);
    assert.equal(reported.refused, 1);
    assert.equal(reported.failed.length, 1, reported.failed.join('\n'));
    await turn();
    assert.equal(transport.waiting.length, 0);
    // The place of the refused request may be taken before all know of the refusal.
    assert.ok(transport.requests.length <= 5);
    assert.equal(clock.pending, 0);
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

  it('ends a request that the caller canceled as canceled, not as refused', async () => {
    const { transport, stats } = start();
    const caller = new AbortController();
    const given = failureOf(stats(1, caller.signal));
    const refused = failureOf(stats(2));
    await turn();
    transport.waiting[1]!.respond(401);
    caller.abort();
    assert.ok(['aborted', 'auth'].includes((await given).kind));
    await refused;
    assert.equal(getEventListeners(caller.signal, 'abort').length, 0);
  });

  it('later requests are sent after a refusal', async () => {
    const { transport, reported, stats, page } = start();
    const refused = failureOf(stats(1));
    await turn();
    transport.waiting[0]!.respond(401);
    await refused;
    const again = stats(1);
    await turn();
    transport.waiting[0]!.respond(200, STATS);
    assert.equal((await again).total, 1);
    const list = page(1);
    await turn();
    transport.waiting[0]!.respond(200, LIST);
    assert.deepEqual((await list).rows, []);
    const once = failureOf(stats(2));
    await turn();
    transport.waiting[0]!.respond(401);
    assert.deepEqual(await once, REFUSED);
    assert.equal(reported.refused, 2, 'a second refusal is reported, too');
  });

  it('reports one refusal of a hundred requests, four of them refused at once, and leaves no unhandled rejection', async () => {
    const { transport, reported, stats } = start();
    const unhandled = await unhandledDuring(async () => {
      const failures = Array.from({ length: 100 }, (_, id) => failureOf(stats(id)));
      await turn();
      for (const get of transport.waiting) get.respond(401);
      for (const failure of await Promise.all(failures)) assert.deepEqual(failure, REFUSED);
    });
    assert.deepEqual([unhandled, reported.refused], [[], 1]);
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
