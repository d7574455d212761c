import assert from 'node:assert/strict';
import type { ProjectPace } from '../../../../src/core/stats/forecast.ts';
import { isMinting, paceOf as paceWith, unlessFailed } from '../../../../src/core/stats/pace.ts';
import { PACE_LOST_MS } from '../../../../src/core/stats/progress.ts';
import type { History, LastReading, Reading } from '../../../../src/core/stats/reading.ts';
import { followed } from '../../../support/readings.ts';

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

const STALL_MS = 15 * MINUTE;
const paceOf = (history: History, now: number, stallMs = STALL_MS) =>
  paceWith(followed(history), now, stallMs);

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
  it('says whether a project is minting by its counts, its pace and its status', () => {
    for (const [what, last, status, hasPace, isTrue] of cases) {
      assert.equal(isMinting({ known: last, status }, hasPace, STALL_MS), isTrue, what);
    }
  });
});

describe('Pace of a mint', () => {
  const paces: readonly (readonly [string, History, number])[] = [
    [
      'what came after the first rise, which includes a wait',
      mint([40, 0], [50, 500], [60, 540]),
      4,
    ],
    ['readings 20 seconds apart', mint([0, 100], [1 / 3, 400]), 900],
    ['readings 15 minutes apart', mint([0, 1], [15, 151]), 10],
    ['what was watched, not a gap', mint([0, 1], [2, 41], [3, 61], [60, 900], [61, 920]), 20],
    [
      'a long time without a confirmed NFT too, which is no gap',
      mint([0, 0], [4, 40], [14.5, 40], [18.5, 50]),
      10 / 14.5,
    ],
    ['only what came after confirmed fell', mint([0, 900], [5, 1], [6, 11], [8, 111]), 50],
  ];
  it('takes the pace from the readings that were watched', () => {
    for (const [what, history, perMinute] of paces) {
      const pace = paceOf(history, history.at(-1)!.at);
      assert.deepEqual(pace, { perMinute, reason: 'early' }, what);
    }
  });

  it('computes the pace without one of the counts, and without readings that lack what others give', () => {
    const history = mint([0, 100], [2, 160]);
    const expected = { perMinute: 30, reason: 'early' };
    for (const missing of ['processing', 'pending', 'total'] as const) {
      assert.deepEqual(paceOf(without(history, missing), 2 * MINUTE), expected, missing);
    }
    const [first, second, third] = mint([0, 100], [1, 105], [2, 160]);
    const holed = [first!, ...without([second!], 'confirmed'), third!];
    assert.deepEqual(paceOf(holed, 2 * MINUTE), expected);
  });
});

describe('Pace after an idle time', () => {
  const IDLE_S = 600;
  /** Of 10,000, as read at seconds with how many confirmed. */
  const read = (points: readonly (readonly [second: number, confirmed: number])[]): History =>
    points.map(([second, confirmed]) => {
      const left = 10_000 - confirmed;
      return {
        at: second * 1000,
        total: 10_000,
        confirmed,
        processing: left / 2,
        pending: left / 2,
      };
    });
  const every5 = (from: number, seconds: number, confirmed: (second: number) => number) =>
    Array.from({ length: seconds / 5 }, (_, at) => {
      const second = from + 5 * (at + 1);
      return [second, Math.floor(confirmed(second))] as const;
    });
  const begins = {
    'as it was first read': [[0, 100]] as const,
    'as fast': [[0, 0], ...every5(0, 25, (second) => second * 4)] as const,
    slowly: [[0, 0], ...every5(0, 300, (second) => second / 3)] as const,
  };

  it('is that of what went on, or there is none yet', () => {
    for (const [how, before] of Object.entries(begins)) {
      const idle = before.at(-1)![0];
      const again = idle + IDLE_S;
      const after = every5(again, 60, (second) => 100 + ((second - again) * 248) / 60);
      const seen = every5(idle, IDLE_S, () => 100);
      for (const [what, rest] of Object.entries({
        seen,
        'read at its end': seen.slice(-1),
        unread: [],
      })) {
        const paces = after.map((_, at) => {
          const history = read([...before, ...rest, ...after.slice(0, at + 1)]);
          const found = paceOf(history, history.at(-1)!.at);
          return 'perMinute' in found ? found.perMinute : undefined;
        });
        // One reading after nobody looked, and no pace before, does not tell that it stood idle.
        const told = before.length + rest.length > 1 ? paces : paces.slice(1);
        const words = `${how}, ${what}: ${paces.join()}`;
        assert.ok(
          told.every((one) => one === undefined || Math.abs(one - 248) < 25),
          words,
        );
        assert.ok(paces.at(-1) !== undefined, words);
      }
    }
  });
});

