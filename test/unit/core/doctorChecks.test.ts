import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { judgeTls } from '../../../src/core/doctor/connectionCheck.ts';
import { judgePages } from '../../../src/core/doctor/pagesCheck.ts';
import {
  judgeResponse,
  judgeClock,
  judgeSpeed,
  judgeToken,
  whyNoList,
} from '../../../src/core/doctor/responseCheck.ts';
import type { Page } from '../../../src/core/model/decode.ts';
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
    assert.match(found.advice ?? '', /a web page or a login page may be there instead/);
  });

  it('reports why no answer arrived, and checks nothing that needs one', () => {
    const failure = { kind: 'network', code: 'ENOTFOUND', tls: false } as const;
    const first = { failure, response: undefined };
    const { verdict, found, facts } = judgeResponse(first, host);
    const reason = 'Could not find api.example.com (host not found).';
    assert.deepEqual([verdict, found, facts], ['failed', reason, []]);
    assert.match(says(judgeToken(first, host, true)), /^notChecked: .* no answer says whether/);
    assert.match(whyNoList(first, true) ?? '', /the service gave no list/);
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
    assert.match(check(60_000), /^ok: .* is 60 s behind that/);
    assert.match(check(61_000), /^warning: .* is 61 s behind that/);
    assert.match(check(-3_600_000), /^warning: .* is 60 min ahead of that/);
    assert.match(check(120_000), / is 2 min /);
    assert.match(check(7_200_000), / is 2 h /);
    assert.match(check(2 * DAY), / is 2 days /);
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

describe('The check of a certificate', () => {
  const check = (fault: string | undefined, endsIn: number | undefined, strictSSL = true) =>
    judgeTls(
      {
        ...{ version: 'TLSv1.3', issuer: 'An Authority', fault },
        validUntil: endsIn === undefined ? undefined : NOW + endsIn,
      },
      ...(['api.example.com', strictSSL, NOW] as const),
    );

  it('shows the version, the issuer and the last day of a verified certificate', () => {
    assert.equal(
      says(check(undefined, 30 * DAY)),
      'ok: TLSv1.3 with api.example.com. The certificate is verified; An Authority issued it, and it is valid until 2026-12-23.',
    );
    assert.match(says(check(undefined, undefined)), /valid until an unknown date/);
  });

  it('warns two weeks before a certificate ends', () => {
    assert.match(says(check(undefined, 13 * DAY)), /^warning: .* expires soon, on 2026-12-06\.$/);
    assert.match(says(check(undefined, 14 * DAY)), /^ok:/);
  });

  it('shows what to do about an expired certificate and about one of another host', () => {
    const expired = check('CERT_HAS_EXPIRED', -DAY);
    assert.equal(
      says(expired),
      'failed: Certificate of api.example.com not accepted (expired, CERT_HAS_EXPIRED).',
    );
    assert.match(expired.advice ?? '', /^Check the clock of this machine/);
    assert.deepEqual(expired.facts, [
      'Certificate issued by An Authority, valid until 2026-11-22.',
    ]);
    assert.match(check('ERR_TLS_CERT_ALTNAME_INVALID', DAY).advice ?? '', /for another host/);
  });

  it('shows what would be refused if certificates were verified', () => {
    assert.match(says(check('CERT_HAS_EXPIRED', DAY, false)), /^warning: .*it would be refused/);
    assert.match(says(check(undefined, DAY, false)), /^warning: .*it would be accepted/);
  });
});

describe('The check of pages', () => {
  const page = (at: number, ids: readonly number[], other: Partial<Page<never>> = {}) => ({
    rows: ids.map((id) => ({ key: `project/t/${id}` })),
    ...{ received: ids.length, unreadable: 0, page: at, limit: 2 },
    ...{ totalPages: 2, totalResults: 4, ...other },
  });
  const compare = (one: ReturnType<typeof page>, two: ReturnType<typeof page>) =>
    judgePages(one, two, { limit: 2, format });
  const check = (one: Partial<Page<never>>, two: Partial<Page<never>> = {}) => {
    const { found, facts = [] } = compare(page(1, [1, 2], one), page(2, [3, 4], two));
    return [found, ...facts].join(' | ');
  };

  it('accepts pages that fit together, a single page, and none', () => {
    assert.equal(check({}), 'Pages 1 and 2 of 2 rows fit together: 4 projects on 2 pages.');
    // For a page after the end, a service may send the last page, or no rows.
    const full = { totalPages: 1, totalResults: 2 };
    for (const rows of [[], [1, 2]]) {
      const one = compare(page(1, [1, 2], full), page(1, rows, full));
      assert.match(says(one), /^ok: All projects \(2\) fit on the first page of 2/);
    }
    for (const totalPages of [0, 1]) {
      const none = { totalPages, totalResults: 0 };
      assert.match(says(compare(page(1, [], none), page(2, [], none))), /^ok: All projects \(0\)/);
    }
  });

  it('reports rows that come twice', () => {
    assert.match(
      says(compare(page(1, [1, 2]), page(2, [2, 3]))),
      /^warning: Page 2 repeats rows of page 1 \(1\)/,
    );
    assert.match(
      says(compare(page(1, [1, 2]), page(2, [1, 2]))),
      /^failed: Page 2 holds the same rows/,
    );
  });

  it('reports each problem: totals that are missing or wrong, another limit or page, unreadable rows', () => {
    assert.match(check({ totalPages: undefined }), /does not say how many/);
    assert.match(check({}, { totalResults: 5 }), /total differs between page 1 and page 2/);
    assert.match(check({ totalPages: 7 }), /4 rows do not make 7 pages/);
    assert.match(check({ page: 0 }), /not confirm that it sent pages 1 and 2/);
    assert.match(check({ received: 1 }), /too few rows: 1 instead of 2/);
    assert.equal(check({ limit: undefined }), 'The service does not confirm the limit of 2.');
    assert.match(check({ unreadable: 1 }, { unreadable: 2 }), /could not be read as a project: 3/);
    assert.match(check({ received: 3204 }), /2 rows were requested, but 3,204 came: .* the limit/);
    assert.equal(check({ limit: 3, page: 9 }).split(' | ').length, 2);
  });
});
