import assert from 'node:assert/strict';
import {
  countsWords,
  mintingWords,
  outlookWords,
  troubleWords,
  wantedWords,
} from '../../../src/features/watch/watchWords.ts';
import { noLongerWatchedWords, nowWatchedWords } from '../../../src/core/messages/watchMessages.ts';
import type { Reading } from '../../../src/core/stats/reading.ts';
import type { ProjectPace } from '../../../src/core/stats/forecast.ts';
import { endOf } from '../../../src/core/stats/share.ts';
import { afterLast } from '../../../src/core/stats/stall.ts';
import {
  afterNews,
  afterReading,
  beginWatching,
  keyOf,
  newsOf,
  type Watched,
  worstFirst,
} from '../../../src/core/watch/watchList.ts';
import { newsWords } from '../../../src/features/watch/watchNews.ts';

const MINUTE = 60_000;
const STALL_MS = 15 * MINUTE;
const counts = (total?: number, confirmed?: number, processing?: number, pending?: number) => ({
  ...{ total, confirmed, processing, pending },
});
const failing = (confirmed: number, failed: number) => ({
  ...counts(9, confirmed, 9 - confirmed - failed, 0),
  failed,
});
const started: Watched = { ref: 't/1', name: 'Harbor Lights', since: 0 };

/** A project with what follows from what a window sees. */
const seen = (one: Watched, changed: Pick<Watched, 'last' | 'status'>): Watched => {
  const { last, status = one.status } = changed;
  const noted = { ...one, ...afterReading(one, last, STALL_MS), last, status };
  const now = { ...noted, end: last && endOf(last, true) };
  return { ...now, news: newsOf(now, now, STALL_MS) };
};
const after = (one: Watched, ...readings: (readonly [number, Omit<Reading, 'at'>])[]) =>
  readings.reduce(
    (now, [minute, read]) =>
      seen(now, { last: afterLast(now.last, { at: minute * MINUTE, ...read }) }),
    one,
  );
const withStatus = (one: Watched, status: string) => seen(one, { last: one.last, status });
/** A project after its news is announced; `undefined` if its watching ends with it. */
const afterNotice = (one: Watched): Watched | undefined => {
  const [stored] = afterNews(one, one);
  return stored && seen({ ...one, ...stored }, one);
};

