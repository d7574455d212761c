import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { describeFailure, listFailureWords } from '../../../src/core/messages/failureMessages.ts';
import { type Failure, remainingWait } from '../../../src/core/model/serviceError.ts';
import { countsDown, listNotices, loadMoreWords } from '../../../src/core/messages/listMessages.ts';
import type { ListState, ListWork } from '../../../src/core/lists/listState.ts';
import { numbered } from '../../support/pages.ts';

const HOST = 'api.example.com';
const FAILED_AT = 1_000_000;
const waits: readonly Failure[] = [
  { kind: 'rateLimited', retryAfterMs: 90_000 },
  { kind: 'http', status: 503, retryAfterMs: 90_000 },
  { kind: 'paused', retryAfterMs: 90_000 },
];
const format = String;

const failed = (failure: Failure, during: ListWork = 'more'): ListState<unknown> => ({
  rows: numbered(50),
  total: 230,
  hasMore: true,
  work: undefined,
  failure: { during, failure, at: FAILED_AT },
  unreadable: 0,
  short: false,
  drifted: false,
  repeated: 0,
  asOf: 5,
});

describe('a wait that the service asked for', () => {
  for (const failure of waits) {
    it(`after ${failure.kind} is counted down from the time of the answer`, () => {
      const hints = [0, 1, 30_000, 89_000, 89_500, 90_000, 200_000].map(
        (sinceMs) => describeFailure(failure, HOST, sinceMs).hint,
      );
      const left = ['90 seconds', '90 seconds', '60 seconds', '1 second', '500 ms'];
      left.forEach((words, at) => {
        assert.match(hints[at]!, new RegExp(` in ${words}[.,]`));
      });
      for (const hint of hints.slice(left.length)) {
        assert.match(hint, / now[.,]/);
        assert.doesNotMatch(hint, /-\d/);
      }
    });

    it(`after ${failure.kind} changes the words of a list until it has passed`, () => {
      const state = failed(failure);
      assert.equal(countsDown(state, FAILED_AT), true);
      assert.equal(countsDown(state, FAILED_AT + 89_999), true);
      assert.equal(countsDown(state, FAILED_AT + 90_000), false);
    });
  }

  it('is shown beside Load More as the time that remains', () => {
    const state = failed(waits[0]!);
    const more = (sinceMs: number) =>
      loadMoreWords(state, format, listFailureWords(state, HOST, FAILED_AT + sinceMs)).failure
        ?.hint;
    assert.equal(more(0), 'Try again in 90 seconds.');
    assert.equal(more(60_000), 'Try again in 30 seconds.');
    assert.equal(more(90_000), 'Try again now.');
    assert.equal(more(45_000), 'Try again in 45 seconds.');
  });

  it('does not become longer after the clock was set back', () => {
    for (const failure of waits) {
      assert.equal(remainingWait(failure, -3_600_000), 90_000);
    }
  });

  it('is absent if the service asked for none', () => {
    for (const failure of [
      { kind: 'rateLimited' },
      { kind: 'http', status: 503 },
      { kind: 'timeout', afterMs: 10_000 },
      { kind: 'auth', status: 401 },
    ] as const) {
      assert.equal(remainingWait(failure, 0), undefined);
      assert.equal(countsDown(failed(failure), FAILED_AT), false);
    }
    assert.equal(countsDown({ ...failed(waits[0]!), failure: undefined }, FAILED_AT), false);
  });
});

describe('rows under a token that was refused', () => {
  it('show the time they are from, whatever request was refused', () => {
    for (const during of ['more', 'all', 'refresh'] as const) {
      const state = failed({ kind: 'auth', status: 401 }, during);
      const words = listFailureWords(state, HOST, 0);
      const [notice] = listNotices(state, 'projects', format, words, (ms) => `14:02:0${ms}`);
      assert.match(notice!, /refused this token\. These rows are from 14:02:05\.$/);
    }
  });
});
