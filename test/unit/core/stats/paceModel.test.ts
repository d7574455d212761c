import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { type Growth, outlookOf } from '../../../../src/core/stats/paceModel.ts';

const MINUTE = 60_000;

/** The bounds and the likely time for the last 100 of 200 NFTs, in minutes. */
function outlook(
  minutes: readonly number[],
  growths: readonly Growth[] = [{ weight: 1, log: 0, variance: 0 }],
) {
  const pieces = minutes.map((took) => ({ confirmed: 100 / minutes.length, took: took * MINUTE }));
  const { low, likely, high } = outlookOf(pieces, 100, 200, growths);
  return [low, likely, high].map((log) => (Math.exp(log) / MINUTE).toFixed(2)).join(' ');
}

describe('Model of the pace', () => {
  it('keeps the bounds that forecastTrials.ts has tried; try a change of them there', () => {
    assert.equal(outlook([1, 1.1, 0.9, 1.2, 1]), '4.36 5.17 9.18');
    assert.equal(
      outlook([1, 1.3, 3, 0.9, 1]),
      '3.23 6.02 14.27',
      'slow for a while, which is no stop',
    );
    assert.equal(outlook([1, 1.1, 20, 0.9, 1]), '5.50 9.18 26.19', 'a stop that is over');
    assert.equal(outlook([1, 3, 10, 1, 1]), '4.03 9.51 22.43', 'a stop beside a slow piece');
    assert.equal(outlook([1, 1.1, 0.9, 1, 20]), '5.94 10.62 41.19', 'a stop that may go on');
    const grows = { weight: 0.5, log: 0.5, variance: 0.04 };
    assert.equal(
      outlook([1, 1.1, 0.9, 1.2, 1], [{ weight: 0.5, log: 0, variance: 0 }, grows]),
      '4.94 6.20 11.35',
    );
  });
});
