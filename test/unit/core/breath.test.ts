import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { SLICE_MS } from '../../../src/core/base/slices.ts';
import { inSlices } from '../../../src/core/model/breath.ts';
import { noAbort } from '../../support/client.ts';
import { failureOf } from '../../support/failures.ts';

function* steps(count: number): Generator<void, string> {
  for (let at = 0; at < count; at++) yield;
  return 'done';
}

/** A clock by which each step takes a millisecond. */
function surroundings(onPause: () => void = () => undefined) {
  let time = 0;
  let pauses = 0;
  const pause = () => {
    pauses++;
    onPause();
    return Promise.resolve();
  };
  return { breath: { now: () => time++, pause }, pauses: () => pauses };
}

describe('long work that comes in steps', () => {
  it('yields to other work after each slice, and not before', async () => {
    const { breath, pauses } = surroundings();
    assert.equal(await inSlices(steps(SLICE_MS - 1), breath, noAbort), 'done');
    assert.equal(pauses(), 0);
    assert.equal(await inSlices(steps(10 * SLICE_MS), breath, noAbort), 'done');
    assert.equal(pauses(), 10);
  });

  it('ends when its caller cancels', async () => {
    const stop = new AbortController();
    const { breath, pauses } = surroundings(() => {
      stop.abort();
    });
    const failure = await failureOf(inSlices(steps(1000), breath, stop.signal));
    assert.deepEqual(failure, { kind: 'aborted' });
    assert.equal(pauses(), 1);
  });
});
