import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import {
  judgeResponse,
  judgeClock,
  judgeSpeed,
  judgeToken,
  whyNoList,
} from '../../../src/core/doctor/responseCheck.ts';
import type { Failure } from '../../../src/core/model/serviceError.ts';

const DAY = 24 * 3600 * 1000;
const NOW = Date.UTC(2026, 10, 23);
const format = (count: number) => count.toLocaleString('en-US');
const says = ({ verdict, found }: { readonly verdict: string; readonly found: string }) =>
  `${verdict}: ${found}`;

describe('The checks of the first request', () => {
  const host = 'api.example.com';
  const JSON_TYPE = 'application/json; charset=utf-8';
  const request = (failure?: Failure, type?: string) => ({
    failure,
    response: { status: 200, headers: type === undefined ? {} : { 'content-type': type }, at: NOW },
  });
  /** What the checks of the response, of the token and of lists say. */
  const check = (failure?: Failure, type = JSON_TYPE, hasToken = true) => {
    const first = request(failure, type);
    return [
      says(judgeResponse(first, host)),
      says(judgeToken(first, host, hasToken)),
      whyNoList(first, hasToken),
    ];
  };

  it('accepts a list, and reports its status and content type', () => {
    assert.deepEqual(check(), [
      'ok: api.example.com answers with a list, as it should.',
      'ok: api.example.com accepts the token.',
      undefined,
    ]);
    assert.deepEqual(judgeResponse(request(undefined, JSON_TYPE), host).facts, [
      'Status 200, content type application/json.',
    ]);
  });

  it('warns of a list with a wrong content type, and names only known types', () => {
    const found = (type?: string) => says(judgeResponse(request(undefined, type), host));
    assert.match(found('Text/Plain; a=b'), /^warning: .* gives its content type as text\/plain\.$/);
    assert.match(found('secret/plain'), /as something else\.$/);
    assert.match(found(), /as none\.$/);
  });

  it('asks for another token if the service refuses this one', () => {
    const failure = { kind: 'auth', status: 401 } as const;
    assert.deepEqual(check(failure), [
      'ok: api.example.com answers, and asks for a valid token (401).',
      'failed: The service refused this token.',
      'Not checked, because the service refuses the token.',
    ]);
  });

  it('checks no token and no list if nobody is signed in', () => {
    assert.deepEqual(check({ kind: 'auth', status: 401 }, JSON_TYPE, false).slice(1), [
      'notChecked: Not checked, because nobody is signed in. No token was sent.',
      'Not checked, because nobody is signed in.',
    ]);
  });

  it('only warns of a service that asks for fewer requests', () => {
    const why = 'Not checked, because the service asks for fewer requests (429).';
    assert.deepEqual(check({ kind: 'rateLimited' }), [
      'warning: The service asks for fewer requests (429).',
      `notChecked: ${why}`,
      why,
    ]);
  });

  it('reports a web page in place of the service', () => {
    const first = request({ kind: 'decode', what: 'notJson' }, 'text/html');
    const found = judgeResponse(first, host);
    assert.match(
      says(found),
      /^failed: The answer is not JSON .* Its content type is text\/html\.$/,
    );
    assert.match(found.advice ?? '', /a web page or a login page may be in the place/);
  });

  it('reports why no answer arrived, and checks nothing that needs one', () => {
    const first = {
      failure: { kind: 'network', code: 'ENOTFOUND', tls: false },
      response: undefined,
    } as const;
    const found = judgeResponse(first, host);
    assert.deepEqual(
      [says(found), found.facts],
      ['failed: Could not find api.example.com (host not found).', []],
    );
    assert.equal(
      says(judgeToken(first, host, true)),
      'notChecked: Not checked, because no answer says whether the token is accepted.',
    );
    assert.equal(whyNoList(first, true), 'Not checked, because the service gave no list.');
  });
});

describe('The check of clocks', () => {
  const check = (apart: number, headers: object = {}) =>
    says(
      judgeClock(
        {
          ...{ status: 200, at: NOW },
          headers: { date: new Date(NOW + apart).toUTCString(), ...headers },
        },
        format,
      ),
    );

  it('reports how far the clocks are apart, and warns from a minute on', () => {
    assert.match(check(2000), /^ok: The clocks .* agree/);
    assert.match(check(-30_000), /^ok: .* is 30 s ahead of that/);
    assert.match(check(60_000), /^ok: .* is 60 s behind that/);
    assert.match(check(61_000), /^warning: .* is 61 s behind that/);
    assert.match(check(-3_600_000), /^warning: .* is 60 min ahead of that/);
    assert.match(check(25 * 3_600_000), /is 25 h behind/);
    assert.match(check(-4000 * DAY), /is 4,000 days ahead/);
    assert.match(check(-600_000, { age: '600' }), /^ok: .* agree/, 'a cache stored the answer');
  });

  it('reports clocks as not checked where the service gives no time', () => {
    assert.match(check(0, { date: 'soon' }), /^notChecked:/);
    assert.match(says(judgeClock(undefined, format)), /^notChecked: .*no answer/);
  });
});

describe('The check of speed', () => {
  it('reports the median and the worst response time, and why requests were not answered', () => {
    const failure = { kind: 'http', status: 503 } as const;
    const check = (times: readonly number[], why?: Failure) =>
      says(judgeSpeed(times, 3, why, 'api.example.com'));
    const found = 'ok: Small requests were answered in 30 ms (median) and 500 ms (worst), 3 of 3.';
    assert.equal(check([30, 10, 500]), found);
    assert.match(check([2000]), /^ok:/);
    assert.match(check([2001]), /^warning:/);
    assert.match(
      check([10, 20], failure),
      /^warning: .* \(worst\), 2 of 3\. The service has an internal error \(503\)\.$/,
    );
    assert.match(check([], failure), /^failed: The service has an internal/);
  });
});
