import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { numberFormat } from '../../../src/core/base/numberFormat.ts';
import { durationWords } from '../../../src/core/messages/durationWords.ts';
import {
  countsWords,
  doneWords,
  endedWords,
  goneWords,
  idleWords,
  mintingWords,
  stalledWords,
} from '../../../src/core/messages/watchMessages.ts';
import { isDue, isFree } from '../../../src/core/watch/lease.ts';
import { afterReading, takeNews, type Watched } from '../../../src/core/watch/watchList.ts';
import { readWatchText, watchText } from '../../../src/core/watch/watchText.ts';

const MINUTE = 60_000;
const format = numberFormat('en');
const counts = (total?: number, confirmed?: number, processing?: number, pending?: number) => ({
  ...{ total, confirmed, processing, pending },
});
const started: Watched = { ref: { kind: 't', id: '1' }, name: 'Harbor Lights', since: 0 };
/** A project after readings at these minutes. */
const after = (one: Watched, ...readings: (readonly [number, ReturnType<typeof counts>])[]) =>
  readings.reduce(
    (now, [minute, read]) => afterReading(now, { at: minute * MINUTE, ...read }, 15 * MINUTE),
    one,
  );

describe('a watched project', () => {
  it('has ended when all that was left has failed, however often that is read', () => {
    const minting = after(started, [0, counts(9, 0, 9, 0)]);
    const ended = after(minting, [1, counts(9, 0, 0, 0)], [2, counts(9, 0, 0, 0)]);
    assert.equal(ended.news, 'ended');
    assert.deepEqual(takeNews([ended]).watched, []);
  });

  it('is watched for a day if its counts do not say what is left', () => {
    for (const unknown of [counts(), counts(undefined, 4), counts(0, 0, 0, 0)]) {
      const before = after(started, [0, unknown], [24 * 60 - 1, unknown]);
      assert.equal(before.news, undefined);
      const idle = after(before, [24 * 60, unknown]);
      assert.equal(idle.news, 'idle');
      assert.deepEqual(takeNews([idle]).watched, []);
    }
    const [four, five] = [counts(undefined, 4), counts(undefined, 5)];
    const moved = after(started, [0, four], [60, five], [24 * 60, five]);
    assert.equal(moved.news, undefined, 'one was confirmed 23 hours ago');
  });

  it('has stalled if nothing was confirmed for the time of the setting', () => {
    const before = after(started, [0, counts(9, 1, 8, 0)], [14, counts(9, 1, 4, 4)]);
    assert.equal(before.news, undefined);
    assert.equal(after(before, [15, counts(9, 1, 4, 4)]).news, 'stalled');
    const few = after(started, [0, counts(9, 1)], [15, counts(9, 1)]);
    assert.equal(few.news, 'stalled', 'the service gives only total and confirmed');
  });

  it('is told to have stalled once, and again after it has moved', () => {
    const stalled = after(started, [0, counts(9, 1, 8, 0)], [15, counts(9, 1, 8, 0)]);
    const { watched, news } = takeNews([stalled]);
    assert.deepEqual([watched.length, news.length], [1, 1]);
    const later = after(watched[0]!, [40, counts(9, 1, 8, 0)]);
    assert.equal(later.news, undefined);
    const again = after(later, [41, counts(9, 2, 7, 0)], [56, counts(9, 2, 7, 0)]);
    assert.equal(again.news, 'stalled');
  });

  it('is no longer watched once it is told to be done or gone', () => {
    const done = after(started, [42, counts(5000, 5000, 0, 0)]);
    const gone = { ...started, news: 'gone' } as const;
    assert.deepEqual(takeNews([done, gone, started]).watched, [started]);
  });

  it('keeps the newer reading if an answer was overtaken, and follows a clock set back', () => {
    const newer = after(started, [10, counts(9, 5)]);
    assert.equal(after(newer, [9.5, counts(9, 4)]), newer);
    const back = after(newer, [2, counts(9, 5)]);
    assert.equal(back.last?.at, 2 * MINUTE);
    assert.equal(after(back, [16, counts(9, 5, 4)]).news, undefined, 'no stall since the future');
  });

  it('is told about in words that name it and what is counted', () => {
    const done = after(
      started,
      [41, counts(5000, 4000, 0, 1000)],
      [42.5, counts(5000, 5000, 0, 0)],
    );
    assert.equal(doneWords([done], format), 'Harbor Lights: all 5,000 confirmed in 42 min');
    const other = { ...done, name: '', ref: { kind: 'n', id: '7' } as const };
    assert.equal(
      doneWords([done, other], format),
      '2 watched projects are minted: Harbor Lights and Project 7 · non-transferable',
    );
    const ended = after(started, [0.5, counts(5000, 4990, 0, 0)]);
    assert.equal(
      endedWords([ended], format),
      'Harbor Lights: minting ended, 4,990 of 5,000 confirmed',
    );
    assert.match(endedWords([ended, other], format), /^Minting of 2 watched projects ended before/);
    assert.match(idleWords([started]), /^Harbor Lights is no longer watched: for a day/);
    assert.match(idleWords([started, other]), /^Harbor Lights and Project 7 .* are no longer/);
    const unseen = after(started, [2, counts(50, 9, 1, 40)], [90, counts(50, 50, 0, 0)]);
    assert.equal(
      doneWords([unseen], format),
      'Harbor Lights: all 50 confirmed',
      'nobody looked for an hour, so nobody knows when',
    );
    const stalled = after(started, [0, counts(50, 9, 1, 40)], [16, counts(50, 9, 1, 40)]);
    assert.equal(
      stalledWords([stalled], format),
      'Harbor Lights has stalled: nothing confirmed for 16 min, 41 of 50 left',
    );
    assert.match(stalledWords([stalled, other], format), /^2 watched projects have stalled/);
    assert.match(goneWords([started]), /^The service does not know Harbor Lights any more/);
    assert.equal(mintingWords([stalled, started], format), '2 minting · 18%');
    assert.equal(mintingWords([started], format), '1 minting');
    assert.equal(countsWords(stalled, format), '18%: 9 of 50 confirmed');
    assert.equal(countsWords(started, format), 'not read yet');
    assert.deepEqual(
      [0.5, 42, 65, 120, 3000].map((minutes) => durationWords(minutes * MINUTE)),
      ['', '42 min', '1 h 5 min', '2 h', '2 d 2 h'],
    );
  });
});

