import assert from 'node:assert/strict';
import { concernWords, spokenState } from '../../../../src/core/messages/attentionMessages.ts';
import { forEachCount } from '../../../../src/core/model/counts.ts';
import {
  type Concern,
  type ConcernedProject,
  concernsOf,
  isAlarm,
  isStatusBehind,
  newestFirst,
} from '../../../../src/core/stats/attention.ts';
import { decodeStats } from '../../../../src/core/model/decode.ts';
import type { LastReading, Reading } from '../../../../src/core/stats/reading.ts';
import { rowTone } from '../../../../src/core/stats/rowTone.ts';
import { afterLast } from '../../../../src/core/stats/stall.ts';
import { followed } from '../../../support/readings.ts';

const MINUTE = 60_000;
const STALL = 15 * MINUTE;

/** A reading at a minute of a hundred NFTs, all in one of the stages. */
const reading = (minute: number, confirmed: number, processing = 100 - confirmed): Reading => ({
  at: minute * MINUTE,
  ...{ total: 100, confirmed, processing, pending: 100 - confirmed - processing },
});
const last = (...readings: readonly Reading[]): LastReading => followed(readings).at(-1)!;

/** A reading with these counts and no others. */
const counting = (counts: Partial<Reading>): LastReading =>
  last({ at: 0, ...forEachCount(() => undefined), ...counts });

function words(
  known: LastReading | undefined,
  others: Partial<ConcernedProject> = {},
  stallMs = STALL,
) {
  const status = { status: 'processing', statusAt: undefined };
  const concerns = concernsOf(
    { known, ...status, hasRef: true, failed: undefined, ...others },
    stallMs,
  );
  return concernWords(concerns);
}

