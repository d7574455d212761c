import assert from 'node:assert/strict';
import { paceOf } from '../../../src/core/stats/pace.ts';
import type { LastReading, Reading } from '../../../src/core/stats/reading.ts';
import { comparedCells, shareLine } from '../../../src/features/compare/comparedLine.ts';
import { inLocale } from '../../support/inLocale.ts';

const MINUTE = 60_000;

/** A reading each minute, each with `perMinute` more confirmed. */
const minted = (perMinute: number, minutes: number, total = 5000): LastReading[] =>
  Array.from({ length: minutes }, (_, at) => {
    const confirmed = Math.min(perMinute * at, total);
    return {
      ...{ at: at * MINUTE, total, confirmed, processing: total - confirmed, pending: 0 },
      movedAt: perMinute === 0 ? 0 : at * MINUTE,
    };
  });
const cellsOf = (history: readonly LastReading[], now = history.at(-1)?.at ?? 0) =>
  comparedCells(history.at(-1), history, paceOf(history, now, 20 * MINUTE), now);

describe('Cells of a comparison', () => {
  inLocale('en-US', 'UTC');

  it('shows why there is no estimate, and how long minting took', () => {
    const unbegun = cellsOf(minted(0, 31));
    assert.deepEqual([unbegun.pace, unbegun.doneIn], ['', 'nothing confirmed yet']);
    const early = cellsOf(minted(75, 3));
    const needed = 'too early to say: needs 5 increases';
    assert.deepEqual([early.pace, early.doneIn], ['75 a minute', needed]);
    const history = minted(75, 31);
    const unread = cellsOf(history, 50 * MINUTE);
    assert.deepEqual([unread.pace, unread.doneIn], ['', 'not read for 20 min']);
    const done = cellsOf(minted(100, 31, 1000));
    assert.deepEqual(
      [done.share, done.left, done.pace, done.doneIn],
      ['100%', '0', '', 'minted in 10 min, done 00:10'],
    );
    const away = minted(100, 200, 1000).filter(({ at }) => at < 5 * MINUTE || at > 180 * MINUTE);
    assert.equal(cellsOf(away).doneIn, 'done by 03:01', 'nothing was read for three hours');
    const ended = away.map((one) => ({ ...one, total: 1100 }));
    assert.equal(cellsOf(ended).doneIn, 'ended by 03:01', 'the others have failed');
    const fast = minted(2000, 2, 1000).map((one) => ({ ...one, at: one.at / 2 }));
    assert.equal(cellsOf(fast).doneIn, 'minted in less than a minute, done 00:00');
    const inOne = minted(1000, 2, 1000);
    assert.equal(cellsOf(inOne).doneIn, 'minted in 1 min, done 00:01');
    const twoHours = minted(100, 125, 1000).filter(
      ({ at }) => at <= 4 * MINUTE || at >= 124 * MINUTE,
    );
    assert.equal(cellsOf(twoHours).doneIn, 'done by 02:04', 'nothing was read for two hours');
    const few = minted(100, 31, 1000).filter(({ at }) => at <= MINUTE || at >= 8 * MINUTE);
    const idle = [{ ...few[0]!, at: -60 * MINUTE }, ...few.filter(({ at }) => at !== 7)];
    assert.equal(
      cellsOf(idle).doneIn,
      'minted in 10 min, done 00:10',
      'not from its first reading',
    );
    const ends = few.filter(({ at }) => at <= MINUTE || at >= 10 * MINUTE);
    assert.equal(cellsOf(ends).doneIn, 'minted in up to 10 min, done by 00:10');
    const late = minted(100, 31, 1000).map((one) => ({ ...one, at: one.at + 600 * MINUTE }));
    assert.equal(cellsOf(late).doneIn, 'minted in 10 min, done 10:10');
    // The end was not read.
    assert.equal(cellsOf(minted(100, 31, 1000).slice(12)).doneIn, '');
  });

  it('leaves the cells of unknown counts empty', () => {
    const nothing = { share: '', confirmed: '', pace: '', left: '', doneIn: '' };
    assert.deepEqual(comparedCells(undefined, [], undefined, 0), nothing);
    const none = { total: undefined, processing: undefined, pending: undefined };
    const alone: LastReading = { ...none, at: 0, movedAt: 0, confirmed: 5 };
    const doneIn = 'no estimate: counts are missing';
    assert.deepEqual(cellsOf([alone]), { ...nothing, confirmed: '5', doneIn });
  });
});

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
  it('the share line has shares that are not rounded, of the readings with a known share', () => {
    const percents = line(0, 1, undefined, 199).readings.map(({ at, percent }) => [at, percent]);
    assert.equal(percents.join(' '), '0,0 1,0.5 3,99.5');
  });

  it('the share line begins with the last reading before something was confirmed, if that was read', () => {
    for (const [{ start, begun }, expected] of [
      [line(0, 0, 0, 20, 40), [2, 'seen']],
      [line(0, 0, 0, 20, 30), [2, 'seen']],
      [line(20, 40), [0, 'before']],
      [line(0, 0, 0), [2, 'not']],
      [line(), [undefined, 'not']],
    ] as const) {
      assert.deepEqual([start, begun], expected);
    }
  });

  it('the share line begins where its first pace leads back to, and not before its last reading without NFTs', () => {
    const begunAt = (...points: readonly (readonly [at: number, confirmed: number])[]) =>
      shareLine(
        points.map(([at, confirmed]) => reading(at, confirmed)),
        100,
      ).start;
    assert.equal(begunAt([0, 0], [270, 10], [275, 11], [280, 12], [320, 20]), 220);
    assert.equal(begunAt([0, 0], [270, 10], [300, 10], [900, 11]), 0, 'it is slow');
    assert.equal(begunAt([0, 0], [270, 10]), 0, 'it has no pace yet');
    assert.equal(begunAt([0, 0], [100, 10], [200, 5]), 0, 'it fell');
  });

  it('the share line ends when minting has ended, however often it is read after that', () => {
    const { readings, ended } = line(0, 100, 200, 200, 200);
    assert.deepEqual([readings.at(-1), ended], [{ at: 2, percent: 100 }, true]);
    assert.equal(line(0, 100, 199, 199).ended, false);
  });
});