describe('the file of watched projects', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const file = {
    lease: { window: 'w', at: 5 },
    pause: { at: 5, ms: 60_000 },
    watched: [after(started, [1, counts(9, 1, undefined, 3)])],
  };

  it('is read as it was written', () => {
    const read = readWatchText('id', bytes(watchText('id', file)));
    assert.deepEqual(JSON.parse(watchText('id', read)), JSON.parse(watchText('id', file)));
    assert.equal(read.watched[0]?.last?.pending, 3);
  });

  it('counts for nothing if it is torn, of another sign-in, or holds anything else', () => {
    const text = watchText('id', file);
    assert.deepEqual(readWatchText('other', bytes(text)).watched, []);
    for (let end = 0; end < text.length; end++)
      assert.deepEqual(readWatchText('id', bytes(text.slice(0, end))).watched, []);
    const odd = { format: 1, signIn: 'id', lease: 7, watched: [null, {}, { ref: 't/1' }, 4] };
    assert.deepEqual(readWatchText('id', bytes(JSON.stringify(odd))).watched, []);
    assert.deepEqual(readWatchText('id', undefined).watched, []);
  });
});

describe('the lease of the window that asks', () => {
  it('is free for others within a minute after the last renewal, or if it is of the future', () => {
    const lease = { window: 'a', at: 1_000_000 };
    assert.equal(isFree(lease, 'b', 1_030_000), false);
    assert.equal(isFree(lease, 'a', 1_030_000), true);
    assert.equal(isFree(lease, 'b', 1_060_000), true);
    assert.equal(isFree(lease, 'b', 500_000), true);
    assert.equal(isFree(undefined, 'b', 0), true);
  });

  it('is renewed long before', () => {
    const lease = { window: 'a', at: 1_000_000 };
    assert.equal(isDue(lease, 'a', 1_010_000), false);
    assert.equal(isDue(lease, 'a', 1_016_000), true);
    assert.equal(isDue(lease, 'b', 1_000_000), true);
  });
});
