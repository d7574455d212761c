import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { lazyServiceClient } from '../../../src/connection/lazyServiceClient.ts';
import type { Freshness, ServiceCalls } from '../../../src/core/client/serviceClient.ts';
import { clientFor, first, noAbort } from '../../support/client.ts';
import { failureOf } from '../../support/failures.ts';
import { HeldTransport } from '../../support/heldTransport.ts';
import { turn } from '../../support/turn.ts';

const ADDRESS = 'https://api.example.com';
const EMPTY = { results: [], page: 1, limit: 50, totalPages: 0, totalResults: 0 };

/** Asks for a page, with what the service answers to the first request. */
function asked(status: number, headers: Readonly<Record<string, string>> = {}) {
  const transport = new HeldTransport();
  const { client } = clientFor(ADDRESS, { transport });
  const page = client.projects(first, noAbort);
  transport.asked[0]!.answer(status, EMPTY, headers);
  return { transport, page };
}

describe('the status of an answer', () => {
  for (const status of [200, 299]) {
    it(`${status} is a success`, async () => {
      assert.deepEqual((await asked(status).page).rows, []);
    });
  }

  for (const status of [100, 199, 300, 399, 400, 499, 599]) {
    it(`${status} is a failure, whatever the body holds`, async () => {
      assert.deepEqual(await failureOf(asked(status).page), { kind: 'http', status });
    });
  }
});

describe('an answer that names another address', () => {
  const headers = { location: '/elsewhere' };

  for (const status of [300, 301, 399]) {
    it(`is followed there from ${status}`, async () => {
      const { transport, page } = asked(status, headers);
      await turn();
      const urls = transport.asked.map(({ request }) => request.url.href);
      assert.deepEqual(urls, [`${ADDRESS}/v2/projects?page=1&limit=50`, `${ADDRESS}/elsewhere`]);
      transport.asked[1]!.answer(200, EMPTY);
      assert.deepEqual((await page).rows, []);
    });
  }

  for (const status of [299, 200]) {
    it(`is taken as the answer it is with ${status}`, async () => {
      const { transport, page } = asked(status, headers);
      assert.deepEqual((await page).rows, []);
      assert.equal(transport.asked.length, 1);
    });
  }

  for (const status of [400, 503]) {
    it(`is the failure it is with ${status}`, async () => {
      const { transport, page } = asked(status, headers);
      assert.deepEqual(await failureOf(page), { kind: 'http', status });
      assert.equal(transport.asked.length, 1);
    });
  }
});

describe('a request like one that is under way', () => {
  const ref = { kind: 't', id: '12' } as const;
  const calls = {
    projects: (client: ServiceCalls, freshness?: Freshness) =>
      client.projects(first, noAbort, freshness),
    collections: (client: ServiceCalls, freshness?: Freshness) =>
      client.collections(first, noAbort, freshness),
    stats: (client: ServiceCalls, freshness?: Freshness) => client.stats(ref, noAbort, freshness),
  };

  for (const [name, call] of Object.entries(calls)) {
    it(`for ${name} shares its answer, unless it is asked anew`, async () => {
      const transport = new HeldTransport();
      const { client } = clientFor(ADDRESS, { transport });
      const late = lazyServiceClient(() => Promise.resolve(client));
      const earlier = [call(late), call(late)];
      await turn();
      assert.equal(transport.asked.length, 1);
      const anew = call(late, 'anew');
      await turn();
      assert.equal(transport.asked.length, 2);
      for (const held of transport.waiting) held.answer(200, { ...EMPTY, total: 1 });
      await Promise.all([...earlier, anew]);
    });
  }
});

describe('an answer of megabytes', () => {
  /** Asks for it; each look at the clock is a second later than the one before. */
  function large(signal: AbortSignal) {
    const transport = new HeldTransport();
    let time = 0;
    const { client } = clientFor(ADDRESS, { transport, now: () => (time += 1000) });
    const page = client.collections(first, signal);
    const row = { name: 'x', attributes: Array<string>(20_000).fill('y') };
    transport.asked[0]!.answer(200, { ...EMPTY, results: Array(20).fill(row) });
    return { page, looks: () => time / 1000 };
  }

  it('yields to other work while it is read and decoded', async () => {
    let turns = 0;
    const count = () => {
      turns++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const { page } = large(noAbort);
    assert.equal((await page).rows.length, 20);
    clearImmediate(next);
    // 20 of them for its rows, and one for every 64 KB, or fewer where it is made of many values.
    assert.ok(turns > 60, `${turns} turns`);
  });

  it('is read no further after its caller canceled', async () => {
    const stop = new AbortController();
    const { page, looks } = large(stop.signal);
    await turn();
    stop.abort();
    assert.deepEqual(await failureOf(page), { kind: 'aborted' });
    await turn();
    const then = looks();
    for (let turns = 0; turns < 10; turns++) await turn();
    assert.equal(looks(), then);
  });
});
