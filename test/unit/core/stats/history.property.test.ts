import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import {
  compacted,
  DAY_MS,
  HOUR_MS,
  joined,
  MINUTE_MS,
} from '../../../../src/core/stats/history.ts';
import { historyText, readHistoryText } from '../../../../src/core/stats/historyText.ts';
import type { History, Reading } from '../../../../src/core/stats/reading.ts';
import { COUNTS } from '../../../../src/core/model/counts.ts';
import { atOnce } from '../../../support/atOnce.ts';

const NOW = 1_800_000_000_000;

const count = fc.option(fc.nat({ max: 3 }), { nil: undefined });
const readings = (most = 60 * DAY_MS) =>
  fc
    .array(
      fc.record(
        {
          at: fc.oneof(
            fc.integer({ min: NOW - most, max: NOW + HOUR_MS }),
            fc.integer({ min: NOW - 2 * HOUR_MS, max: NOW }),
          ),
          total: count,
          confirmed: count,
          processing: count,
          pending: count,
        },
        { noNullPrototype: true },
      ),
      { maxLength: 80 },
    )
    .map((all): History => all.reduce<History>((history, one) => joined(history, [one]), []));

const times = (history: History) => history.map(({ at }) => at);
const isSame = (one: Reading, other: Reading) => COUNTS.every((name) => one[name] === other[name]);
const encode = (text: string) => new TextEncoder().encode(text);

describe('the history of a project', () => {
  it('has its readings in the order of their times, each time once', () => {
    fc.assert(
      fc.property(readings(), readings(), (one, other) => {
        const both = times(joined(one, other));
        assert.deepEqual(
          both,
          [...new Set([...times(one), ...times(other)])].sort((a, b) => a - b),
        );
      }),
    );
  });

  it('takes the later of two readings with the same time', () => {
    const at = (confirmed: number, at: number): Reading => ({
      ...{ at, confirmed, total: 9, processing: undefined, pending: undefined },
    });
    assert.deepEqual(joined([at(1, 5), at(2, 7)], [at(3, 5)]), [at(3, 5), at(2, 7)]);
  });

  it('is compacted the same, however often', () => {
    fc.assert(
      fc.property(readings(), fc.nat({ max: 3 * DAY_MS }), (history, later) => {
        const once = compacted(history, NOW + later);
        assert.deepEqual(compacted(once, NOW + later), once);
      }),
    );
  });

  it('keeps its newest reading, and those of the future', () => {
    fc.assert(
      fc.property(readings(), (history) => {
        const kept = compacted(history, NOW);
        assert.deepEqual(kept.at(-1), history.at(-1));
        assert.deepEqual(
          kept.filter(({ at }) => at > NOW),
          history.filter(({ at }) => at > NOW),
        );
      }),
    );
  });

  it('loses nothing of the last day but the middle of what did not move', () => {
    fc.assert(
      fc.property(readings(2 * HOUR_MS), (history) => {
        const kept = new Set(times(compacted(history, NOW)));
        for (const [index, reading] of history.entries()) {
          const [before, next] = [history[index - 1], history[index + 1]];
          if (kept.has(reading.at)) continue;
          assert.ok(before && next && isSame(before, reading) && isSame(reading, next));
        }
      }),
    );
  });

  it('takes no room for a mint that does not move, and says from when until when', () => {
    const flat = (from: number, confirmed: number) =>
      Array.from({ length: 500 }, (_, index) => ({
        at: NOW - from + index * 5000,
        ...{ total: 9, confirmed, processing: 1, pending: 0 },
      }));
    const moves = [...flat(2 * HOUR_MS, 1), ...flat(HOUR_MS, 2)];
    const ends = [moves[0], moves[499], moves[500], moves[999]];
    assert.deepEqual(compacted(moves, NOW), ends);
  });

  it('has one reading of an hour after a day, and one of a day after a week', () => {
    const every = (step: number, from: number, until: number) =>
      Array.from({ length: Math.floor((until - from) / step) + 1 }, (_, index) => ({
        at: from + index * step,
        ...{ total: 1e6, confirmed: index, processing: 0, pending: 0 },
      }));
    const start = Math.floor(NOW / DAY_MS) * DAY_MS;
    const history = every(10 * MINUTE_MS, start - 20 * DAY_MS, start);
    const kept = times(compacted(history, start));
    const span = (from: number, until: number) =>
      kept.filter((at) => at >= start - from && at < start - until).length;
    assert.equal(span(DAY_MS, -1), 6 * 24);
    assert.equal(span(7 * DAY_MS, DAY_MS), 6 * 24);
    assert.equal(span(20 * DAY_MS, 7 * DAY_MS), 13);
    const [oldest = 0] = kept;
    assert.equal(oldest, start - 20 * DAY_MS + DAY_MS - 10 * MINUTE_MS, 'the last of its day');
  });
});