describe('Concerns of a project', () => {
  it('the spoken state says what needs attention, and leaves out empty parts', () => {
    const state = { alarms: '', share: '', watched: false };
    assert.deepEqual(spokenState(state), []);
    assert.deepEqual(spokenState({ ...state, alarms: 'Failed 3' }), ['needs attention: Failed 3']);
  });

  it('reports a project whose status or another count shows a failed mint', () => {
    assert.equal(words(undefined, { status: 'Failed' }), 'Status failed');
    const missing = counting({ total: 100, confirmed: 60, processing: 0, pending: 0 });
    assert.match(words(missing, { status: 'Failed' }), /missing · Status failed$/, 'said last');
    assert.equal(words(counting({ total: 100, failed: 38 })), 'Failed 38');
  });

  it('reports NFTs that are missing or too many, however further stages are counted', () => {
    const known = counting({ total: 100, confirmed: 80, processing: 0, pending: 0 });
    assert.equal(words(known), '20 missing');
    assert.equal(words({ ...known, pending: undefined }), '', 'a stage is not given');
    for (const name of ['failed', 'burned', 'cancelled', 'other'] as const) {
      const alarm = (count: number) => (name === 'failed' ? `Failed ${count}` : '');
      assert.equal(words({ ...known, [name]: 20 }), alarm(20), `beside the stages: ${name}`);
      const within = { ...known, confirmed: 100, [name]: 20 };
      assert.equal(words(within), alarm(20), `within the stages: ${name}`);
      assert.equal(words({ ...known, confirmed: 90, [name]: 20 }), alarm(20), `in part: ${name}`);
      const less = words({ ...known, [name]: 5 });
      assert.equal(less, [alarm(5), '15 missing'].filter(Boolean).join(' · '), name);
    }
    assert.equal(words({ ...known, confirmed: 1120 }), '1,020 too many');
    assert.equal(words({ ...known, confirmed: 105, burned: 5 }), '', 'burned are off the total');
    assert.equal(words({ ...known, confirmed: 107, burned: 5 }), '2 too many');
    assert.equal(words({ ...known, confirmed: 105, other: 5 }), '5 too many', 'still to come');
  });

  it('reports counts that are none', () => {
    const known = decodeStats({ total: 100, confirmed: 101, processing: 0, pending: -1 });
    assert.equal(words(counting(known)), '1 too many · Not a count: Pending');
  });

  it('reports a project that cannot be read, or, which is no alarm, has no stats', () => {
    assert.equal(words(last(reading(0, 10)), { failed: 'unread' }), 'Could not be read');
    assert.equal(words(undefined, { hasRef: false }), 'Id or kind not given');
    assert.equal(words(undefined), '', 'not while it was never tried');
    assert.equal(words(undefined, { failed: 'noStats' }), 'No stats');
    assert.equal(isAlarm('noStats'), false);
  });

  it('reports several concerns at once, the worst first', () => {
    const of120 = (minute: number) => ({ ...reading(minute, 10, 110), pending: 0 });
    const known = last(of120(0), of120(20));
    const kinds = (status: string, failed?: number) =>
      concernsOf(
        { known: { ...known, failed }, status, statusAt: 0, hasRef: true, failed: 'unread' },
        STALL,
      ).map(({ kind }) => kind);
    assert.deepEqual(kinds('processing', 1), ['failed', 'stalled', 'tooMany', 'unreadable']);
    assert.deepEqual(kinds('failed'), ['failed', 'tooMany', 'unreadable'], 'it is not to move');
  });

  it('lists what has failed or stalled since the user last looked first, then older failures, then what is stalled', () => {
    const looked = 1000;
    const since = (at: number, after?: number) => ({ at, after, now: 2000 });
    const lastMoved = (movedAt: number) => ({ ...reading(0, 0), at: 3000, movedAt, restMs: 1 });
    const unmoved = { ...lastMoved(1150), restMs: undefined };
    const rows: [string, readonly Concern[], boolean, LastReading?][] = [
      ['noStats', [{ kind: 'noStats' }], false],
      ['disagrees', [{ kind: 'disagrees', status: 'x' }], false],
      ['watched', [], true],
      ['2 missing', [{ kind: 'missing', count: 2 }], false],
      ['9 missing', [{ kind: 'missing', count: 9 }], true],
      ['failed long ago', [{ kind: 'failed', since: since(1) }], false],
      ['failed with 100 left', [{ kind: 'failed', since: since(1) }], false, lastMoved(0)],
      ['failed before', [{ kind: 'failed', since: since(999, 900) }], false],
      ['stalled for 5', [{ kind: 'stalled', forMs: 5 }], false, lastMoved(100)],
      ['stalled for 6', [{ kind: 'stalled', forMs: 6 }], false, lastMoved(100)],
      ['failed at 1100', [{ kind: 'failed', since: since(1100, 900) }], false],
      ['stalled at 1200', [{ kind: 'stalled', forMs: 1 }], false, lastMoved(1150)],
      ['never moved', [{ kind: 'stalled', forMs: 1 }], false, unmoved],
      ['failed at 1300', [{ kind: 'failed', since: since(1300, 900) }], false],
    ];
    const projects = rows.map(([name, concerns, watched, last]) => {
      return { name, concerns, watched, last };
    });
    const sorted = newestFirst(projects, looked, 50);
    assert.equal(
      sorted.map(({ name, isNew }) => (isNew ? `new: ${name}` : name)).join(', '),
      'new: failed at 1300, new: stalled at 1200, new: failed at 1100, failed before, ' +
        'failed with 100 left, failed long ago, stalled for 6, stalled for 5, never moved, 9 missing, 2 missing, watched, disagrees, noStats',
    );
  });
});

describe('Status that disagrees with the counts', () => {
  const done = last(reading(0, 90), reading(10, 100), reading(20, 100));

  it('reports a later status that contradicts counts which are all confirmed, and the other way round', () => {
    assert.equal(words(done, { statusAt: 30 * MINUTE }), 'Status disagrees: processing');
    assert.equal(words(done, { statusAt: 30 * MINUTE, status: 'confirmed' }), '');
    assert.equal(words(done, { statusAt: 30 * MINUTE, status: 'archived' }), '', 'a word unknown');
    const open = last(reading(20, 90));
    for (const statusAt of [0, 20 * MINUTE])
      assert.equal(words(open, { status: 'confirmed', statusAt }), 'Status disagrees: confirmed');
    assert.equal(words(open, { status: 'confirmed', statusAt: 30 * MINUTE }), '', 'older counts');
  });

  it('ignores a status older than the end of the mint', () => {
    assert.equal(words(done, { statusAt: 10 * MINUTE }), '');
    assert.equal(words(done, { statusAt: 10 * MINUTE + 1 }), 'Status disagrees: processing');
    assert.equal(words(done), '', 'not known when it was read');
    assert.equal(words(undefined, { statusAt: 30 * MINUTE }), '', 'no counts');
  });

  it('a status is behind if it was read before the counts, of which nothing is left', () => {
    const ended = { ...reading(20, 90, 0), pending: 0 };
    const cases: readonly (readonly [string, number | undefined, Reading, boolean])[] = [
      ['processing', 10, ended, true],
      ['pending', 10, { ...ended, confirmed: 0 }, true],
      ['confirmed', 10, ended, false],
      ['processing', 20, ended, false],
      ['processing', undefined, ended, false],
      ['processing', 10, reading(20, 90), false],
    ];
    for (const [status, minute, counts, isBehind] of cases) {
      const statusAt = minute === undefined ? undefined : minute * MINUTE;
      assert.equal(isStatusBehind({ status, statusAt }, counts), isBehind, `${status} ${minute}`);
    }
  });
});

