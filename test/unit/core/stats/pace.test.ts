import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { isMinting, paceOf as paceWith } from '../../../../src/core/stats/pace.ts';
import { PACE_LOST_MS } from '../../../../src/core/stats/progress.ts';
import type { History, LastReading, Reading } from '../../../../src/core/stats/reading.ts';

const MINUTE = 60_000;
/** Readings of a mint of 1,000, with half of the rest processing. */
const mint = (...points: readonly (readonly [minute: number, confirmed: number])[]): History =>
  points.map(([minute, confirmed]) => ({
    at: minute * MINUTE,
    total: 1000,
    confirmed,
    processing: (1000 - confirmed) / 2,
    pending: (1000 - confirmed) / 2,
  }));
const without = (history: History, ...names: (keyof Reading)[]): History =>
  history.map((reading) => ({
    ...reading,
    ...Object.fromEntries(names.map((name) => [name, undefined])),
  }));

/** The default of `mintscope.stallMinutes`. */
const STALL_MS = 15 * MINUTE;
const paceOf = (history: History, now: number, stallMs = STALL_MS) =>
  paceWith(history, now, stallMs);

describe('isMinting', () => {
  const known = { at: 0, movedAt: 0, total: 10, confirmed: 4, processing: 1, pending: 5 };
  const waits = { ...known, processing: 0, pending: 6 };
  const cases: readonly (readonly [
    string,
    LastReading | undefined,
    string,
    boolean,
    boolean | undefined,
  ])[] = [
    ['NFTs are processed, though it was read once only', known, 'new', false, true],
    ['it has a pace', waits, 'new', true, true],
    ['its status says so and it was never read', undefined, 'processing', false, undefined],
    ['its status says otherwise and it was never read', undefined, 'new', false, false],
    ['what is left is pending, and it was never seen to move', waits, 'processing', false, false],
    ['nothing is left', { ...known, processing: 0, pending: 0 }, 'processing', true, false],
    ['it has failed by its status', known, 'failed', true, false],
    ['it does not move', { ...known, at: 6 * MINUTE }, 'processing', false, false],
  ];
  for (const [what, last, status, hasPace, isTrue] of cases) {
    it(`a project is ${isTrue ? '' : isTrue === undefined ? 'perhaps ' : 'not '}minting if ${what}`, () => {
      assert.equal(isMinting({ known: last, status }, hasPace, STALL_MS), isTrue);
    });
  }
});

describe('Pace of a mint', () => {
  const paces: readonly (readonly [string, History, number, number])[] = [
    ['the last ten minutes only', mint([40, 0], [50, 500], [55, 520], [60, 540]), 4, 10],
    ['readings 20 seconds apart', mint([0, 100], [1 / 3, 400]), 900, 1 / 3],
    ['readings 15 minutes apart', mint([0, 0], [15, 150]), 10, 15],
    ['what was watched, not a gap', mint([0, 100], [2, 140], [60, 900], [62, 940]), 20, 4],
    [
      'a long time without a confirmed NFT too, which is no gap',
      mint([0, 0], [4, 40], [14.5, 40], [18.5, 50]),
      10 / 14.5,
      14.5,
    ],
    ['only what came after confirmed fell', mint([0, 900], [5, 0], [7, 100]), 100 / 7, 7],
  ];
  for (const [what, history, perMinute, minutes] of paces) {
    it(`takes the pace from ${what}`, () => {
      const pace = paceOf(history, history.at(-1)!.at);
      assert.deepEqual(pace, { perMinute, basis: minutes * MINUTE });
    });
  }

  it('computes the pace without one of the counts, and without readings that lack what others give', () => {
    const history = mint([0, 100], [2, 160]);
    for (const missing of ['processing', 'pending', 'total'] as const) {
      const pace = paceOf(without(history, missing), 2 * MINUTE);
      assert.deepEqual(pace, { perMinute: 30, basis: 2 * MINUTE }, missing);
    }
    const [first, second, third] = mint([0, 100], [1, 105], [2, 160]);
    const holed = [first!, ...without([second!], 'confirmed'), third!];
    assert.deepEqual(paceOf(holed, 2 * MINUTE), { perMinute: 30, basis: 2 * MINUTE });
  });
});

describe('Mint without a pace', () => {
  const lost = PACE_LOST_MS / MINUTE;
  const EARLY = { reason: 'early' };
  const UNREAD = { reason: 'unread', forMs: PACE_LOST_MS };
  const still = (minute: number, begun = true) => ({
    ...{ reason: 'still', since: minute * MINUTE, begun },
  });
  const cases: readonly (readonly [string, History, number, object])[] = [
    ['no readings', [], 0, EARLY],
    ['readings of less than 20 seconds', mint([0, 100], [0.3, 400]), 0.3, EARLY],
    ['readings an hour apart', mint([0, 100], [60, 400]), 60, EARLY],
    ['nothing confirmed yet', mint([0, 100], [3, 100]), 3, EARLY],
    ['nothing confirmed yet for four minutes', mint([1, 100], [5, 100]), 5, still(1)],
    ['nothing confirmed at all for four minutes', mint([1, 0], [5, 0]), 5, still(1, false)],
    ['confirmed only', without(mint([0, 1], [2, 9]), 'total', 'processing', 'pending'), 2, EARLY],
    ['all confirmed', mint([0, 100], [2, 1000]), 2, { reason: 'done' }],
    ['nothing confirmed any more', mint([0, 0], [2, 100], [17, 100]), 17, still(2)],
    ['readings that ended a while ago', mint([0, 0], [2, 100]), 2 + lost, UNREAD],
  ];
  for (const [what, history, minute, why] of cases) {
    it(`gives the reason for no pace: ${what}`, () => {
      assert.deepEqual(paceOf(history, minute * MINUTE), why);
    });
  }

  it('a mint has stalled after the time of the setting', () => {
    const history = mint([0, 0], [11, 100], [31, 100]);
    const pace = (stallMinutes: number) => paceOf(history, 31 * MINUTE, stallMinutes * MINUTE);
    assert.deepEqual(pace(20), { reason: 'still', since: 11 * MINUTE, begun: true });
    assert.ok('perMinute' in pace(21));
  });

  it('the pace stays if the clock was set back', () => {
    const history = mint([60, 100], [62, 160]);
    assert.deepEqual(paceOf(history, 0), { perMinute: 30, basis: 2 * MINUTE });
  });
});
