import assert from 'node:assert/strict';
import fc from 'fast-check';
import { motionOf } from '../../../../src/core/stats/forecast.ts';
import { paceOf } from '../../../../src/core/stats/pace.ts';
import type { History, Reading } from '../../../../src/core/stats/reading.ts';
import { followed } from '../../../support/readings.ts';

const MINUTE = 60_000;

/** Readings after steps of a time and a rise, the first after the first step. */
function mint(
  steps: readonly (readonly [minutes: number, confirmed: number])[],
  total: number,
): History {
  let at = 0;
  let confirmed = 0;
  return [[0, 0] as const, ...steps].map(([minutes, more]): Reading => {
    at += minutes * MINUTE;
    confirmed += more;
    return { at, total, confirmed, processing: 0, pending: total - confirmed };
  });
}
const times = (count: number, minutes: number, confirmed: number) =>
  Array.from({ length: count }, () => [minutes, confirmed] as const);

/** The pace with the default of `mintscope.stallMinutes`. */
const pace = (history: History, now = history.at(-1)!.at) =>
  paceOf(followed(history), now, 15 * MINUTE);

function forecast(history: History, now?: number) {
  const found = pace(history, now);
  assert.ok('low' in found, JSON.stringify(found));
  return found;
}

/** The forecast in milliseconds from the last reading. */
function doneIn(history: History) {
  const { low, likely, high, perMinute } = forecast(history);
  const { at } = history.at(-1)!;
  return { low: low - at, likely: likely - at, high: high - at, perMinute };
}

/** Asserts the times of a forecast in minutes from the last reading, to a thousandth. */
function assertDoneIn(history: History, [low, likely, high]: readonly [number, number, number]) {
  const found = doneIn(history);
  const rounded = [found.low, found.likely, found.high].map((ms) => Math.round(ms / 60));
  assert.deepEqual(
    rounded,
    [low, likely, high].map((minutes) => Math.round(minutes * 1000)),
  );
}

