import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { formatNumber, formatTime, newCollator } from '../../../src/editor/locale.ts';

describe('a time shown in a view', () => {
  it('is shown without the date today', () => {
    assert.match(formatTime(Date.now()), /^\d\d:\d\d:\d\d$/);
  });

  it('is shown as yesterday’s on the day after', () => {
    const then = new Date();
    then.setDate(then.getDate() - 1);
    then.setHours(18, 4, 9);
    assert.equal(formatTime(then.getTime()), 'yesterday 18:04:09');
    assert.equal(formatTime(then.getTime(), 'short'), 'yesterday 18:04');
  });

  it('is shown with the date on other days', () => {
    const then = new Date(2020, 0, 5, 14, 2, 11).getTime();
    assert.equal(formatTime(then), 'Jan 5, 2020, 14:02:11');
  });
});

describe('names in order', () => {
  it('count the numbers in them', () => {
    const names = ['Lamp 10', 'Lamp 2', 'lamp 1'];
    assert.deepEqual(names.sort(newCollator().compare), ['lamp 1', 'Lamp 2', 'Lamp 10']);
  });
});

describe('a number that a view names', () => {
  it('is written as the person’s language does', () => {
    assert.equal(formatNumber(1204), '1,204');
  });
});
