import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type { Project } from '../../../../src/core/model/model.ts';
import { PortfolioRows } from '../../../../src/features/portfolio/portfolioRows.ts';

describe('Rows of the portfolio', () => {
  const project = (id: number): Project =>
    ({ kind: 'project', key: `project/t/${id}`, id: String(id), transferable: true }) as Project;
  const [one, two, three] = [project(1), project(2), project(3)];
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
});
