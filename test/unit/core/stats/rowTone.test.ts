import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { rowTone } from '../../../../src/core/stats/rowTone.ts';

const counts = (total: number, confirmed: number, processing: number) => ({
  ...{ total, confirmed, processing },
  pending: total - confirmed - processing,
});

describe('Tone of a row', () => {
  it('the tone follows the counts, whatever the status is', () => {
    for (const status of ['confirmed', 'processing', 'pending', 'odd', undefined]) {
      assert.equal(rowTone(counts(9, 9, 0), status, []), 'done');
      assert.equal(rowTone(counts(9, 3, 6), status, []), 'underWay');
      assert.equal(rowTone(counts(9, 0, 1), status, []), 'underWay');
      assert.equal(rowTone(counts(9, 0, 0), status, []), 'waiting');
    }
  });

  it('the tone follows the status where the counts give no share', () => {
    for (const known of [undefined, counts(0, 0, 0), { confirmed: 5 }]) {
      assert.equal(rowTone(known, 'confirmed', []), 'done');
      assert.equal(rowTone(known, 'processing', []), 'underWay');
    }
  });

  it('the tone shows an alarm first, and a status that disagrees is none', () => {
    assert.equal(rowTone(counts(9, 9, 0), 'confirmed', ['failed', 'sum']), 'failed');
    assert.equal(rowTone(counts(9, 3, 6), 'processing', ['stalled']), 'warning');
    assert.equal(rowTone(counts(9, 9, 0), 'processing', ['disagrees']), 'done');
  });
});
