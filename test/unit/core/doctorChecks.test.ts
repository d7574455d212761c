import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { judgeTls } from '../../../src/core/doctor/connectionCheck.ts';
import { judgePages } from '../../../src/core/doctor/pagesCheck.ts';
import type { Page } from '../../../src/core/model/decode.ts';

const DAY = 24 * 3600 * 1000;
const NOW = Date.UTC(2026, 10, 23);
const format = (count: number) => count.toLocaleString('en-US');
const says = ({ verdict, found }: { readonly verdict: string; readonly found: string }) =>
  `${verdict}: ${found}`;

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
    assert.match(says(check(undefined, 13 * DAY)), /^warning: .* ends soon, on 2026-12-06\.$/);
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
    // For a page after the end, a service may send the last page.
    const full = { totalPages: 1, totalResults: 2 };
    const one = compare(page(1, [1, 2], full), page(1, [], full));
    assert.match(says(one), /^ok: All projects \(2\) fit on the first page of 2/);
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
    assert.match(check({ page: 0 }), /other pages than 1 and 2/);
    assert.match(check({ received: 1 }), /too few rows: 1 in place of 2/);
    assert.equal(check({ limit: undefined }), 'The service says it used another limit than 2.');
    assert.match(check({ unreadable: 1 }, { unreadable: 2 }), /could not be read as a project: 3/);
    assert.match(check({ received: 3204 }), /2 rows were asked for and 3,204 came: .* the limit/);
    assert.equal(check({ limit: 3, page: 9 }).split(' | ').length, 2);
  });
});
