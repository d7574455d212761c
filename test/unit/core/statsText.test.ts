import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { decodeStats } from '../../../src/core/model/decode.ts';
import type { Json } from '../../../src/core/model/model.ts';
import {
  readStatsText,
  type StatsReading,
  type StatsReadings,
  statsText,
} from '../../../src/core/model/statsText.ts';
import { atOnce } from '../../support/atOnce.ts';

const reading = (body: Json, asOf: number): StatsReading => ({ stats: decodeStats(body), asOf });
const written = (readings: StatsReadings, signIn = 'one') => atOnce(statsText(signIn, readings));
const read = (text: string, { signIn = 'one', now = 1e6 } = {}) =>
  atOnce(readStatsText(signIn, new TextEncoder().encode(text), now));
const totals = (readings: StatsReadings) =>
  [...readings].map(([ref, { stats, asOf }]) => [ref, stats.total, asOf]);

describe('the text of kept stats', () => {
  it('gives back what was received, with its time', () => {
    const source = { total: 4, burned: 1, note: 'as sent', id: 1 };
    const back = read(written(new Map([['t/1', reading(source, 7)]])));
    assert.deepEqual(back.get('t/1'), reading(source, 7));
  });

  it('keeps integers that a number cannot hold', () => {
    const text =
      '{"format":1,"signIn":"one","readings":[{"ref":"n/2","asOf":1,"stats":{"total":12345678901234567890}}]}';
    assert.match(written(read(text)), /"total":12345678901234567890\}/);
  });

  it('holds the newest 500, the oldest of them first', () => {
    const many = Array.from(
      { length: 502 },
      (_, at) => [`t/${at + 1}`, reading({ total: at }, 1000 - at)] as const,
    );
    const back = totals(read(written(new Map(many))));
    assert.equal(back.length, 500);
    assert.deepEqual(
      [back[0], back.at(-1)],
      [
        ['t/500', 499, 501],
        ['t/1', 0, 1000],
      ],
    );
  });

  it('is at most 500 KB long', () => {
    const note = 'ö'.repeat(20_000);
    const many = Array.from(
      { length: 50 },
      (_, at) => [`t/${at + 1}`, reading({ total: at, note }, at)] as const,
    );
    const text = written(new Map(many));
    const { length } = new TextEncoder().encode(text);
    assert.ok(length > 400_000 && length <= 500_200, `${length} bytes`);
    assert.equal(totals(read(text)).at(-1)?.[1], 49);
  });

  it('gives the last of several readings of a project', () => {
    const text =
      '{"format":1,"signIn":"one","readings":[{"ref":"t/1","asOf":1,"stats":{"total":1}},{"ref":"t/1","asOf":2,"stats":{"total":2}}]}';
    assert.deepEqual(totals(read(text)), [['t/1', 2, 2]]);
  });

  it('is ignored if it is torn, of another form or of another sign-in', () => {
    const text = written(new Map([['t/1', reading({ total: 1 }, 1)]]));
    for (let end = 0; end < text.length; end++) {
      assert.equal(read(text.slice(0, end)).size, 0, `the first ${end} characters`);
    }
    assert.equal(read(text, { signIn: 'two' }).size, 0);
    for (const other of [text.replace('"format":1', '"format":2'), '[]', 'null', '{}', '7'])
      assert.equal(read(other).size, 0, other);
    assert.equal(read(text).size, 1);
  });

  it('loses only the readings that cannot be read, and those of the future', () => {
    const text = JSON.stringify({
      format: 1,
      signIn: 'one',
      readings: [
        ...[null, 7, 'x', [], {}, { ref: 't/1' }, { ref: '../x', asOf: 1, stats: { total: 1 } }],
        { ref: 't/2', asOf: 'yesterday', stats: { total: 1 } },
        { ref: 't/3', asOf: -1, stats: { total: 1 } },
        { ref: 't/4', asOf: 1, stats: { name: 'no count' } },
        { ref: 't/5', asOf: 11, stats: { total: 1 } },
        { ref: 't/6', asOf: 10, stats: { total: 6 } },
      ],
    });
    assert.deepEqual(totals(read(text, { now: 10 })), [['t/6', 6, 10]]);
  });
});
