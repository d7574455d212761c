import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { PageWalk } from '../../../src/core/pageWalk.ts';
import { type Answer, bare, honestPage, numbered, type Row } from '../../support/pages.ts';

const all = numbered(45);

/** A walk of which `pages` pages were read. */
function after(pages: number, answer: Answer = (request) => honestPage(all, request)) {
  const walk = new PageWalk<Row>(10);
  const read = (next = answer) => {
    const request = walk.request()!;
    walk.add(request, next(request));
    return request;
  };
  for (let page = 0; page < pages; page++) read();
  return { walk, read };
}
const under =
  (limit: number): Answer =>
  (request) =>
    honestPage(all, { ...request, limit });

describe('reading the last page of a walk again', () => {
  it('is asked for as it was, and what is asked ahead follows it', () => {
    const { walk } = after(2);
    walk.stepBack();
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((ahead) => walk.request(ahead)?.page),
      [2, 3, 4, 5, undefined],
    );
    assert.equal(walk.itemsCovered, 20, 'what is held spans as much as before');
    walk.stepForward();
    assert.equal(walk.request()?.page, 3);
  });

  it('before anything was read, or after the end, changes nothing', () => {
    const unread = after(0).walk;
    unread.stepBack();
    assert.deepEqual(unread.request(), { page: 1, limit: 10 });
    const ended = after(5).walk;
    ended.stepBack();
    assert.equal(ended.request(), undefined);
  });

  it('twice, reads it once', () => {
    const { walk, read } = after(2);
    walk.stepBack();
    walk.stepBack();
    assert.deepEqual([read().page, read().page], [2, 3]);
    assert.deepEqual([walk.drifted, walk.rows.length], [false, 30]);
  });

  it('under a limit that the service lowers then, loses no row and is no drift', () => {
    for (const limit of [3, 6, 7, 9]) {
      const { walk, read } = after(2);
      walk.stepBack();
      read(under(limit));
      assert.equal(walk.drifted, false, `limit ${limit}`);
      while (!walk.ended) read(under(limit));
      assert.deepEqual(walk.rows, all);
      assert.deepEqual([walk.drifted, walk.short], [false, false], `limit ${limit}`);
    }
  });

  it('after such a change of limit does not compare a page with another', () => {
    const { walk, read } = after(2);
    walk.stepBack();
    read(under(6));
    walk.stepBack();
    assert.deepEqual(read(under(6)), { page: 4, limit: 6 });
    assert.equal(walk.drifted, false);
  });

  it('does not use up the patience with a list that gives nothing for a while', () => {
    const nothing = bare([], { limit: 10, totalResults: 45, totalPages: 5 });
    const { walk, read } = after(1);
    read(() => nothing);
    read(() => nothing);
    walk.stepBack();
    assert.equal(read(() => nothing).page, 3);
    assert.equal(walk.ended, false);
    assert.equal(read().page, 4);
    assert.equal(walk.rows.length, 20);
  });
});
