import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { pathOf, TREND, Trends } from '../../../../src/webview/portfolio/trends.ts';

const HOUR = 3_600_000;
const NOW = 1_790_000_000_000;
const row = (key: string, hoursAgo: number, asOf = NOW) => ({
  ...{ key, asOf, movedAt: NOW - hoursAgo * HOUR },
  concerns: [],
});

describe('the line of the last day in a row of the portfolio', () => {
  it('goes from the least to the most confirmed, as far across as the time is of the day', () => {
    const points = [
      { at: NOW - 24 * HOUR, confirmed: 100 },
      { at: NOW - 12 * HOUR, confirmed: 100 },
      { at: NOW, confirmed: 300 },
    ];
    const { width, height } = TREND;
    const [low, high] = [(height - 1).toFixed(1), (1).toFixed(1)];
    assert.equal(
      pathOf(points, NOW),
      `M0.0 ${low}L${(width / 2).toFixed(1)} ${low}L${width.toFixed(1)} ${high}`,
    );
  });

  it('is not drawn for one reading, or if nothing has changed', () => {
    assert.equal(pathOf([{ at: NOW, confirmed: 3 }], NOW), '');
    const rest = [1, 2, 3].map((hours) => ({ at: NOW - hours * HOUR, confirmed: 3 }));
    assert.equal(pathOf(rest, NOW), '');
  });

  it('is asked for once for each reading, and not for a row that has not moved in a day', () => {
    const trends = new Trends();
    assert.deepEqual(trends.ask([row('a', 1), row('b', 30)], NOW), ['a']);
    assert.deepEqual(trends.ask([row('a', 1)], NOW), []);
    assert.deepEqual(trends.ask([row('a', 1, NOW + 1)], NOW), ['a']);
    assert.deepEqual(trends.ask([{ key: 'unread', concerns: [] }], NOW), []);
  });

  it('stays until a newer one arrives, and is gone with the account', () => {
    const trends = new Trends();
    trends.ask([row('a', 1)], NOW);
    const points = [1, 0].map((hours) => ({ at: NOW - hours * HOUR, confirmed: 9 - hours }));
    trends.add([{ key: 'a', points }], NOW);
    const drawn = trends.of('a');
    assert.notEqual(drawn, '');
    trends.ask([row('a', 0, NOW + 1)], NOW);
    assert.equal(trends.of('a'), drawn);
    trends.clear();
    assert.equal(trends.of('a'), '');
  });
});
