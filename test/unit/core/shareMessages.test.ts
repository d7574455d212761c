import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { numberFormat } from '../../../src/core/base/numberFormat.ts';
import { shareOf } from '../../../src/core/messages/shareMessages.ts';
import type { ProjectStats } from '../../../src/core/model/model.ts';

const format = numberFormat('en');

/** As the service gives it: the known counts, and others by their names. */
function share(
  [total, confirmed, processing, pending]: readonly (number | undefined)[],
  others: Readonly<Record<string, number>> = {},
  status?: string,
) {
  const further = Object.entries(others).map(([name, count]) => ({ name, count }));
  const stats: ProjectStats = { total, confirmed, processing, pending, further, source: {} };
  const { badge, words, needsAttention } = shareOf(stats, status, format);
  assert.equal(needsAttention, badge === '!');
  assert.ok((badge ?? '').length <= 2);
  return [badge, words];
}

describe('the share of a project', () => {
  it('is its percentage confirmed, with the counts in words', () => {
    assert.deepEqual(share([5000, 3150, 850, 1000]), ['63', '63%: 3,150 of 5,000 confirmed']);
    assert.deepEqual(share([10, 0, 0, 10]), ['0', '0%: 0 of 10 confirmed']);
  });

  it('is rounded down, so that a project is done only when all are confirmed', () => {
    assert.equal(share([1000, 639, 361, 0])[0], '63');
    assert.equal(share([100_000, 99_999, 1, 0])[0], '99');
    assert.equal(share([2 ** 53, 2 ** 53 - 1, 1, 0])[0], '99');
    assert.deepEqual(share([10, 10, 0, 0]), ['✓', '100%: 10 of 10 confirmed']);
  });

  it('is not told where there is nothing to tell', () => {
    assert.deepEqual(share([0, 0, 0, 0]), [undefined, '0 of 0 confirmed']);
    assert.deepEqual(share([undefined, 5, 1]), [undefined, '5 confirmed']);
    assert.deepEqual(share([9, undefined, 1, 1]), [undefined, 'confirmed not given']);
  });

  it('needs attention if something has failed', () => {
    assert.deepEqual(share([100, 60, 0, 37], { failed: 3 }), [
      '!',
      '60%: 60 of 100 confirmed, 3 failed',
    ]);
    assert.equal(share([100, 60, 0, 40], { failed: 0 })[0], '60');
    assert.deepEqual(share([100, 60, 0, 40], {}, 'mint failed'), [
      '!',
      '60%: 60 of 100 confirmed, status failed',
    ]);
  });

  it('needs attention if the counts contradict each other', () => {
    assert.deepEqual(share([100, 60, 0, 30]), [
      '!',
      '60%: 60 of 100 confirmed, the stages add up to 90',
    ]);
    assert.deepEqual(share([100, 120, 0, 0]), [
      '!',
      '120 of 100 confirmed, the stages add up to 120',
    ]);
    assert.equal(share([100, -1, 0, 101])[0], '!');
    assert.equal(share([100, 60, 0, 30], { burned: 10 })[0], '60', 'further counts are the rest');
    assert.equal(share([100, 60, undefined, 30])[0], '60', 'a stage is not given');
  });
});
