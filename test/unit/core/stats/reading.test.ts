import assert from 'node:assert/strict';
import { type LastReading, withReading } from '../../../../src/core/stats/reading.ts';

const reading = (at: number, confirmed: number): LastReading => ({
  ...{ at, confirmed, movedAt: at },
  ...{ total: 9, processing: 0, pending: 0 },
});

describe('The history of an open panel', () => {
  it('grows by each reading, keeps only the first and the last of equal counts, and begins again after the data was deleted', () => {
    let history: readonly LastReading[] | undefined = [];
    let before: LastReading | undefined = reading(0, 1);
    for (const [at, confirmed] of [1, 1, 1, 2, 2, 2, 3].entries()) {
      const last = reading(at + 1, confirmed);
      history = withReading(history, last, before);
      before = last;
    }
    assert.deepEqual(
      history?.map(({ at }) => at),
      [1, 3, 4, 6, 7],
    );
    assert.equal(withReading(undefined, reading(8, 3), before), undefined, 'it is not loaded yet');
    const first = reading(9, 3);
    assert.deepEqual(withReading(history, first, undefined), [first]);
  });
});
