import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { type Reading, thinned } from '../../../../src/core/stats/reading.ts';
import { shareLine } from '../../../../src/core/stats/shareLine.ts';

const reading = (at: number, confirmed: number | undefined, total = 200): Reading => ({
  ...{ at, total, confirmed, pending: 0 },
  processing: confirmed === undefined ? undefined : total - confirmed,
});
const line = (...confirmed: readonly (number | undefined)[]) =>
  shareLine(
    confirmed.map((count, at) => reading(at, count)),
    100,
  );

describe('Share line', () => {
  it('the share line has shares that are not rounded', () => {
    assert.equal(
      line(0, 1, 199)
        .readings.map(({ percent }) => percent)
        .join(),
      '0,0.5,99.5',
    );
  });

  it('the share line begins with the last reading before something was confirmed, if that was read', () => {
    for (const [{ start, begun }, expected] of [
      [line(0, 0, 0, 20, 40), [2, 'seen']],
      [line(20, 40), [0, 'before']],
      [line(0, 0, 0), [2, 'not']],
      [line(), [undefined, 'not']],
    ] as const) {
      assert.deepEqual([start, begun], expected);
    }
  });

  it('the share line ends when minting has ended, however often it is read after that', () => {
    const { readings, ended } = line(0, 100, 200, 200, 200);
    assert.deepEqual([readings.at(-1), ended], [{ at: 2, percent: 100 }, true]);
    assert.equal(line(0, 100, 199, 199).ended, false);
  });

  it('the share line leaves out readings without a known share', () => {
    assert.equal(
      line(0, undefined, 50)
        .readings.map(({ at }) => at)
        .join(),
      '0,2',
    );
  });

  it('the share line has no more readings than the page draws', () => {
    const history = Array.from({ length: 5_000 }, (_, at) => reading(at, at % 199));
    assert.ok(shareLine(history, 250).readings.length <= 250);
  });
});

describe('Readings of a long history', () => {
  const historyOf = (length: number) => Array.from({ length }, (_, at) => reading(at, at));

  it('the readings of a short history are all shown', () => {
    const history = historyOf(500);
    assert.equal(thinned(history, 500), history);
  });

  it('of a long history, the ends and the newest half are shown, in order and within the limit', () => {
    const [limits, lengths] = [fc.integer({ min: 2, max: 60 }), fc.integer({ min: 61, max: 400 })];
    fc.assert(
      fc.property(limits, lengths, (most, length) => {
        const chosen = thinned(historyOf(length), most).map(({ at }) => at);
        const newest = Array.from({ length: Math.ceil(most / 2) }, (_, at) => length - 1 - at);
        assert.deepEqual([chosen.length, chosen[0]], [most, 0]);
        assert.deepEqual(chosen.toReversed().slice(0, newest.length), newest);
        assert.ok(chosen.every((at, index) => index === 0 || at > chosen[index - 1]!));
      }),
    );
  });
});
