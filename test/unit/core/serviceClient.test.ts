import assert from 'node:assert/strict';
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

describe('Answers of the service', () => {
  it('takes 2xx as a success and other statuses as a failure, whatever body and location they have', async () => {
    const cases: readonly (readonly [status: number, failure?: Failure])[] = [
      [200],
      [299],
      ...[199, 400, 503].map((status) => [status, { kind: 'http', status }] as const),
      [401, { kind: 'auth', status: 401 }],
      [404, { kind: 'notFound' }],
    ];
    for (const [status, failure] of cases) {
      const { page, urls } = redirects(status, '/elsewhere');
      if (failure) assert.deepEqual(await failureOf(page), failure);
      else assert.deepEqual((await page).rows, []);
      assert.deepEqual(urls(), [START]);
    }
  });

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
  const refused: readonly (readonly [location: string, leadsTo?: string])[] = [
    ['//evil.example/v2/projects', 'evil.example'],
    ['https://api.example.com:8443/x', 'api.example.com:8443'],
    ['http://api.example.com/v2/projects', 'http://api.example.com'],
    // A host with the token, of which it names 100 letters.
    [`https://${front}.${TOKEN}.example/`, `${front}.[token].example`.slice(0, 100)],
    ['http://['],
    ['javascript:alert(1)'],
  ];
  it('sends the token to no other origin, and names it', async () => {
    for (const [location, leadsTo] of refused) {
      const { page, urls } = redirects(302, location);
      const failure: Failure = { kind: 'http', status: 302, ...(leadsTo && { leadsTo }) };
      assert.deepEqual(await failureOf(page), failure);
      assert.deepEqual(urls(), [START]);
    }
  });

  it('follows no redirect to another origin after one within it, nor one in a circle', async () => {
    const { page, urls } = requestPage(307, (url) =>
      url === START ? '/step' : 'https://evil.example/',
    );
    const failure = await failureOf(page);
    assert.deepEqual(failure, { kind: 'http', status: 307, leadsTo: 'evil.example' });
    assert.deepEqual(urls(), [START, `${ADDRESS}/step`]);
    const circle = requestPage(302, () => START);
    assert.deepEqual(await failureOf(circle.page), { kind: 'http', status: 302 });
    assert.deepEqual(circle.urls(), Array(4).fill(START));
  });

  it('a 403 with a web page is of a gateway or a firewall, and not blamed on the token', async () => {
    const blocked = { kind: 'http', status: 403 } as const;
    const refused = { kind: 'auth', status: 403 } as const;
    for (const [type, body, failure] of [
      ['text/html; charset=utf-8', '', blocked],
      ['Text/HTML', 'Forbidden', blocked],
      ['text/html', '{"error":"Forbidden"}', refused],
      ['application/json', '\ufeff \n<!DOCTYPE html><title>403</title>', blocked],
      [undefined, '<html>', blocked],
      [undefined, '', refused],
      ['application/json', '{"error":"<b>Forbidden</b>"}', refused],
    ] as const) {
      const response = {
        status: 403,
        headers: type === undefined ? {} : { 'content-type': type },
        body: new TextEncoder().encode(body),
      };
      const { client } = clientFor(ADDRESS, {
        transport: { get: () => Promise.resolve(response), close: () => Promise.resolve() },
      });
      assert.deepEqual(await failureOf(client.page(PROJECTS, first, noAbort)), failure, body);
    }
  });
});
