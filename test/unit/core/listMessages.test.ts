import assert from 'node:assert/strict';
import {
  describeFailure,
  hasProblemRow,
  listProblem,
} from '../../../src/core/messages/failureMessages.ts';
import type { Failure } from '../../../src/core/model/serviceError.ts';
import {
  coverage,
  isKnownAsWhole,
  listNotices,
  loadMoreWords,
} from '../../../src/core/messages/listMessages.ts';
import type { ListState } from '../../../src/core/lists/listState.ts';
import { numbered } from '../../support/pages.ts';
import { listState } from '../../support/projects.ts';

const HOST = 'api.example.com';
const failure: Failure = { kind: 'http', status: 503 };
const { reason, hint } = describeFailure(failure, HOST);

const state = (count: number, rest: Partial<ListState<unknown>> = {}): ListState<unknown> =>
  listState(numbered(count), { total: undefined, asOf: 5, ...rest });

describe('Coverage of a list', () => {
  const cases: readonly (readonly [string, ListState<unknown>, string])[] = [
    ['a part, in thousands', state(1500, { total: 12_040, hasMore: true }), '1,500 of 12,040'],
    ['all', state(230, { total: 230 }), '230'],
    ['a part, without a total', state(50, { hasMore: true }), '50'],
    ['a list that ended before its total', state(200, { total: 230, short: true }), '200 of 230'],
    ['all but what cannot be read', state(228, { total: 230, unreadable: 2 }), '228 of 230'],
    ['all, but the list continues', state(10, { total: 10, hasMore: true }), '10 of 10'],
  ];
  it('shows how much of a list is loaded', () => {
    for (const [what, given, words] of cases) {
      assert.equal(coverage(given), words, what);
    }
  });

  it('a missing row is gone only if all rows were read in this window', () => {
    assert.equal(isKnownAsWhole(state(50)), true);
    assert.equal(isKnownAsWhole(state(50, { hasMore: true })), false);
    assert.equal(isKnownAsWhole(state(50, { restored: true })), false);
    assert.equal(isKnownAsWhole(state(0, { asOf: undefined })), false);
  });
});

describe('Load More row', () => {
  const more = (rest: Partial<ListState<unknown>> = {}) => {
    const given = state(50, { total: 230, hasMore: true, ...rest });
    return loadMoreWords(given, listProblem(given, HOST, String), false);
  };

  it('the Load More row has numbers for stored rows only once reading them again has failed', () => {
    assert.equal(more({ restored: true }).description, '');
    const stopped = { during: 'refresh', failure, at: 0 } as const;
    assert.equal(more({ restored: true, failure: stopped }).description, '50 of 230 shown');
  });
});

describe('Problem of a list', () => {
  const time = (ms: number, style?: 'short') => (style ? '14:02' : `14:02:0${ms}`);
  const problem = (during: 'more' | 'refresh', what: Failure, retryAt?: number) =>
    listProblem(
      state(50, { hasMore: true, failure: { during, failure: what, at: 1 } }),
      HOST,
      time,
      retryAt,
    );

  it('a failed refresh shows how old the rows are and when the next try is', () => {
    const { beside, whole } = problem('refresh', failure, 7)!;
    assert.equal(beside, 'rows as of 14:02 · next try 14:02:07');
    assert.equal(whole, `${reason} ${hint} Rows as of 14:02. Next try 14:02:07.`);
    assert.equal(problem('refresh', failure)?.beside, 'rows as of 14:02');
    assert.equal(problem('more', failure)?.beside, '', 'a failed Load More does not make rows old');
  });
});

describe('Error row of a list', () => {
  const refused: Failure = { kind: 'auth', status: 401 };

  const failed = (during: 'first' | 'more' | 'refresh', what: Failure = failure) => ({
    failure: { during, failure: what, at: 0 },
  });
  const cases: readonly (readonly [string, ListState<unknown>, boolean])[] = [
    ['a refresh failed', state(50, failed('refresh')), true],
    ['there are no rows', state(0, { asOf: undefined, ...failed('first') }), true],
    ['the token is refused', state(50, { hasMore: true, ...failed('more', refused) }), true],
    ['nothing failed', state(0), false],
    ['Load More shows the failure', state(0, { hasMore: true, ...failed('more') }), false],
    ['Load More has failed', state(50, failed('more')), false],
  ];
  it('the error row appears only for a failure that no other row shows', () => {
    for (const [what, given, expected] of cases) assert.equal(hasProblemRow(given), expected, what);
  });
});

describe('Notices of a list', () => {
  it('a list that ended early says so', () => {
    const given = state(228, { total: 1230, short: true, unreadable: 1, drifted: true });
    assert.deepEqual(listNotices(given), [
      'The service names more rows than it gave. Refresh to try again.',
      '1 row could not be read and was left out.',
    ]);
  });

  it('a changed list and unreadable rows are reported', () => {
    assert.deepEqual(listNotices(state(50, { drifted: true, unreadable: 1200 })), [
      'The list has changed. Refresh to see all of it.',
      '1,200 rows could not be read and were left out.',
    ]);
  });
});