describe('Watched project', () => {
  it('reports failures in the middle of a mint once, and the project stays watched', () => {
    assert.equal(after(started, [0, failing(1, 0)]).news, undefined);
    const failed = after(started, [0, failing(1, 0)], [1, failing(2, 1)], [2, failing(3, 2)]);
    assert.equal(failed.news, 'failed');
    assert.equal(newsWords('failed', [failed]), 'Harbor Lights: Failed 2, 3 of 9 confirmed');
    const later = after(afterNotice(failed)!, [3, failing(4, 3)]);
    assert.equal(later.news, undefined);
    assert.equal(after(later, [4, failing(6, 3)]).news, 'ended');
  });

  it('reports once that the status has become failed, and after that no stall', () => {
    const failed = withStatus(started, 'Failed');
    assert.equal(failed.news, 'failed');
    const words = 'Harbor Lights: Status failed';
    assert.equal(newsWords('failed', [failed]), words);
    const later = after(afterNotice(failed)!, [0, counts(9, 1, 8, 0)], [20, counts(9, 1, 8, 0)]);
    assert.equal(later.news, undefined);
    assert.equal(troubleWords(later, STALL_MS), 'Status failed');
    // In the words of Needs Attention and the row.
    const corrected = withStatus(later, 'processing');
    assert.equal(corrected.news, 'stalled');
    assert.equal(troubleWords(corrected, STALL_MS), 'Stalled 20 min');
    const done = withStatus(after(started, [1, counts(9, 9, 0, 0)]), 'failed');
    assert.equal(done.news, 'done', 'minted is what matters');
  });

  it('does not report what was known or read before the user began to watch', () => {
    const before = after(started, [0, failing(1, 1)], [20, failing(1, 1)]);
    const watched = (one: Watched): Watched => {
      const begun = beginWatching({ ...started, since: 21 * MINUTE }, one, STALL_MS);
      return seen({ ...begun, end: one.end }, one);
    };
    assert.equal(after(watched(before), [22, failing(1, 1)]).news, undefined);
    const again = after(watched(before), [22, failing(2, 1)], [40, failing(2, 1)]);
    assert.equal(again.news, 'stalled', 'a new stall');
    assert.equal(after(withStatus(watched(before), 'failed'), [22, failing(1, 1)]).news, undefined);
    const ended = watched(after(started, [20, counts(9, 8, 0, 0)]));
    assert.equal(ended.news, undefined);
    assert.equal(after(ended, [22, counts(9, 8, 0, 0)]).news, 'ended', 'it is ended now');
    assert.equal(after(ended, [21, counts(9, 8, 0, 0)]).news, 'ended', 'also at that moment');
    assert.equal(after(ended, [22, counts(20, 8, 12, 0)]).news, undefined, 'it has grown');
  });

  it('reports each share that the user chose, once', () => {
    const wanted: Watched = { ...started, wanted: { shares: [50, 75, 90] } };
    const reached = after(wanted, [0, counts(100, 40, 60, 0)], [1, counts(100, 80, 20, 0)]);
    assert.equal(reached.news, 'share');
    assert.equal(after(wanted, [0, counts()]).news, undefined, 'no share');
    assert.equal(newsWords('share', [reached]), 'Harbor Lights: 75% reached, 80 of 100 confirmed');
    const later = after(afterNotice(reached)!, [2, counts(100, 85, 15, 0)]);
    assert.deepEqual([later.news, later.wanted?.shares], [undefined, [90]]);
    assert.equal(after(later, [3, counts(100, 90, 10, 0)]).news, 'share');
    assert.equal(after(later, [3, counts(100, 100, 0, 0)]).news, 'done');
  });

  it('reports movement only after a stall, or for the first time', () => {
    const wanted: Watched = { ...started, wanted: { moves: 0 } };
    const moving = after(wanted, [0, counts(9, 1, 8, 0)], [1, counts(9, 2, 7, 0)]);
    assert.equal(moving.news, undefined);
    const still = afterNotice(after(moving, [20, counts(9, 2, 7, 0)]))!;
    assert.equal(still.news, undefined);
    const again = after(still, [21, counts(9, 3, 6, 0)], [22, counts(9, 4, 5, 0)]);
    assert.equal(again.news, 'moves', 'until it is announced');
    assert.equal(after(still, [21, counts(9, 2, 6, 1)]).news, undefined, 'none was confirmed');
    assert.equal(newsWords('moves', [again]), 'Harbor Lights goes on: 4 of 9 confirmed');
    assert.equal(afterNotice(again)?.wanted?.moves, undefined);
    assert.equal(after(wanted, [1, counts(9, 0, 0, 9)], [2, counts(9, 1, 2, 6)]).news, 'moves');
  });

  it('reports a stall once if nothing was confirmed for the time of the setting, and again after it has moved', () => {
    const before = after(started, [0, counts(9, 1, 8, 0)], [14, counts(9, 1, 4, 4)]);
    assert.equal(before.news, undefined);
    const stalled = after(before, [15, counts(9, 1, 4, 4)]);
    assert.equal(stalled.news, 'stalled');
    assert.equal(troubleWords(stalled, STALL_MS), 'Stalled 15 min');
    const known = afterNotice(stalled)!;
    const later = after(known, [40, counts(9, 1, 4, 4)]);
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
    const other = { ...done, name: '', ref: 'n/7' as const };
    const ended = after(started, [0.5, counts(5000, 4990, 0, 0)]);
    const failed = { ...ended, last: { ...ended.last!, failed: 10 } };
    const stalled = after(started, [4, counts(50, 9, 1, 40)], [20, counts(50, 9, 1, 40)]);
    const announced = { ...stalled, stalledAt: 20 * MINUTE };
    const begins = after(started, [0, counts(50, 0, 0, 50)]);
    const many = Array<Watched>(7).fill(done);
    const names = ['Harbor', 'Ember'];
    const now = [0, 1, 2].map((count) => nowWatchedWords(count, names)).join();
    const said: readonly (readonly [string, string | RegExp])[] = [
      [newsWords('done', [done]), 'Harbor Lights is minted: all 5,000 confirmed'],
      [noLongerWatchedWords(1, ['Harbor']), 'Harbor is no longer watched'],
      [noLongerWatchedWords(2, names), '2 projects are no longer watched'],
      [noLongerWatchedWords(0, ['Harbor']), 'Harbor was not watched'],
      [noLongerWatchedWords(0, names), '2 projects were not watched'],
      [nowWatchedWords(0, ['Harbor']), 'Harbor is watched already'],
      [
        newsWords('done', [done, other]),
        /^Harbor .* confirmed; Project 7 · non-transferable is minted: all /,
      ],
      [newsWords('done', many), /^(Harbor [^;]*; ){2}Harbor [^;]* confirmed and 4 more$/],
      [newsWords('ended', [ended]), 'Harbor Lights ended: 10 of 5,000 not minted'],
      [newsWords('failed', [failed]), /^Harbor Lights: Failed 10, /],
      [newsWords('stalled', [stalled]), 'Harbor Lights: Stalled 16 min, 9 of 50 confirmed'],
      [newsWords('share', [{ ...done, wanted: { shares: [90] } }]), /^Harbor .*: 90% reached, /],
      [newsWords('moves', [stalled]), 'Harbor Lights goes on: 9 of 50 confirmed'],
      [now, /^2 projects are watched already,1 project is .*,2 projects are watched now$/],
      [wantedWords({ moves: 0 }).join(), 'when it goes on'],
      [newsWords('gone', [started]), /^The service has no stats of Harbor Lights, so/],
      [countsWords(stalled), '18%: 9 of 50 confirmed'],
      [countsWords(started), 'not read yet'],
    ];
    for (const [text, expected] of said) {
      if (typeof expected === 'string') assert.equal(text, expected);
      else assert.match(text, expected);
    }
    assert.deepEqual(worstFirst([begins, started, announced]), [announced, started, begins]);
  });

  it('the status bar says how many mint, their share, and when they are done or why that is not known', () => {
    const now = 0;
    const moving = after(started, [4, counts(50, 9, 1, 40)]);
    const other = { ...moving, ref: 't/8' as const };
    const stalled = { ...moving, stalledAt: 20 * MINUTE };
    const begins = after(started, [0, counts(50, 0, 0, 50)]);
    const doneIn = (minutes: number) => ({
      ...{ perMinute: 1, low: 0, likely: MINUTE, high: minutes * MINUTE },
    });
    const timed = (...paces: readonly ProjectPace[]) => ({
      paces: new Map(paces.map((pace, at) => [keyOf([moving, other][at]!), pace])),
    });
    const unread = { reason: 'unread', since: -20 * MINUTE } as const;
    const failed = {
      ...after(moving, [6, { ...counts(50, 9, 1, 20), failed: 20 }]),
      status: 'failed',
    };
    const said: readonly (readonly [string, string])[] = [
      [mintingWords([moving, other], now), '2 minting · 18%'],
      [mintingWords([{ ...started, failed: 'status' }], now), '1 failed'],
      [mintingWords([begins], now, timed({ reason: 'unbegun' })), '1 pending · 0%'],
      [mintingWords([moving], now, timed(doneIn(0.5))), '1 minting · 18% · less than a minute'],
      [
        mintingWords([moving, other], now, timed(doneIn(4), doneIn(8))),
        '2 minting · 18% · up to 8 min',
      ],
      [
        mintingWords([moving, other], now, timed(doneIn(4), unread)),
        '2 minting · 18% · 1 of 2: done in up to 4 min',
      ],
      [
        mintingWords([moving, other], now, timed(unread, unread)),
        '2 minting · 18% · not read for 20 min',
      ],
      [
        mintingWords([moving, other], now, timed(unread, { reason: 'early' })),
        '2 minting · 18% · 1 of 2: too early to say',
      ],
      [
        mintingWords([stalled, { ...other }], now, timed(unread, doneIn(8))),
        '1 stalled · 1 minting · 18% · up to 8 min',
      ],
      [mintingWords([started], now, { age: 'as of 12:01' }), '1 minting · as of 12:01'],
      [outlookWords(moving, doneIn(8), 15 * MINUTE, now), 'done in up to 8 min'],
      [outlookWords(moving, unread, 15 * MINUTE, now), 'not read for 20 min'],
      [mintingWords([failed], now, timed(doneIn(4))), '1 failed · 18%'],
      [outlookWords({ ...moving, status: 'failed' }, doneIn(8), 15 * MINUTE, now), ''],
      [outlookWords(failed, doneIn(8), 15 * MINUTE, now), ''],
      [outlookWords(moving, undefined, 15 * MINUTE, now), ''],
      [outlookWords(started, unread, 15 * MINUTE, now), ''],
    ];
    for (const [text, expected] of said) assert.equal(text, expected);
  });
});