describe('Mint that does not move', () => {
  const still = (minutes: number, confirmed = 10) =>
    words(last(reading(0, confirmed), reading(minutes, confirmed)));

  it('reports a mint as stalled after the minutes of the setting', () => {
    assert.equal(still(14), '');
    assert.equal(still(15), 'Stalled 15 min');
    assert.equal(still(15, 0), 'Stalled 15 min', 'none is confirmed yet');
    const known = last(reading(0, 10), reading(15, 10));
    assert.equal(words(known, {}, 60 * MINUTE), '', 'mintscope.stallMinutes');
    assert.equal(still(60, 100), '', 'nothing is left');
    assert.equal(words(last(reading(14, 10))), '', 'read once');
    const few = [0, 20].map((minute) => ({
      ...counting({ total: 9, confirmed: 1 }),
      at: minute * MINUTE,
    }));
    assert.equal(words(last(...few)), 'Stalled 20 min', 'the stages are not given');
  });

  it('reports no stall while all that is left is pending and has not moved before', () => {
    const pending = (minute: number) => reading(minute, 10, 0);
    assert.equal(words(last(pending(0), pending(60))), '');
    assert.equal(words(last(reading(0, 9, 0), pending(1), pending(60))), 'Stalled 59 min');
  });

  it('reports a stall sooner if a mint is quick, and later if it usually rests long', () => {
    const steps = (restMinutes: number) => [0, 1, 2, 3].map((at) => reading(at * restMinutes, at));
    const after = (restMinutes: number, minutes: number) =>
      words(last(...steps(restMinutes), reading(3 * restMinutes + minutes, 3)));
    assert.equal(after(1, 9), '');
    assert.equal(after(1, 10), 'Stalled 10 min');
    assert.equal(after(30, 14), '', 'twice its usual rest would be an hour');
    assert.equal(after(30, 15), 'Stalled 15 min', 'mintscope.stallMinutes is the most');
  });

  it('the time to a count that fell is no rest of the mint', () => {
    const before = { ...reading(0, 4), at: 90, movedAt: 90, restMs: undefined };
    assert.equal(afterLast(before, { ...reading(0, 3), at: 95 }).restMs, undefined);
  });
});

describe('Tone of a row', () => {
  const counts = (total: number, confirmed: number, processing: number) => ({
    ...{ total, confirmed, processing },
    pending: total - confirmed - processing,
  });

  it('the tone follows the counts of a mint that goes on, whatever the status is', () => {
    for (const status of ['confirmed', 'processing', 'pending', 'odd', undefined]) {
      assert.equal(rowTone(counts(9, 3, 6), status, []), 'underWay');
      assert.equal(rowTone(counts(9, 0, 1), status, []), 'underWay');
      assert.equal(rowTone(counts(9, 0, 0), status, []), 'waiting');
    }
  });

  it('a tick shows only if the counts say minted and the status does not say otherwise', () => {
    const minted = counts(9, 9, 0);
    for (const status of ['confirmed', 'odd', undefined]) {
      assert.equal(rowTone(minted, status, []), 'done');
    }
    assert.equal(rowTone(minted, 'processing', ['disagrees']), 'unknown');
    assert.equal(rowTone(minted, 'pending', []), 'unknown');
    const burned = { total: 9, confirmed: 7, processing: 0, pending: 0, burned: 2 };
    assert.equal(rowTone(burned, 'confirmed', []), 'done');
    for (const unclear of [{ total: 9 }, counts(0, 0, 0)]) {
      assert.equal(rowTone(unclear, 'confirmed', []), 'unknown');
    }
    assert.equal(rowTone(undefined, 'confirmed', []), 'done', 'nothing else is known');
  });

  it('the tone shows an alarm first, and a status that disagrees is none', () => {
    assert.equal(rowTone(counts(9, 9, 0), 'confirmed', ['failed', 'missing']), 'failed');
    assert.equal(rowTone(counts(9, 3, 6), 'processing', ['stalled']), 'warning');
    assert.equal(rowTone(counts(9, 9, 0), 'confirmed', ['disagrees']), 'done');
  });
});