describe('the text of histories', () => {
  const written = (histories: ReadonlyMap<string, History>, signIn = 'one') =>
    atOnce(historyText(signIn, histories));
  const read = (text: string, signIn = 'one') => atOnce(readHistoryText(signIn, encode(text)));

  it('gives back every reading', () => {
    const some = readings().filter(({ length }) => length > 0);
    fc.assert(
      fc.property(some, some, (one, other) => {
        const all = new Map([
          ['t/1', one],
          ['n/12345678901234567890', other],
        ]);
        const { text, histories } = written(all);
        assert.deepEqual(new Map(read(text)), all);
        assert.deepEqual(new Map(histories), all);
      }),
    );
  });

  it('gives back counts of any size', () => {
    const counts = { total: 1e21, confirmed: 2 ** 60, processing: -1, pending: 0.1 };
    const all = new Map([['t/1', [{ at: 7, ...counts }]]]);
    assert.deepEqual(new Map(read(written(all).text)), all);
  });

  it('is ignored if it is torn, of another form or of another sign-in', () => {
    const all = new Map([
      ['t/1', [{ at: 7, ...{ total: 1, confirmed: 1, processing: 0, pending: 0 } }]],
    ]);
    const { text } = written(all);
    for (let end = 0; end < text.length; end++) {
      assert.equal(read(text.slice(0, end)).size, 0, `the first ${end} characters`);
    }
    assert.equal(read(text, 'two').size, 0);
    for (const other of [text.replace('"format":1', '"format":2'), '[]', 'null', '{}', '7'])
      assert.equal(read(other).size, 0, other);
    assert.equal(read(text).size, 1);
  });

  it('loses only what is no reading', () => {
    const lines = [
      ...['null', '7', '"t/1"', '[]', '{}', '["t/1"]', '["t/1",7]', '["t/1",""]', '["../x","1,2"]'],
      ...['[7,"1,2"]', '["__proto__","1,2"]', '["t/2","-1,2"]', '["t/3","yesterday,2"]'],
      ...['["t/4","1e400,2"]', '["t/4","NaN"]', '["t/4","99999999999999999999,1"]'],
      '["t/5","8640000000000000,1;1,2"]',
      '["t/6","10,1,x,-,__proto__;0,2;5,3"]',
      '["t/7","10,1,Infinity;5,-2,-,,,9,9"]',
      '["t/8","20,1"]',
      '["t/8","10,2;10,3;;10,4"]',
    ];
    const text = `{"format":1,"signIn":"one","histories":[${lines.join()}]}`;
    const reading = (at: number, total?: number) => ({
      ...{ at, total, confirmed: undefined, processing: undefined, pending: undefined },
    });
    assert.deepEqual(
      [...read(text)],
      [
        ['t/5', [reading(8.64e15, 1)]],
        ['t/6', [reading(10, 1)]],
        ['t/7', [reading(10, 1), reading(15, -2)]],
        ['t/8', [reading(10, 2), reading(20, 3)]],
      ],
    );
  });

  /** Readings a few seconds apart, the newest `age` ago. */
  const moving = (length: number, step: number, age = 0): History =>
    Array.from({ length }, (_, index) => ({
      at: NOW - age - (length - 1 - index) * step,
      ...{ total: 5_000_000, confirmed: 1_000_000 + index, processing: 1000, pending: 3_000_000 },
    }));

  it('is 2 MB at most: the oldest days of the projects read least recently go first', () => {
    const all = new Map([
      ['t/1', moving(60_000, 60_000)],
      ['t/2', moving(60_000, 60_000, DAY_MS)],
    ]);
    const { text, histories } = written(all);
    assert.ok(text.length <= 2_000_000 && text.length > 1_900_000, `${text.length} characters`);
    assert.deepEqual(histories.get('t/1'), all.get('t/1'));
    const kept = histories.get('t/2')!;
    assert.deepEqual(kept, all.get('t/2')!.slice(-kept.length), 'without its first days');
    assert.equal(kept[0]!.at % DAY_MS, 0);
    assert.deepEqual(new Map(read(text)), new Map(histories));
    assert.equal(written(histories).text, text);
  });

  it('keeps the newest reading of each of 20,000 projects, and of some more than that', () => {
    const many = Array.from(
      { length: 20_000 },
      (_, id) => [`t/${id}`, moving(40, 5000, 5000)] as const,
    );
    const all = new Map([...many, ['n/1', moving(17_000, 5000)] as const]);
    const { text, histories } = written(all);
    assert.ok(text.length <= 2_000_000, `${text.length} characters`);
    assert.equal(histories.size, 20_001);
    for (const [ref, history] of all) assert.deepEqual(histories.get(ref)?.at(-1), history.at(-1));
    assert.ok(histories.get('n/1')!.length > 20, 'one of each hour');
  });

  it('names the projects read last if it cannot name all', () => {
    const all = new Map(
      Array.from({ length: 60_000 }, (_, id) => [`t/${id}`, moving(1, 1, id)] as const),
    );
    const { text, histories } = written(all);
    assert.ok(text.length <= 2_000_000 && text.length > 1_990_000, `${text.length} characters`);
    assert.deepEqual(
      [...histories.keys()],
      Array.from({ length: histories.size }, (_, index) => `t/${histories.size - 1 - index}`),
    );
  });
});
