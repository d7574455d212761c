import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Counts, forEachCount } from '../../../../src/core/model/counts.ts';
import { paceOf } from '../../../../src/core/stats/pace.ts';
import { type Reading, thinned } from '../../../../src/core/stats/reading.ts';
import {
  endOf,
  endSeen,
  leftOf,
  mintedIn,
  percentConfirmed,
  percentOf,
  percentsOf,
} from '../../../../src/core/stats/share.ts';

const counts = (total?: number, confirmed?: number, processing?: number, pending?: number) => ({
  ...{ total, confirmed, processing, pending },
});

describe('Share, rest and end of a project', () => {
  const NONE = undefined;
  /** Total, confirmed, processing, pending; percent confirmed, left, and how it ended. */
  const cases: readonly (readonly [
    string,
    readonly (number | undefined)[],
    percent: number | undefined,
    left: number | undefined,
    end?: 'done' | 'ended',
  ])[] = [
    ['all are confirmed', [5, 5, 0, 0], 100, 0, 'done'],
    ['only total and confirmed', [9, 4], 44, 5],
    ['no total', [NONE, 1, 1, 2], 25, 3],
    ['no total and no pending', [NONE, 5, 1], NONE, 1],
    ['one stage, which is less than the total leaves', [9, 4, 2], 44, 5],
    ['one stage, which is more than the total leaves', [5, 5, NONE, 1], NONE, 1],
    ['only the stages', [NONE, NONE, 2, 3], NONE, 5],
    ['the rest is in no stage, such as failed NFTs', [5, 4, 0, 0], 80, 0, 'ended'],
    ['more than all are confirmed', [5, 6, 0, 0], NONE, 0, 'ended'],
    ['a total of zero', [0, 0, 0, 0], NONE, 0, 'ended'],
    ['no counts', [], NONE, NONE],
    ['the largest counts', [1e15, 1e15, 0, 0], 100, 0, 'done'],
  ];
  it('gives share, rest and end of any counts', () => {
    for (const [what, given, percent, left, end] of cases) {
      const one = counts(...given);
      assert.deepEqual(
        [percentConfirmed([one]), leftOf(one), endOf(one, true)],
        [percent, left, end],
        what,
      );
    }
  });

  it('a mint has ended once all but burned and cancelled NFTs are confirmed', () => {
    const factsOf = (...[given, further]: readonly [number[], Partial<Counts>]) => {
      const one = { ...counts(...given), ...further };
      return [percentConfirmed([one]), leftOf(one), endOf(one, true)];
    };
    assert.deepEqual(factsOf([100, 95, 0, 0], { burned: 5 }), [100, 0, 'done']);
    assert.deepEqual(factsOf([100, 100, 0, 0], { burned: 5 }), [100, 0, 'done'], 'within');
    assert.deepEqual(factsOf([95, 100, 0, 0], { burned: 5 }), [100, 0, 'done'], 'off the total');
    assert.deepEqual(factsOf([95, 95, 0, 0], { burned: 5 }), [100, 0, 'done'], 'off both');
    assert.deepEqual(factsOf([100, 90, 0, 0], { cancelled: 5, failed: 5 }), [94, 0, 'ended']);
    assert.deepEqual(factsOf([100, 50, 15, 30], { burned: 5 }), [52, 45, undefined]);
    assert.deepEqual(factsOf([100, 50, 20, 30], { burned: 5 }), [50, 50, undefined], 'within');
    assert.deepEqual(factsOf([100, 60, 0, 0], { other: 40 }), [60, 40, undefined]);
    assert.deepEqual(
      factsOf([100, 97], { burned: 5 }),
      [97, 3, undefined],
      'it is not known where',
    );
    assert.deepEqual(factsOf([5, 0, 0, 0], { burned: 5 }), [undefined, 0, 'ended'], 'all burned');
  });

  it('a mint has ended also where a stage is not given, once the others are over or have failed', () => {
    const factsOf = (given: Partial<Counts>) => [
      percentConfirmed([given]),
      leftOf(given),
      endOf(given, true),
    ];
    for (const stages of [{}, { pending: 0 }, { processing: 0 }]) {
      const most = { total: 100, confirmed: 95, ...stages };
      assert.deepEqual(factsOf({ ...most, burned: 5 }), [100, 0, 'done']);
      assert.deepEqual(factsOf({ ...most, cancelled: 4, burned: 1 }), [100, 0, 'done']);
      assert.deepEqual(factsOf({ ...most, failed: 5 }), [95, 0, 'ended']);
      assert.deepEqual(factsOf({ ...most, burned: 2, failed: 3 }), [96, 0, 'ended']);
      assert.deepEqual(factsOf({ ...most, burned: 2 }), [96, 3, undefined]);
    }
    const reading = { at: 0, movedAt: 0, total: 100, confirmed: 95, burned: 5 };
    const counts = { ...forEachCount(() => undefined), ...reading };
    assert.deepEqual(paceOf([counts], 0, 600_000), { reason: 'done' });
  });

  it('a project has not ended while nothing was confirmed and nothing was ever left', () => {
    assert.equal(endOf(counts(5, 0, 0, 0), false), undefined);
    assert.equal(endOf(counts(5, 4, 0, 0), false), 'ended');
    assert.equal(endOf({ ...counts(5, 0, 0, 0), failed: 5 }, false), 'ended', 'all have failed');
  });

  it('the end is the first reading from which on nothing changes, and is timed from the last one with none confirmed', () => {
    const cases: readonly (readonly [
      string,
      readonly ReturnType<typeof counts>[],
      end: number | undefined,
      took: number | undefined,
    ])[] = [
      ['from the beginning', [counts(5, 0, 0, 5), counts(5, 5, 0, 0), counts(5, 5, 0, 0)], 1, 1],
      ['after it had waited', [counts(5, 0, 0, 5), counts(5, 0, 0, 5), counts(5, 5, 0, 0)], 2, 1],
      ['the rest is confirmed later', [counts(5, 4, 0, 0), counts(5, 5, 0, 0)], 1, undefined],
      ['only the end', [counts(5, 5, 0, 0)], 0, undefined],
      ['nothing was left at first', [counts(5, 0, 0, 0), counts(5, 5, 0, 0)], 1, undefined],
      ['it goes on', [counts(5, 0, 0, 5), counts(5, 4, 1, 0)], undefined, undefined],
      ['it has not begun', [counts(5, 0, 0, 0)], undefined, undefined],
    ];
    for (const [what, all, end, took] of cases) {
      const readings = all.map((one, at) => ({ ...one, at: 10 + at }));
      const seen = end === undefined ? undefined : { at: 10 + end, after: readings[end - 1]?.at };
      assert.deepEqual(endSeen(readings), seen, what);
      assert.equal(mintedIn(readings)?.most, took, what);
    }
  });

  it('the share of projects leaves out those whose share is not known', () => {
    assert.equal(percentConfirmed([counts(100, 63), counts(300, 100)]), 40);
    assert.equal(percentConfirmed([counts(100, 63), counts(), counts(5, 9)]), 63);
    assert.equal(percentConfirmed([]), undefined);
  });

  it('percentages of parts add up to 100: the largest remainders are rounded up', () => {
    assert.deepEqual(percentsOf(10, [100, 302, 306, 292], 1000), [10, 30, 31, 29]);
    assert.deepEqual(percentsOf(10, [100, 302, 301, 297], 1000), [10, 30, 30, 30]);
    assert.deepEqual(percentsOf(10, [100, 17, 883], 1000), [10, 2, 88]);
    const most = percentsOf(10, [109, 302, 301, 288], 1000);
    assert.deepEqual(most, [10, 31, 30, 29], 'but never that of what is confirmed');
    assert.deepEqual(
      percentsOf(10, [100, 302, 306], 1000),
      [10, 30, 30],
      'unless parts are missing',
    );
    assert.deepEqual(percentsOf(10, [100, undefined, 900], 1000), [10, undefined, 90]);
    const less = percentsOf(50, [500, 495, 5], 1000);
    assert.deepEqual(less, [50, 49, 0.5], 'beside less than 1 percent, there is no room for that');
  });

  it('a percentage is 100 only for all, 0 only for none, and never more than the part', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1 }), (part, whole) => {
        const percent = percentOf(part, whole);
        assert.equal(percent === undefined, part > whole);
        assert.equal(percent === 100, part === whole);
        assert.equal(percent === 0, part === 0);
        assert.ok((percent ?? 0) <= (100 * part) / whole);
      }),
    );
  });
});

const reading = (at: number, confirmed: number | undefined, total = 200): Reading => ({
  ...{ at, total, confirmed, pending: 0 },
  processing: confirmed === undefined ? undefined : total - confirmed,
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
