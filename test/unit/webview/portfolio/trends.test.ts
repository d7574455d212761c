import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { createFormat } from '../../../../src/webview/kit/format.ts';
import { lineOf, TREND, Trends } from '../../../../src/webview/portfolio/trends.ts';

const HOUR = 3_600_000;
const NOW = 1_790_000_000_000;
const format = createFormat('en-US', 'UTC');
const row = (key: string, hoursAgo: number, asOf = NOW) => ({
  ...{ key, asOf, movedAt: NOW - hoursAgo * HOUR },
  concerns: [],
});

describe('Trend of a row in the portfolio', () => {
  it('a trend goes from the first reading to the last, and from the least to the most confirmed', () => {
    const points = [
      { at: NOW - 20 * HOUR, confirmed: 100 },
      { at: NOW - 15 * HOUR, confirmed: 100 },
      { at: NOW, confirmed: 1300 },
    ];
    const { width, height } = TREND;
    const [low, high] = [(height - 1).toFixed(1), (1).toFixed(1)];
    const { path, words } = lineOf(points, format, NOW);
    assert.equal(path, `M0.0 ${low}L${(width / 4).toFixed(1)} ${low}L${width.toFixed(1)} ${high}`);
    assert.equal(words, `1,200 confirmed since ${format.time(NOW - 20 * HOUR, NOW)}`);
  });

  it('draws no trend for one reading, or if no more are confirmed than before', () => {
    const rest = [3, 2, 1].map((hours) => ({ at: NOW - hours * HOUR, confirmed: 3 }));
    const fell = rest.map(({ at, confirmed }, index) => ({ at, confirmed: confirmed - index }));
    for (const points of [[], rest.slice(0, 1), rest, fell]) {
      assert.deepEqual(lineOf(points, format, NOW), { path: '', words: '' });
    }
  });

  it('requests a trend once for each reading and hour, and when the rows are sent again', () => {
    const trends = new Trends();
    assert.deepEqual(trends.ask([row('a', 1), row('rests', 30)], NOW), ['a']);
    assert.deepEqual(trends.ask([row('a', 1)], NOW + HOUR - 1), []);
    assert.deepEqual(trends.ask([row('a', 1)], NOW + HOUR), ['a']);
    assert.deepEqual(trends.ask([row('a', 1, NOW + 1)], NOW + HOUR), ['a']);
    trends.forgetAsked();
    assert.deepEqual(trends.ask([row('a', 1, NOW + 1)], NOW + HOUR), ['a']);
    assert.deepEqual(trends.ask([{ key: 'unread', concerns: [] }], NOW), []);
  });

  it('a trend stays until a newer one arrives or its day is over, and is gone with the account', () => {
    const trends = new Trends();
    trends.ask([row('a', 1)], NOW);
    const points = [1, 0].map((hours) => ({ at: NOW - hours * HOUR, confirmed: 9 - hours }));
    trends.add([{ key: 'a', points }], format, NOW);
    const drawn = trends.of('a');
    assert.notEqual(drawn.path, '');
    trends.ask([row('a', 0, NOW + 1)], NOW);
    assert.equal(trends.of('a'), drawn);
    const dayLater = NOW + 24 * HOUR;
    assert.deepEqual(trends.ask([row('a', 0, NOW + 1)], dayLater), []);
    assert.equal(trends.of('a').path, '', 'it is of a day that is over');
    trends.ask([row('a', 1)], NOW);
    trends.add([{ key: 'a', points }], format, NOW);
    trends.clear();
    assert.equal(trends.of('a').path, '');
  });
});
