import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { PortfolioRows } from '../../../../src/features/portfolio/portfolioRows.ts';
import { project } from '../../../support/projects.ts';

describe('Rows of the portfolio', () => {
  const [one, two, three] = [project('1'), project('2'), project('3')];
  let rows: PortfolioRows;

  beforeEach(() => {
    rows = new PortfolioRows('api.example.com');
    assert.deepEqual(rows.follow([one, two]), [one.key, two.key]);
    assert.deepEqual(rows.takeChanged(), { keys: [one.key, two.key], all: true });
  });

  it('only new and changed rows are sent after a refresh with the same rows and more', () => {
    assert.deepEqual(rows.follow([one, { ...two }, three]), [three.key]);
    assert.deepEqual(rows.takeChanged(), { keys: [two.key, three.key], all: false });
  });

  it('only new rows are sent if the list grows', () => {
    const list = [one];
    rows.follow(list);
    rows.takeChanged();
    list.push(two, three);
    assert.deepEqual(rows.follow(list), [two.key, three.key]);
    assert.deepEqual(rows.takeChanged(), { keys: [two.key, three.key], all: false });
    assert.deepEqual(rows.follow(list), []);
  });

  it('all rows are sent if one is gone or in another place', () => {
    assert.deepEqual(rows.follow([two]), []);
    assert.deepEqual(rows.takeChanged(), { keys: [two.key], all: true });
    assert.deepEqual(rows.follow([three, two]), [three.key]);
    assert.deepEqual(rows.takeChanged(), { keys: [three.key, two.key], all: true });
  });

  it('gives a portfolio row a forecast unless it has failed or stalled', () => {
    const HOUR = 3_600_000;
    const pace = { perMinute: 5, basis: 60_000, doneAt: { low: 1, likely: 2, high: 3 } };
    const reading = { failure: undefined, loading: false, watched: false, acknowledged: false };
    const moved = { at: HOUR, total: 9, confirmed: 4, processing: 1, pending: 4 };
    const of = (status: string, movedAt = HOUR) => {
      rows.follow([{ ...one, status }]);
      rows.learn(one.key, { ...moved, movedAt });
      const row = rows.row(one.key, { ...reading, pace });
      return [row?.minting, row?.pace];
    };
    assert.deepEqual(of('processing'), [true, pace]);
    assert.deepEqual(of('failed'), [false, undefined]);
    assert.deepEqual(of('processing', 0), [false, undefined]);
  });
});
