import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { clientFor, first, noAbort } from '../../support/client.ts';
import { failureOf } from '../../support/failures.ts';
import { HeldTransport } from '../../support/heldTransport.ts';
import { turn } from '../../support/turn.ts';

const ADDRESS = 'https://api.example.com';
const EMPTY = { results: [], page: 1, limit: 50, totalPages: 0, totalResults: 0 };

/** Requests a page; the service responds to the first request with this status. */
function requestPage(status: number, headers: Readonly<Record<string, string>> = {}) {
  const transport = new HeldTransport();
  const { client } = clientFor(ADDRESS, { transport });
  const page = client.page(PROJECTS, first, noAbort);
  transport.requests[0]!.respond(status, EMPTY, headers);
  return { transport, page };
}

describe('Status of an answer', () => {
  for (const status of [200, 299]) {
    it(`takes ${status} as a success`, async () => {
      assert.deepEqual((await requestPage(status).page).rows, []);
    });
  }

  for (const status of [100, 199, 300, 399, 400, 499, 599]) {
    it(`takes ${status} as a failure, whatever the body contains`, async () => {
      assert.deepEqual(await failureOf(requestPage(status).page), { kind: 'http', status });
    });
  }
});

describe('Redirects of an answer', () => {
  const headers = { location: '/elsewhere' };

  for (const status of [300, 301, 399]) {
    it(`follows the location of ${status}`, async () => {
      const { transport, page } = requestPage(status, headers);
      await turn();
      const urls = transport.requests.map(({ request }) => request.url.href);
      assert.deepEqual(urls, [`${ADDRESS}/v2/projects?page=1&limit=50`, `${ADDRESS}/elsewhere`]);
      transport.requests[1]!.respond(200, EMPTY);
      assert.deepEqual((await page).rows, []);
    });
  }

  for (const status of [299, 200]) {
    it(`ignores the location of ${status}, which is an answer`, async () => {
      const { transport, page } = requestPage(status, headers);
      assert.deepEqual((await page).rows, []);
      assert.equal(transport.requests.length, 1);
    });
  }

  for (const status of [400, 503]) {
    it(`ignores the location of ${status}, which is a failure`, async () => {
      const { transport, page } = requestPage(status, headers);
      assert.deepEqual(await failureOf(page), { kind: 'http', status });
      assert.equal(transport.requests.length, 1);
    });
  }
});
