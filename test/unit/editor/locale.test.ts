import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { formatTime } from '../../../src/editor/locale.ts';

describe('a time shown in a view', () => {
  it('is shown without the date today', () => {
    assert.match(formatTime(Date.now()), /^\d\d:\d\d:\d\d$/);
  });

  it('is shown with the date on other days', () => {
    const then = new Date(2020, 0, 5, 14, 2, 11).getTime();
    assert.equal(formatTime(then), 'Jan 5, 2020, 14:02:11');
  });
});
