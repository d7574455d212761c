import assert from 'node:assert/strict';
import { reportText } from '../../../src/features/happened/report.ts';
import type { HappenedReport } from '../../../src/stats/whatHappened.ts';

const MINUTE = 60_000;
const NOW = new Date(2026, 10, 23, 9, 30).getTime();

/** @param facts what differs from a report in which nothing happened. */
function textOf(facts: Partial<HappenedReport>): string {
  const happened = { since: NOW - 60 * MINUTE, now: NOW, read: 2, compared: 2 };
  const none = { ended: [], started: [], stalled: [], days: [], unplaced: 0 };
  const lists = { failed: [], changes: [], due: [], failedBefore: 0, failedUndated: 0, over: 0 };
  const report = { happened: { ...happened, ...none }, ...lists, listed: 2, ...facts };
  return reportText(report as unknown as HappenedReport, 'api.example.com', (ref) => `#${ref}`);
}

describe('The report of what happened', () => {
  it('says of how many of all projects the end is estimated, beside the one that is due next', () => {
    const ends = [20, 40].map((minutes) => NOW + minutes * MINUTE);
    const due = ends.map((likely, at) => ({
      project: `t/${at + 1}`,
      doneAt: { low: likely - 5 * MINUTE, likely, high: likely + 10 * MINUTE },
    }));
    const names = new Map([['t/1', 'Harbor']]);
    assert.match(
      textOf({ due, names, listed: 600 }),
      /^Due next: .*Harbor.*, done in 15–30 min \(with an estimate: 2 of 600\)\.$/m,
    );
  });

  it('has a table of days only if there are several, or NFTs of no known day', () => {
    const day = new Date(2026, 10, 23).getTime();
    const has = (days: readonly number[], unplaced: number) => {
      const period = { since: days[0]!, now: NOW, read: 2, compared: 2, unplaced };
      const none = { ended: [], started: [], stalled: [] };
      const happened = {
        ...period,
        ...none,
        days: days.map((one) => ({ day: one, confirmed: 3 })),
      };
      return textOf({ happened }).includes('Confirmed per day');
    };
    const before = new Date(2026, 10, 22).getTime();
    assert.deepEqual([has([day], 0), has([day], 5), has([before, day], 0)], [false, true, true]);
  });

  it('a name has its reference beside it, and one from right to left does not turn its line around', () => {
    const failed = ['t/1', 't/2', 't/3'].map((project) => ({ project, count: 7, at: 0, after: 0 }));
    const changes = [{ kind: 'gone', project: 't/4', nameBefore: undefined } as const];
    const names = new Map([
      ['t/1', 'Harbor'],
      ['t/2', 'مجموعة'],
      ['t/4', 'Ember'],
    ]);
    const text = textOf({ failed, changes, names });
    const lines = text.split('\n').filter((line) => line.startsWith('- '));
    assert.deepEqual(
      lines.map((line) => line.replace(/: Failed 7.*/, '')),
      [
        '- [Harbor](#t/1) (t/1)',
        '- \u200e[مجموعة](#t/2)\u200e (t/2)',
        '- [Project 3 · transferable](#t/3)',
        '- Ember (t/4)',
      ],
    );
  });
});
