import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type History, thinned } from '../../../../src/core/stats/reading.ts';

const historyOf = (length: number): History =>
  Array.from({ length }, (_, at) => ({
    at,
    total: 9,
    confirmed: at,
    processing: 0,
    pending: 0,
  }));

describe('thinned', () => {
  it('leaves a short history as it is', () => {
    const history = historyOf(500);
    assert.equal(thinned(history, 500), history);
  });

  it('keeps the ends and the newest half of a history, in order and within the limit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 60 }),
        fc.integer({ min: 61, max: 400 }),
        (most, length) => {
          const chosen = thinned(historyOf(length), most).map(({ at }) => at);
          assert.equal(chosen.length, most);
          assert.equal(chosen[0], 0);
          const newest = Array.from({ length: Math.ceil(most / 2) }, (_, at) => length - 1 - at);
          assert.deepEqual(chosen.slice(-newest.length).reverse(), newest);
          assert.deepEqual(
            chosen,
            [...new Set(chosen)].sort((one, other) => one - other),
          );
        },
      ),
    );
  });
});
