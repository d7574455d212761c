import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Failure } from '../../../src/core/model/serviceError.ts';
import type { TransportRequest } from '../../../src/core/client/transport.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { clientFor, first, noAbort, TOKEN } from '../../support/client.ts';
import { failureOf } from '../../support/failures.ts';

const ADDRESS = 'https://api.example.com';
const EMPTY = { results: [], page: 1, limit: 50, totalPages: 0, totalResults: 0 };
const START = `${ADDRESS}/v2/projects?page=1&limit=50`;

/** Requests a page of a service that responds with this status, and with this address to go to. */
function requestPage(status: number, locationOf: (url: string) => string | undefined) {
  const sent: TransportRequest[] = [];
  const { client } = clientFor(ADDRESS, {
    transport: {
      get: (request) => {
        sent.push(request);
        const location = locationOf(request.url.href);
        const headers = location === undefined ? {} : { location };
        const isOther = location === undefined && sent.length > 1;
        const body = new TextEncoder().encode(JSON.stringify(EMPTY));
        return Promise.resolve({ status: isOther ? 200 : status, headers, body });
      },
      close: () => Promise.resolve(),
    },
  });
  return {
    page: client.page(PROJECTS, first, noAbort),
    urls: () => sent.map(({ url }) => url.href),
  };
}
/** A service that leads the first request elsewhere. */
const redirects = (status: number, location: string | undefined) =>
  requestPage(status, (url) => (url === START ? location : undefined));

describe('Status of an answer', () => {
  it('takes 2xx as a success, whatever location it has', async () => {
    for (const status of [200, 299]) {
      const { page, urls } = redirects(status, '/elsewhere');
      assert.deepEqual((await page).rows, []);
      assert.deepEqual(urls(), [START]);
    }
  });

  it('takes other statuses as a failure, whatever body and location they have', async () => {
    for (const status of [199, 400, 503]) {
      const { page, urls } = redirects(status, '/elsewhere');
      assert.deepEqual(await failureOf(page), { kind: 'http', status });
      assert.deepEqual(urls(), [START]);
    }
  });
});

describe('Redirects of an answer', () => {
  it('follows the location of 3xx, and takes a missing one as a failure', async () => {
    for (const status of [300, 399]) {
      const { page, urls } = redirects(status, '/elsewhere');
      assert.deepEqual((await page).rows, []);
      assert.deepEqual(urls(), [START, `${ADDRESS}/elsewhere`]);
      const failure = await failureOf(redirects(status, undefined).page);
      assert.deepEqual(failure, { kind: 'http', status });
    }
  });

  const front = 'a'.repeat(90);
  const refused: readonly (readonly [what: string, location: string, leadsTo?: string])[] = [
    ['to another host, without a scheme', '//evil.example/v2/projects', 'evil.example'],
    ['to another port', 'https://api.example.com:8443/x', 'api.example.com:8443'],
    ['to http', 'http://api.example.com/v2/projects', 'http://api.example.com'],
    [
      'to a host with the token, of which it names 100 letters',
      `https://${front}.${TOKEN}.example/`,
      `${front}.[token].example`.slice(0, 100),
    ],
    ['to no address', 'http://['],
    ['to a script', 'javascript:alert(1)'],
  ];
  for (const [what, location, leadsTo] of refused) {
    it(`follows no redirect ${what}`, async () => {
      const { page, urls } = redirects(302, location);
      const failure: Failure = { kind: 'http', status: 302, ...(leadsTo && { leadsTo }) };
      assert.deepEqual(await failureOf(page), failure);
      assert.deepEqual(urls(), [START]);
    });
  }

  it('follows no redirect to another origin after one within the origin', async () => {
    const { page, urls } = requestPage(307, (url) =>
      url === START ? '/step' : 'https://evil.example/',
    );
    const failure = await failureOf(page);
    assert.deepEqual(failure, { kind: 'http', status: 307, leadsTo: 'evil.example' });
    assert.deepEqual(urls(), [START, `${ADDRESS}/step`]);
  });

  it('a request fails after a few redirects in a circle', async () => {
    const { page, urls } = requestPage(302, () => START);
    assert.deepEqual(await failureOf(page), { kind: 'http', status: 302 });
    assert.deepEqual(urls(), Array(4).fill(START));
  });
});
