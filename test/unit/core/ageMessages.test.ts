import assert from 'node:assert/strict';
import { AGED_MS, ageWords } from '../../../src/core/messages/ageMessages.ts';
import { OLD_MS } from '../../../src/core/stats/reading.ts';

describe('How old counts are', () => {
  it('the age of counts is written from two or ten minutes on, in one unit, and not if the clock was set back', () => {
    const now = 1_800_000_000_000;
    const say = (minutes: number, fromMs = OLD_MS) => ageWords(now - minutes * 60_000, now, fromMs);
    assert.deepEqual(
      [1.9, 2, 59.9].map((one) => say(one, AGED_MS)),
      ['', '2 min ago', '59 min ago'],
    );
    assert.deepEqual(
      [9.9, 14, 119, 3_000].map((one) => say(one)),
      [...['', '14 min ago'], ...['1 h ago', '2 d ago']],
    );
    assert.equal(say(-60, AGED_MS), '');
  });
});
