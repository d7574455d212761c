import assert from 'node:assert/strict';
import { reportText } from '../../../src/features/happened/report.ts';
import type { HappenedReport } from '../../../src/stats/whatHappened.ts';

const MINUTE = 60_000;
const NOW = new Date(2026, 10, 23, 9, 30).getTime();

describe('The report of what happened', () => {
  it('says of how many of all projects the end is estimated, beside the one that is due next', () => {
    const ends = [20, 40].map((minutes) => NOW + minutes * MINUTE);
    const due = ends.map((likely, at) => ({
      project: `t/${at + 1}`,
      doneAt: { low: likely - 5 * MINUTE, likely, high: likely + 10 * MINUTE },
    }));
    const happened = { since: NOW - 60 * MINUTE, now: NOW, read: 2, compared: 2 };
    const none = { ended: [], started: [], stalled: [], days: [], unplaced: 0 };
    const lists = { failed: [], changes: [], failedBefore: 0, failedUndated: 0, over: 0 };
    const names = new Map([['t/1', 'Harbor']]);
    const facts = { happened: { ...happened, ...none }, ...lists, due, names, listed: 600 };
    const text = reportText(facts as unknown as HappenedReport, 'api.example.com', () => '');
    assert.match(
      text,
      /^Due next: .*Harbor.*, done in 15–30 min \(with an estimate: 2 of 600\)\.$/m,
    );
  });
});
