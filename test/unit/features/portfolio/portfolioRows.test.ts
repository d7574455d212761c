import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { forEachCount } from '../../../../src/core/model/counts.ts';
import type { StatsReading } from '../../../../src/core/model/statsText.ts';
import { PortfolioRows } from '../../../../src/features/portfolio/portfolioRows.ts';

const KEY = 'project/t/1';
const HOUR = 60 * 60_000;

/** A reading with so many confirmed. */
function reading(asOf: number, confirmed: number): StatsReading {
  const counts = { ...forEachCount(() => undefined), confirmed };
  return { asOf, stats: { ...counts, further: [], source: {} } };
}

describe('the rows of the portfolio', () => {
  it('follow the answers of the service also after the clock was set back', () => {
    const rows = new PortfolioRows('host', new Map());
    rows.learn(KEY, reading(2 * HOUR, 10));
    rows.learn(KEY, reading(HOUR, 20));
    assert.equal(rows.counts(KEY)?.counts.confirmed, 20);
  });

  it('do not take over a held reading that is older than what is known', () => {
    const rows = new PortfolioRows('host', new Map());
    rows.learn(KEY, reading(2 * HOUR, 10));
    rows.learnHeld(KEY, reading(HOUR, 5));
    assert.equal(rows.counts(KEY)?.counts.confirmed, 10);
  });
});
