import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { replayed } from '../../../src/core/watch/replayed.ts';
import type { Watched } from '../../../src/core/watch/watchList.ts';
import type { WatchFile } from '../../../src/core/watch/watchText.ts';

const counts = { total: 9, confirmed: 1, processing: 8, pending: 0 };
/** @param at the minute of its last reading. */
const one = (id: number, at?: number): Watched => ({
  ...{ ref: { kind: 't', id: String(id) }, name: `P ${id}`, since: 100 },
  ...(at !== undefined && { last: { at, ...counts } }),
});
const file = (...watched: readonly Watched[]): WatchFile => ({ watched });
const shown = ({ watched }: WatchFile) => watched.map(({ name, last }) => `${name} ${last?.at}`);

describe('changes of watched projects that could not be written', () => {
  it('are made again in what other windows have written', () => {
    const before = file(one(1, 1), one(2, 1), one(3, 1), one(4, 1));
    const mine = file(one(1, 1), one(3, 5), one(4, 2), one(5, 5));
    const now = file(one(2, 1), one(3, 1), one(4, 3), one(6, 6));
    assert.deepEqual(shown(replayed(before, mine, now, 0)), ['P 3 5', 'P 4 3', 'P 6 6', 'P 5 5']);
  });

  it('add no project a second time, nor one of before the list was cleared', () => {
    assert.deepEqual(shown(replayed(file(), file(one(1, 2)), file(one(1, 5)), 0)), ['P 1 5']);
    assert.deepEqual(shown(replayed(file(), file(one(1)), file(), 100)), []);
    assert.deepEqual(shown(replayed(file(), file(one(1)), file(), 99)), ['P 1 undefined']);
  });

  it('tell a message that was told here no more', () => {
    const news = { ...one(1, 5), news: 'stalled' } as const;
    const told = { ...one(1, 5), stalled: true };
    const { watched } = replayed(file(one(1, 1)), file(told), file(news), 0);
    assert.deepEqual(watched, [told]);
  });

  it('keep the pause that ends later', () => {
    const paused = (at: number, ms: number): WatchFile => ({ ...file(), pause: { at, ms } });
    assert.deepEqual(replayed(file(), paused(1, 5), paused(3, 2), 0).pause, { at: 1, ms: 5 });
    assert.deepEqual(replayed(file(), file(one(1)), paused(3, 2), 0).pause, { at: 3, ms: 2 });
  });

  it('take the lease only if no other window has taken it', () => {
    const leased = (window: string): WatchFile => ({ ...file(), lease: { window, at: 1 } });
    assert.equal(replayed(file(), leased('a'), file(one(1)), 0).lease?.window, 'a');
    assert.equal(replayed(file(), leased('a'), leased('b'), 0).lease?.window, 'b');
    assert.equal(replayed(leased('a'), file(one(1)), leased('a'), 0).lease, undefined);
  });
});
