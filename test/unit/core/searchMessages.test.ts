import assert from 'node:assert/strict';
import type { ListState } from '../../../src/core/lists/listState.ts';
import {
  hitWords,
  nothingWords,
  searchedWords,
  searchRestWords,
} from '../../../src/core/messages/searchMessages.ts';
import { listState, project } from '../../support/projects.ts';

const state = (rows: number, rest: Partial<ListState<unknown>> = {}): ListState<unknown> =>
  listState(Array<unknown>(rows).fill(0), rest);
const part = state(265, { total: 1159, hasMore: true });
const unread = state(0, { total: undefined, asOf: undefined });
const hits = (shown: number, matches: number, searched = matches, isApart = false) => ({
  best: Array.from({ length: shown }, (_, at) => project(String(at))),
  matches,
  searched,
  isApart,
});

describe('Messages of a search', () => {
  it('shows the number of loaded rows and the total of both lists together', () => {
    assert.equal(searchedWords([part, state(45)], 310), '310 of 1,204 rows searched');
    assert.equal(searchedWords([state(1159), state(45)], 1204), 'all 1,204 rows searched');
  });

  it('shows the number of matches and how many of them are listed', () => {
    assert.equal(hitWords(hits(200, 3120), 'a'), '200 of 3,120 shown');
    assert.equal(hitWords(hits(1, 1), 'a'), '1 match');
    assert.equal(hitWords(hits(200, 310), ' '), '200 of 310 shown');
    assert.equal(hitWords(hits(95, 95), ''), '');
    assert.equal(hitWords(hits(3, 3, 50, true), 'a'), 'no exact match, 3 similar');
  });

  it('shows how many rows are not searched', () => {
    assert.equal(searchRestWords([part, state(45)]), 'Search the other 894');
    assert.equal(searchRestWords([part, unread]), 'Search the rest');
    const endless = state(50, { total: undefined, hasMore: true });
    assert.equal(searchRestWords([endless]), 'Search the rest');
  });

  it('shows why there are no rows', () => {
    const none = hits(0, 0, 310);
    const nothing = (states: ListState<unknown>[], reading: boolean, found = none, typed = 'x') =>
      nothingWords(states, found, typed, reading);
    assert.equal(nothing([part, state(45)], true), 'No match yet. 310 of 1,204 rows searched…');
    assert.equal(nothing([part, state(45)], false), 'No match. 310 of 1,204 rows searched.');
    assert.equal(nothing([unread, unread], true, hits(0, 0)), 'Reading the first page…');
    assert.equal(nothing([unread, unread], false, hits(0, 0)), 'Nothing is loaded yet.');
    assert.equal(nothing([state(0)], false, hits(0, 0), ''), 'The service lists nothing.');
  });
});
