import assert from 'node:assert/strict';

/**
 * For a `describe` in which each test goes on where the one before ended: after a failure, the others
 * fail at once. Mocha's own `bail` would leave all of them out, in silence, after a failure in another
 * file.
 */
export function inOrder(): void {
  let brokenOff = false;
  beforeEach(() => {
    assert.ok(!brokenOff, 'not run, because a test before it failed');
  });
  afterEach(function () {
    brokenOff ||= this.currentTest?.state === 'failed';
  });
}
