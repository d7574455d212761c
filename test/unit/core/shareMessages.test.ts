import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { numberFormat } from '../../../src/core/base/numberFormat.ts';
import { progressWords, shareBar } from '../../../src/core/messages/shareMessages.ts';
import type { ProjectStats } from '../../../src/core/model/model.ts';

const format = numberFormat('en');

/** Stats of the service: the known counts, and others by their names. */
function stats(
  [total, confirmed, processing, pending]: readonly (number | undefined)[],
  others: Readonly<Record<string, number>> = {},
): ProjectStats {
  const further = Object.entries(others).map(([name, count]) => ({ name, count }));
  return { total, confirmed, processing, pending, further, source: {} };
}

describe('Progress in words', () => {
  const words = (counts: ProjectStats, status?: string) => progressWords(counts, status, format);

  it('shows the percentage and the counts', () => {
    assert.equal(words(stats([5000, 3150, 850, 1000])), '63%: 3,150 of 5,000 confirmed');
    assert.equal(words(stats([1000, 5, 0, 995])), '<1%: 5 of 1,000 confirmed');
  });

  it('shows the counts alone where the percentage is not known', () => {
    assert.equal(words(stats([0, 0, 0, 0])), '0 of 0 confirmed');
    assert.equal(words(stats([undefined, 5, 1])), '5 confirmed');
    assert.equal(words(stats([9, undefined, 1, 1])), 'confirmed not given');
  });

  it('shows what has failed, and that the counts contradict each other', () => {
    const failed = stats([100, 60, 0, 37], { failed: 3 });
    assert.equal(words(failed), '60%: 60 of 100 confirmed, 3 failed');
    const byStatus = words(stats([100, 60, 0, 40]), 'mint failed');
    assert.equal(byStatus, '60%: 60 of 100 confirmed, status failed');
    const long = words(stats([100, 120, 0, 0]));
    assert.equal(long, '120 of 100 confirmed, 20 too many');
  });
});

describe('Progress as a bar of text', () => {
  const bar = (counts: ProjectStats) => shareBar(counts, format);

  it('the bar has ten parts, and is full only if all are confirmed', () => {
    assert.equal(bar(stats([1000, 639, 361, 0])), '▰▰▰▰▰▰▱▱▱▱ 63% · 639 of 1,000 confirmed');
    assert.match(bar(stats([1000, 999, 1, 0])), /^▰{9}▱ 99% /);
    assert.match(bar(stats([9, 9, 0, 0])), /^▰{10} 100% /);
    assert.equal(bar(stats([undefined, 5])), '5 confirmed', 'the percentage is not known');
  });
});
