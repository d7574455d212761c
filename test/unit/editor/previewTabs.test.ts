import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { doubleClicks } from '../../../src/editor/previewTabs.ts';
import { FakeClock } from '../../support/fakeClock.ts';

describe('doubleClicks', () => {
  it('a click after the clock was set back is not the second of a double click', () => {
    const clock = new FakeClock(86_400_000);
    const isSecond = doubleClicks(clock);
    assert.equal(isSecond('t/1'), false);
    clock.set(0);
    assert.equal(isSecond('t/1'), false);
    assert.equal(isSecond('t/1'), true);
  });
});
