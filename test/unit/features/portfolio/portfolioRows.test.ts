import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { PortfolioRows, rowOf } from '../../../../src/features/portfolio/portfolioRows.ts';
import type { PortfolioRow } from '../../../../src/features/portfolio/messages.ts';
import { project } from '../../../support/projects.ts';

describe('Rows of the portfolio', () => {
  const [one, two, three] = [project('1'), project('2'), project('3')];
  let rows: PortfolioRows;

  beforeEach(() => {
    rows = new PortfolioRows();
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
});

describe('Row of the portfolio', () => {
  const one = project('1');
  const HOUR = 3_600_000;
  const read = { host: 'api.example.com', failure: undefined, loading: false, watched: false };
  const none = { known: undefined, pace: undefined, failedSince: undefined };
  const facts = { ...read, ...none, acknowledged: false };

  it('gives a portfolio row its forecast or why it has none, and neither if it has failed', () => {
    const pace = { perMinute: 5, doneAt: { low: 1, likely: 2, high: 3 } };
    const still = { reason: 'still', since: 0 } as const;
    const moved = { at: HOUR, total: 9, confirmed: 4, processing: 1, pending: 4 };
    const of = (status: string, movedAt = HOUR, itsPace: PortfolioRow['pace'] = pace) => {
      const known = { ...moved, movedAt };
      const row = rowOf({ ...one, status }, { ...facts, known, pace: itsPace });
      return [row.minting, row.pace];
    };
    assert.deepEqual(of('processing'), [true, pace]);
    assert.deepEqual(of('failed'), [false, undefined]);
    assert.deepEqual(of('processing', 0, still), [false, still]);
    assert.deepEqual(of('processing', HOUR, { reason: 'early' }), [true, { reason: 'early' }]);
  });

  it('shows that a project has no id or kind', () => {
    const { concerns } = rowOf(one, facts);
    assert.deepEqual(concerns, [{ kind: 'unreadable', words: 'Id or kind not given' }]);
  });
});