describe('Mint without a pace', () => {
  const lost = PACE_LOST_MS / MINUTE;
  const EARLY = { reason: 'early' };
  const still = (minute: number) => ({ reason: 'still', since: minute * MINUTE });
  const unread = (minute: number) => ({ reason: 'unread', since: minute * MINUTE });
  const cases: readonly (readonly [string, History, number, object])[] = [
    ['no readings', [], 0, EARLY],
    ['one reading', mint([0, 100]), 0, EARLY],
    ['readings of less than 20 seconds', mint([0, 100], [0.3, 400]), 0.3, EARLY],
    ['readings an hour apart', mint([0, 100], [60, 400]), 60, EARLY],
    ['nothing more confirmed yet', mint([0, 100], [1, 100]), 1, EARLY],
    ['nothing more confirmed for two minutes', mint([1, 100], [3, 100]), 3, still(1)],
    ['nothing after one increase', mint([0, 0], [1, 100], [3, 100]), 3, still(1)],
    ['nothing confirmed any more', mint([0, 0], [2, 100], [17, 100]), 17, still(2)],
    ['nothing confirmed at all', mint([1, 0], [17, 0]), 17, { reason: 'unbegun' }],
    [
      'confirmed only',
      without(mint([0, 1], [2, 9]), 'total', 'processing', 'pending'),
      2,
      { reason: 'uncounted' },
    ],
    ['all confirmed', mint([0, 100], [2, 1000]), 2 + lost, { reason: 'done' }],
    ['readings that ended a while ago', mint([0, 0], [2, 100]), 2 + lost, unread(2)],
    ['one old reading', mint([2, 0]), 2 + lost, unread(2)],
  ];
  it('gives the reason for no pace', () => {
    for (const [what, history, minute, why] of cases) {
      assert.deepEqual(paceOf(history, minute * MINUTE), why, what);
    }
  });

  it('a mint in which NFTs have failed has no pace until one is confirmed again, because it may have ended', () => {
    const confirmed = [0, 100, 200, 200, 200, 300];
    const failing = (failed: readonly number[], lastMinute = failed.length - 1) => {
      const minutes = failed.map((_, at) => (at === failed.length - 1 ? lastMinute : at));
      const history = mint(...minutes.map((minute, at) => [minute, confirmed[at]!] as const));
      const all = history.map((one, at) => ({ ...one, failed: failed[at], pending: 0 }));
      return paceOf(all, all.at(-1)!.at);
    };
    assert.ok('perMinute' in failing([0, 0, 0, 9], 2.2), 'no longer than usual');
    assert.deepEqual(failing([0, 0, 0, 9]), still(2));
    assert.deepEqual(failing([0, 0, 0, 9, 9]), still(2));
    assert.ok('perMinute' in failing([0, 0, 0, 9, 9, 9]));
    assert.ok('perMinute' in failing([0, 0, 9, 9], 2.2), 'just failed while others were confirmed');
    assert.deepEqual(failing([0, 0, 9, 9, 9]), still(2), 'failed while others were confirmed');
    assert.ok('perMinute' in failing([0, 1, 2, 2, 2, 3]), 'some fail while it goes on');
    assert.ok('perMinute' in failing([9, 9, 9, 9]), 'failed before');
  });

  it('a mint that goes on while NFTs fail keeps its pace for 15 seconds without a confirmed one', () => {
    const history = mint(...[0, 5, 10, 15, 20, 25, 30].map((s) => [s / 60, s * 4] as const));
    const at = history.at(-1)!;
    const all = history.map((one, place) => ({ ...one, failed: place, pending: 0 }));
    const after = (seconds: number) => {
      const last = { ...all.at(-1)!, at: at.at + seconds * 1000 };
      return paceOf([...all, last], last.at);
    };
    assert.ok('perMinute' in after(14));
    assert.deepEqual(after(15), still(0.5));
  });

  it('a mint has stalled after the time of the setting', () => {
    const rises = [0, 10, 20, 30, 40, 50, 60].map((minute) => [minute, minute] as const);
    const history = mint(...rises, [75, 60]);
    const pace = (stallMinutes: number) => paceOf(history, 75 * MINUTE, stallMinutes * MINUTE);
    assert.deepEqual(pace(15), still(60));
    assert.ok('perMinute' in pace(16));
    const usual = mint([0, 0], [1, 10], [2, 20], [3, 30]);
    assert.deepEqual(paceOf(usual, 3 * MINUTE, MINUTE), { perMinute: 10, reason: 'early' });
  });

  it('a project that has failed by its status has neither pace nor another reason', () => {
    const moving = { perMinute: 5, low: 1, likely: 2, high: 3 };
    for (const pace of [moving, still(1), EARLY] as readonly ProjectPace[]) {
      assert.deepEqual(unlessFailed(pace, 'failed'), { reason: 'failed' });
      assert.equal(unlessFailed(pace, 'processing'), pace);
    }
  });
});
