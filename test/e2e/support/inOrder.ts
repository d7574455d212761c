import assert from 'node:assert/strict';

/**
 * For a `describe` whose tests build on each other: after a failure, the others fail at once. Mocha's
 * `bail` would silently skip all of them after a failure in another file.
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
