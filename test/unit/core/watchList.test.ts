import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { numberFormat } from '../../../src/core/base/numberFormat.ts';
import { durationWords } from '../../../src/core/messages/coverageMessages.ts';
import {
  countsWords,
  mintingSpoken,
  mintingWords,
  outlookWords,
} from '../../../src/core/messages/mintingMessages.ts';
import {
  doneWords,
  endedBeforeWords,
  endedWords,
  failedWords,
  goneWords,
  growsWords,
  idleWords,
  inMotionWords,
  movesWords,
  nowWatchedWords,
  reachedWords,
  stalledWords,
  wantedWords,
} from '../../../src/core/messages/watchMessages.ts';
import type { ProjectPace } from '../../../src/core/stats/forecast.ts';
import type { Reading } from '../../../src/core/stats/reading.ts';
import {
  afterReading,
  afterStatus,
  keyOf,
  takeNews,
  type Watched,
  worstFirst,
} from '../../../src/core/watch/watchList.ts';
import { stillAhead } from '../../../src/core/watch/wanted.ts';

const MINUTE = 60_000;
const format = numberFormat('en');
const counts = (total?: number, confirmed?: number, processing?: number, pending?: number) => ({
  ...{ total, confirmed, processing, pending },
});
const started: Watched = { ref: { kind: 't', id: '1' }, name: 'Harbor Lights', since: 0 };
/** A project after readings at these minutes. */
const after = (one: Watched, ...readings: (readonly [number, Omit<Reading, 'at'>])[]) =>
  readings.reduce((now, [minute, read]) => {
    const [before, at] = [now.last, minute * MINUTE];
    const movedAt = before?.confirmed === read.confirmed ? (before?.movedAt ?? at) : at;
    const last = { at, ...read, movedAt };
    return { ...afterReading(now, before, last, 15 * MINUTE), last };
  }, one);
const take = (...all: Watched[]) => takeNews(all, new Set(all.map(keyOf)));