describe('Forecast', () => {
  // The first rise does not count, so 29 minutes with 580 NFTs remain.
  const even = mint(times(30, 1, 20), 1000);

  it('an even mint goes on as it did, with some room on both sides', () => {
    const room = Math.exp(1.2 * 0.2);
    assertDoneIn(even, [20 / room, 20, 20 * room]);
    assert.ok(Math.abs(forecast(even).perMinute - 20) < 1e-9);
  });

  it('a mint that became slower ends later than at its mean pace, and its upper bound is higher', () => {
    // Twelve parts of 10: six of one minute each, then six of two. As much is left as was done.
    const slowing = mint([[5, 10], ...times(6, 1, 10), ...times(6, 2, 10)], 250);
    // The time for a part is 1.5 minutes overall and 2 in the last half.
    const likely = 12 * Math.sqrt(1.5 * 2);
    // What followed the guess after 4 to 11 parts, and the guess itself.
    const tried = [
      [6, 4],
      [9, 5],
      [12, 6],
      [10, 5 * Math.sqrt((8 / 7) * (5 / 4))],
      [8, 4 * Math.sqrt((10 / 8) * (6 / 4))],
      [6, 3 * Math.sqrt((12 / 9) * (8 / 5))],
      [4, 2 * Math.sqrt((14 / 10) * (9 / 5))],
      [2, Math.sqrt((16 / 11) * (11 / 6))],
    ] as const;
    const square = tried.reduce((sum, [took, guess]) => sum + Math.log(took / guess) ** 2, 0) / 8;
    const spread = Math.exp(1.2 * Math.sqrt(square + 0.04));
    assertDoneIn(slowing, [likely / spread, likely, likely * spread * (2 / 1.5)]);
    assert.ok(Math.abs(forecast(slowing).perMinute - 120 / likely) < 1e-9);
    assert.ok(spread > 1.79 && spread < 1.8, `${spread}`);
  });

  it('a mint that became faster has a lower bound that is lower by as much', () => {
    const speeding = mint([[5, 10], ...times(6, 2, 10), ...times(6, 1, 10)], 250);
    const { low, likely, high } = doneIn(speeding);
    assert.ok(Math.abs(likely / low / (high / likely) - 1.5) < 1e-9);
  });

  it('time without a confirmed NFT at the end makes the forecast later', () => {
    const slow = [...even, { ...even.at(-1)!, at: 34 * MINUTE }];
    const likely = ((12 * 400) / 580) * Math.sqrt((33 / 12) * ((33 - 14.5) / 6));
    assert.ok(Math.abs(doneIn(slow).likely / MINUTE - likely) < 1e-6);
  });

  it('five readings have to rise, over 20 seconds after the first', () => {
    const four = mint(times(4, 1, 20), 1000);
    assert.deepEqual(pace(four), { perMinute: 20, reason: 'early' });
    assert.ok('low' in pace(mint(times(5, 1, 20), 1000)));
    assert.ok('reason' in pace(mint([...times(4, 1, 20), [0, 20]], 1000)), 'two at one time');
    const short = mint([[1, 20], ...times(4, 4 / 60, 20)], 1000);
    assert.deepEqual(pace(short), { reason: 'early' }, 'the mint may have waited before the first');
  });

  it('an uneven mint has a pace and no forecast; one that has stopped says since when', () => {
    const steps = [...times(3, 13, 20), ...times(3, 1 / 60, 20)];
    const found = pace(mint(steps, 3120));
    assert.ok('reason' in found && 'perMinute' in found && found.perMinute > 0);
    assert.equal(found.reason, 'uneven');
    const stopped = mint([...steps, [3, 0]], 3120);
    assert.deepEqual(pace(stopped), { reason: 'still', since: stopped.at(-2)!.at });
  });

  it('extreme counts, which overflow, have no forecast', () => {
    for (const pending of [Number.MAX_VALUE, 1e200, 1e20, Infinity]) {
      const found = pace(even.map((one) => ({ ...one, pending })));
      assert.ok(!('low' in found), `${pending}`);
      if ('perMinute' in found) assert.ok(Number.isFinite(found.perMinute));
    }
    const large = even.map((one) => ({ ...one, confirmed: one.confirmed! * 2e305 }));
    const found = pace(large);
    assert.ok(!('perMinute' in found) || Number.isFinite(found.perMinute));
  });

  it('any forecast is finite and in order, and what is left divided by the pace is the likely time', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 1500 }), fc.nat(60)), {
      minLength: 5,
      maxLength: 60,
    });
    let shown = 0;
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 3000 }), (moves, left) => {
        const done = moves.reduce((sum, [, confirmed]) => sum + confirmed, 0);
        const minutes = moves.map(([seconds, confirmed]) => [seconds / 60, confirmed] as const);
        const history = mint(minutes, done + left);
        if (!('low' in pace(history))) return;
        shown++;
        const { low, likely, high, perMinute } = doneIn(history);
        assert.ok(0 < low && low < likely && likely < high && high < Infinity);
        assert.ok(Math.abs(((left / perMinute) * MINUTE) / likely - 1) < 1e-9);
      }),
      { numRuns: 1000 },
    );
    assert.ok(shown > 150, `${shown} were shown`);
  });
});

describe('Forecast of all that is minting', () => {
  const done = (low: number, likely: number, high: number) => ({ low, likely, high });
  const early = { reason: 'early' } as const;

  it('all is done between the latest of the lower and of the upper bounds', () => {
    const { doneAt, why } = motionOf([done(1, 5, 9), done(4, 5, 6)]);
    assert.deepEqual([doneAt, why], [done(4, 5, 9), undefined]);
  });

  it('counts the mints with and without a forecast, and gives the most frequent reason of the latter, since the latest time', () => {
    const still = (since: number) => ({ reason: 'still', since }) as const;
    const motion = motionOf([done(1, 2, 3), early, early]);
    assert.deepEqual([motion.moving, motion.known, motion.why], [3, 1, early]);
    assert.deepEqual(motion.doneAt, done(1, 2, 3));
    const uneven = { reason: 'uneven' } as const;
    assert.deepEqual(motionOf([early, uneven, uneven]).why, uneven);
    assert.deepEqual(motionOf([still(1), early, still(2)]).why, still(2));
  });
});
