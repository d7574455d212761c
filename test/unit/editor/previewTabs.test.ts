import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { doubleClicks } from '../../../src/editor/previewTabs.ts';
import { FakeClock } from '../../support/fakeClock.ts';

describe('the second click of a double click', () => {
  it('is none after the clock was set back since the first', () => {
    const clock = new FakeClock();
    clock.set(86_400_000);
    const isSecond = doubleClicks(clock);
    assert.equal(isSecond('t/1'), false);
    clock.set(0);
    assert.equal(isSecond('t/1'), false);
    assert.equal(isSecond('t/1'), true);
  });
});