describe('Watched project', () => {
  it('a project has ended when all that was left has failed, however often that is read', () => {
    const minting = after(started, [0, counts(9, 0, 9, 0)]);
    const ended = after(minting, [1, counts(9, 0, 0, 0)], [2, counts(9, 0, 0, 0)]);
    assert.equal(ended.news, 'ended');
    assert.deepEqual(take(ended).watched, []);
  });

  it('reports failures in the middle of a mint once, and the project stays watched', () => {
    const failing = (confirmed: number, failed: number) => ({
      ...counts(9, confirmed, 9 - confirmed - failed, 0),
      failed,
    });
    const before = after(started, [0, failing(1, 0)]);
    assert.equal(before.news, undefined);
    const failed = after(before, [1, failing(2, 1)], [2, failing(3, 2)]);
    assert.equal(failed.news, 'failed');
    assert.equal(failedWords([failed], format), 'Harbor Lights: 2 failed, 3 of 9 confirmed');
    const [watched] = take(failed).watched;
    const later = after({ ...watched!, last: failed.last }, [3, failing(4, 3)]);
    assert.equal(later.news, undefined, 'announced once');
    assert.equal(after(later, [4, failing(5, 0)], [5, failing(5, 1)]).news, 'failed', 'new ones');
    assert.equal(after(later, [4, failing(4, 4)]).news, undefined, 'some still count as failed');
    assert.equal(after(later, [4, failing(6, 3)]).news, 'ended');
  });

  it('reports no stall once the status is failed', () => {
    const still = [[0, counts(9, 1, 8, 0)] as const, [20, counts(9, 1, 8, 0)] as const];
    const failed = after({ ...started, failed: true }, ...still);
    const wording = { format, time: String, now: 20 * MINUTE };
    const words = (one: Watched, stallMs = 15 * MINUTE) =>
      outlookWords(one, { reason: 'still', since: 7 }, stallMs, wording);
    assert.deepEqual([failed.news, words(failed)], [undefined, 'status failed']);
    // In the words of Needs Attention and the row.
    const corrected = afterStatus(failed, 'processing');
    assert.equal(words(corrected), 'Stalled 20 min', 'the service corrects it');
    const stalled = after(started, ...still);
    assert.deepEqual([stalled.news, words(stalled)], ['stalled', 'Stalled 20 min']);
    const slow = { ...stalled, stalled: true, last: { ...stalled.last!, restMs: 15 * MINUTE } };
    assert.equal(words(slow, 60 * MINUTE), 'stalled', 'the limit was lower');
  });

  it('reports each share that the user chose, once', () => {
    const wanted: Watched = { ...started, wanted: { shares: [50, 75, 90] } };
    const reached = after(wanted, [0, counts(100, 40, 60, 0)], [1, counts(100, 80, 20, 0)]);
    assert.equal(reached.news, 'share');
    assert.deepEqual(after(wanted, [0, counts()]).wanted, { shares: [50, 75, 90] }, 'no share');
    assert.equal(
      reachedWords([reached], format),
      'Harbor Lights: 75% reached, 80 of 100 confirmed',
    );
    const [watched] = take(reached).watched;
    assert.deepEqual(watched?.wanted, { shares: [90] });
    const later = after({ ...watched, last: reached.last }, [2, counts(100, 85, 15, 0)]);
    assert.equal(later.news, undefined);
    assert.equal(after(later, [3, counts(100, 90, 10, 0)]).news, 'share');
    const half = after(wanted, [0, counts(100, 50, 50, 0)]).wanted;
    assert.deepEqual(half, { shares: [75, 90], reached: 50 });
    assert.equal(after(later, [3, counts(100, 100, 0, 0)]).news, 'done');
  });

  it('milestones that a project has reached are not offered', () => {
    const ahead = (shares: readonly number[], confirmed?: number) =>
      stillAhead({ shares }, { at: 0, movedAt: 0, ...counts(100, confirmed) });
    assert.deepEqual(ahead([25, 50], 25), { shares: [50] });
    assert.equal(ahead([25, 50], 50), undefined);
    assert.deepEqual(ahead([25, 50]), { shares: [25, 50] });
    assert.deepEqual(stillAhead({ shares: [25] }, undefined), { shares: [25] });
  });

  it('reports movement only after a stall, or for the first time', () => {
    const wanted: Watched = { ...started, wanted: { moves: 'wanted' } };
    const moving = after(wanted, [0, counts(9, 1, 8, 0)], [1, counts(9, 2, 7, 0)]);
    assert.equal(moving.news, undefined);
    const stalled = take(after(moving, [20, counts(9, 2, 7, 0)])).watched[0]!;
    const still = { ...stalled, last: { at: 20 * MINUTE, movedAt: MINUTE, ...counts(9, 2, 7, 0) } };
    const again = after(still, [21, counts(9, 3, 6, 0)], [22, counts(9, 4, 5, 0)]);
    assert.equal(again.news, 'moves', 'until it is announced');
    assert.equal(after(still, [21, counts(9, 2, 6, 1)]).news, undefined, 'none was confirmed');
    assert.equal(movesWords([again], format), 'Harbor Lights moves: 4 of 9 confirmed');
    assert.equal(take(again).watched[0]?.wanted, undefined);
    assert.equal(after(wanted, [0, counts(9, 0, 0, 9)], [1, counts(9, 1, 2, 6)]).news, 'moves');
  });

  it('reports once that the total has grown, after what is worse', () => {
    const wanted: Watched = { ...started, wanted: { grows: 'wanted' } };
    const failing = { ...counts(12, 1, 9, 1), failed: 1 };
    const grown = after(wanted, [0, counts(9, 1, 8, 0)], [1, failing]);
    assert.equal(grown.news, 'failed');
    const same = after(wanted, [0, counts(9, 1, 8, 0)], [1, counts(9, 2, 7, 0)]);
    assert.equal(same.news, undefined);
    const [watched] = take(grown).watched;
    const later = after({ ...watched!, last: grown.last }, [2, failing]);
    assert.equal(later.news, 'grows');
    const words = 'The total of Harbor Lights has grown: 1 of 12 confirmed';
    assert.equal(growsWords([later], format), words);
    assert.equal(take(later).watched[0]?.wanted, undefined);
  });

  it('reports once that the status has become failed', () => {
    const failed = afterStatus(started, 'Failed');
    assert.equal(failed.news, 'failed');
    const words = 'Harbor Lights has failed, as its status says';
    assert.equal(failedWords([failed], format), words);
    const [watched] = take(failed).watched;
    assert.equal(afterStatus(watched!, 'Failed').news, undefined, 'announced once');
    assert.equal(afterStatus(started, 'processing'), started);
    const done = { ...started, news: 'done' } as const;
    assert.equal(afterStatus(done, 'failed'), done, 'minted is what matters');
  });

  it('watches a project for a day if its counts do not show what is left', () => {
    for (const unknown of [counts(), counts(undefined, 4), counts(0, 0, 0, 0)]) {
      const before = after(started, [0, unknown], [24 * 60 - 1, unknown]);
      assert.equal(before.news, undefined);
      const idle = after(before, [24 * 60, unknown]);
      assert.equal(idle.news, 'idle');
      assert.deepEqual(take(idle, started).watched, [started]);
    }
    const [four, five] = [counts(undefined, 4), counts(undefined, 5)];
    const moved = after(started, [0, four], [60, five], [24 * 60, five]);
    assert.equal(moved.news, undefined, 'one was confirmed 23 hours ago');
    const begun = {
      ...started,
      since: 48 * 60 * MINUTE,
      last: { ...counts(9, 0, 0, 0), at: 0, movedAt: 0 },
    };
    const rested = after(begun, [48 * 60 + 1, counts(9, 0, 0, 0)]);
    assert.equal(rested.news, undefined, 'it has rested for days before');
    assert.equal(after(rested, [72 * 60, counts(9, 0, 0, 0)]).news, 'idle');
  });

  it('reports a stall once if nothing was confirmed for the time of the setting, and again after it has moved', () => {
    const before = after(started, [0, counts(9, 1, 8, 0)], [14, counts(9, 1, 4, 4)]);
    assert.equal(before.news, undefined);
    const stalled = after(before, [15, counts(9, 1, 4, 4)]);
    assert.equal(stalled.news, 'stalled');
    const [watched] = take(stalled).watched;
    const later = after({ ...watched!, last: stalled.last }, [40, counts(9, 1, 4, 4)]);
    assert.equal(later.news, undefined);
    const again = after(later, [41, counts(9, 2, 7, 0)], [56, counts(9, 2, 7, 0)]);
    assert.equal(again.news, 'stalled');
    const few = after(started, [0, counts(9, 1)], [15, counts(9, 1)]);
    assert.equal(few.news, 'stalled', 'the service gives only total and confirmed');
  });

  it('messages name the project and what is counted', () => {
    const done = after(
      started,
      [41, counts(5000, 4000, 0, 1000)],
      [42.5, counts(5000, 5000, 0, 0)],
    );
    const other = { ...done, name: '', ref: { kind: 'n', id: '7' } as const };
    const ended = after(started, [0.5, counts(5000, 4990, 0, 0)]);
    const failed = { ...ended, last: { ...ended.last!, failed: 10 } };
    // It was not read for an hour, so the time is not known.
    const unseen = after(started, [2, counts(50, 9, 1, 40)], [90, counts(50, 50, 0, 0)]);
    const stalled = after(started, [4, counts(50, 9, 1, 40)], [20, counts(50, 9, 1, 40)]);
    const announced = { ...stalled, stalled: true };
    const begins = after(started, [0, counts(50, 0, 0, 50)]);
    const many = Array<Watched>(7).fill(done);
    const motion = [0, 1].map((count) => inMotionWords(count, '50 of 230', format)).join();
    const lasted = (minutes: number) => durationWords(minutes * MINUTE);
    const now = [0, 1, 2].map((count) => nowWatchedWords(count, format)).join();
    const said: readonly (readonly [string, string | RegExp])[] = [
      [doneWords([done], format), 'Harbor Lights: all 5,000 confirmed, watched for 42 min'],
      [endedBeforeWords([done]), 'Harbor Lights is no longer watched'],
      [endedBeforeWords([done, other]), / and Project 7 · .+ are no longer watched$/],
      [doneWords([done, other], format), /: Harbor Lights and Project 7 · non-transferable$/],
      [doneWords(many, format), /^7 watched .*: (Harbor Lights, ){4}Harbor Lights and 2 more$/],
      [doneWords([unseen], format), 'Harbor Lights: all 50 confirmed'],
      [endedWords([ended], format), /: minting ended, 4,990 of 5,000 confirmed$/],
      [endedWords([failed], format), /: minting ended, 4,990 of 5,000 confirmed, 10 failed$/],
      [endedWords([failed, other], format), /^Minting of 2 watched projects ended before/],
      [failedWords([failed, other], format), /^Minting fails in 2 watched projects: Harbor/],
      [idleWords([started]), /^Harbor Lights is no longer watched: for a day/],
      [
        stalledWords([stalled], format),
        'Harbor Lights has stalled: nothing confirmed for 16 min, 41 of 50 left',
      ],
      [stalledWords([stalled, other], format), /^2 watched projects have stalled/],
      [reachedWords([stalled, other], format), /^2 watched projects have reached their share: /],
      [movesWords([stalled, other], format), /^2 watched projects move: /],
      [growsWords([stalled, other], format), /^The totals of 2 watched projects have grown: /],
      // What was read was deleted meanwhile.
      [stalledWords([started], format), /nothing confirmed for a while, 0 left$/],
      [motion, /^None of .* \(50 of 230\) is .*,1 of .* \(50 of 230\) is being minted$/],
      [now, /^No further project is .*,1 project is .*,2 projects are watched now$/],
      [wantedWords({ moves: 'wanted' }, format).join(), 'when it moves again'],
      [wantedWords({ grows: 'wanted' }, format).join(), 'when its total grows'],
      [goneWords([started]), /^The service has no stats of Harbor Lights, so/],
      [countsWords(stalled, format), '18%: 9 of 50 confirmed'],
      [countsWords(started, format), 'not read yet'],
      [[0.5, 65, 120, 3000].map(lasted).join(), ',1 h 5 min,2 h,2 d 2 h'],
    ];
    for (const [text, expected] of said) {
      if (typeof expected === 'string') assert.equal(text, expected);
      else assert.match(text, expected);
    }
    assert.deepEqual(worstFirst([begins, started, announced]), [announced, started, begins]);
  });

  it('the status bar says how many mint, their share, and when they are done or why that is not known', () => {
    const wording = { format, time: String, now: 0 };
    const moving = after(started, [4, counts(50, 9, 1, 40)]);
    const other = { ...moving, ref: { kind: 't', id: '8' } as const };
    const stalled = { ...moving, stalled: true };
    const begins = after(started, [0, counts(50, 0, 0, 50)]);
    const doneIn = (minutes: number) => ({
      ...{ perMinute: 1, low: 0, likely: MINUTE, high: minutes * MINUTE },
    });
    const timed = (...paces: readonly ProjectPace[]) => ({
      paces: new Map(paces.map((pace, at) => [keyOf([moving, other][at]!), pace])),
    });
    const unread = { reason: 'unread', since: -20 * MINUTE } as const;
    const said: readonly (readonly [string, string])[] = [
      [mintingWords([moving, other], wording), '2 minting · 18%'],
      [mintingWords([{ ...started, failed: true }], wording), '1 failed'],
      [mintingWords([begins], wording, timed({ reason: 'unbegun' })), '1 pending · 0%'],
      [mintingWords([moving], wording, timed(doneIn(0.5))), '1 minting · 18% · less than a minute'],
      [
        mintingWords([moving, other], wording, timed(doneIn(4), doneIn(8))),
        '2 minting · 18% · up to 8 min',
      ],
      [
        mintingWords([moving, other], wording, timed(doneIn(4), unread)),
        '2 minting · 18% · not read for 20 min',
      ],
      [
        mintingSpoken([stalled, { ...other }], wording, timed(unread, doneIn(8))),
        'Mintscope, watched projects: 1 stalled, 1 minting, 18% confirmed, done in up to 8 min',
      ],
      [
        mintingSpoken([started], wording, { age: 'as of 12:01' }),
        'Mintscope, watched projects: 1 minting, as of 12:01',
      ],
      [outlookWords(moving, doneIn(8), 15 * MINUTE, wording), 'done in up to 8 min'],
      [outlookWords(moving, unread, 15 * MINUTE, wording), 'not read for 20 min'],
      [outlookWords(moving, undefined, 15 * MINUTE, wording), ''],
      [outlookWords(started, unread, 15 * MINUTE, wording), ''],
    ];
    for (const [text, expected] of said) assert.equal(text, expected);
  });
});
