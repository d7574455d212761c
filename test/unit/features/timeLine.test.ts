import assert from 'node:assert/strict';
import type { History } from '../../../src/core/stats/reading.ts';
import { followed } from '../../support/readings.ts';
import { paceOf, unlessFailed } from '../../../src/core/stats/pace.ts';
import { stallLimitMs } from '../../../src/editor/settings.ts';
import { timeLineOf as timeLineWith } from '../../../src/features/stats/statsPanel.ts';
import { withNewDesk } from '../../support/fakeVscode/desk.ts';

const MINUTE = 60_000;

/** A reading each minute, each with `perMinute` more confirmed. */
const minted = (perMinute: number, minutes: number, total = 5000): History =>
  Array.from({ length: minutes }, (_, at) => ({
    at: at * MINUTE,
    total,
    confirmed: Math.min(perMinute * at, total),
    processing: Math.max(total - perMinute * at, 0),
    pending: 0,
  }));

/** The time line with the pace that the history has. */
const timeLineOf = (history: History | undefined, now: number, status?: string) =>
  timeLineWith(
    history,
    now,
    history && history.length > 0
      ? unlessFailed(paceOf(followed(history), now, stallLimitMs()), status)
      : undefined,
  );

withNewDesk();

describe('timeLineOf', () => {
  it('gives the readings to draw with their failed NFTs, and a bounded number', () => {
    assert.equal(timeLineOf(undefined, 0), undefined);
    const [first, second] = minted(75, 2) as [History[0], History[0]];
    const failed = { ...second, failed: 12 };
    const line = timeLineOf([first, failed], MINUTE)!;
    assert.deepEqual([line.readings[0]?.failed, line.readings[1]?.failed], [undefined, 12]);
    assert.equal(timeLineOf(minted(1, 1204), 0)?.readings.length, 500);
  });
});
