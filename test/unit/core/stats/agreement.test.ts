import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { numberFormat } from '../../../../src/core/base/numberFormat.ts';
import { progressWords, shareBar } from '../../../../src/core/messages/shareMessages.ts';
import { countsWords, mintingWords } from '../../../../src/core/messages/mintingMessages.ts';
import { type Counts } from '../../../../src/core/model/counts.ts';
import { concernsOf } from '../../../../src/core/stats/attention.ts';
import type { Reading } from '../../../../src/core/stats/reading.ts';
import { percentConfirmed } from '../../../../src/core/stats/share.ts';
import { afterReading, type Watched } from '../../../../src/core/watch/watchList.ts';
import { timeLineOf } from '../../../../src/features/stats/timeLine.ts';
import { decorate, lookOf } from '../../../../src/views/rowLook.ts';
import type { PortfolioRow } from '../../../../src/protocol/portfolio.ts';
import { createFormat } from '../../../../src/webview/kit/format.ts';
import { cellText } from '../../../../src/webview/portfolio/columns.ts';
import { tableOf } from '../../../../src/webview/portfolio/table.ts';
import { TextRanks } from '../../../../src/webview/portfolio/textRanks.ts';
import { describeTotals } from '../../../../src/webview/portfolio/totals.ts';
import { describeProgress } from '../../../../src/webview/stats/progress.ts';
import { FakeDesk, useDesk } from '../../../support/fakeVscode/desk.ts';

/*
 * Each combination of missing, zero, contradicting, negative and huge counts on each surface. See
 * share.test.ts for the meaning of the counts.
 */

const VALUES = [undefined, 0, 1, 5, 2 ** 53, -1];
const STALL_MS = 15 * 60_000;
const LATER_MS = STALL_MS + 60_000;
const number = numberFormat('en');
const format = createFormat('en', 'UTC');
const ranks = new TextRanks(new Intl.Collator('en').compare);

const cases: readonly Counts[] = VALUES.flatMap((total) =>
  VALUES.flatMap((confirmed) =>
    VALUES.flatMap((processing) =>
      VALUES.map((pending) => ({ total, confirmed, processing, pending })),
    ),
  ),
);

/** The readings of a project whose counts have not changed for longer than a stall. */
const still = (counts: Counts): readonly [Reading, Reading] => [
  { at: 0, ...counts },
  { at: LATER_MS, ...counts },
];
const watchedOf = (counts: Counts): Watched =>
  still(counts).reduce(
    (watched: Watched, reading) => {
      const last = { ...reading, movedAt: 0 };
      return { ...afterReading(watched, watched.last, last, STALL_MS), last };
    },
    { ref: { kind: 't', id: '1' }, name: 'Harbor Lights', since: 0 },
  );
const rowOf = (counts: Counts): PortfolioRow => ({
  ...{ key: 'project/t/1', counts, concerns: [], concernWords: '' },
});
const knownOf = (counts: Counts) => ({ ...still(counts)[1], movedAt: 0 });
const concernsIn = (counts: Counts) => {
  const status = { status: 'processing', statusAt: undefined };
  const project = { known: knownOf(counts), ...status, hasRef: true, failed: undefined };
  return concernsOf(project, STALL_MS);
};
const decorated = (counts: Counts) => {
  const item = new vscode.TreeItem('Harbor Lights');
  const marks = { watched: true, acknowledged: false };
  const look = lookOf({ status: 'processing' }, knownOf(counts), concernsIn(counts), marks);
  decorate(item, look);
  return item;
};
const confirmedInTotals = (counts: Counts) =>
  describeTotals(tableOf([rowOf(counts)], {}, ranks, 0).totals, format).legend.find(
    ({ name }) => name === 'confirmed',
  )?.percent;

/** The share at the start of a text, `undefined` if the text has none. */
const shareIn = (text: string) => /<?\d+%/.exec(text)?.[0];

function forEachCase(check: (counts: Counts) => void) {
  for (const one of cases) {
    try {
      check(one);
    } catch (error) {
      throw new Error(`With ${JSON.stringify(one)}`, { cause: error });
    }
  }
}

describe('Row, hover, panel, watching, portfolio and agents', () => {
  before(() => {
    useDesk(new FakeDesk());
  });

  it('all surfaces show the same share of a project, for any counts', () => {
    forEachCase((counts) => {
      const forAgents = percentConfirmed([counts]);
      const share = forAgents === undefined ? undefined : number(forAgents, 'percent');
      const watched = watchedOf(counts);
      const panel = describeProgress({ ...counts, further: [] }, format);
      const shares = {
        agentsSummary: shareIn(progressWords({ ...counts, further: [] }, 'processing', number)),
        hover: shareIn(shareBar(counts, number)),
        panel: panel.headline,
        panelTable: panel.rows.find(({ key }) => key === 'confirmed')?.percent,
        panelBar: /(\S+) confirmed/.exec(panel.barLabel)?.[1],
        row: shareIn(String(decorated(counts).description)),
        rowSpoken: shareIn(decorated(counts).accessibilityInformation!.label),
        status: shareIn(mintingWords([watched], number)),
        watchedList: shareIn(countsWords(watched, number)),
        portfolio: cellText(rowOf(counts), 'share', { format, now: 0 }) || undefined,
        portfolioTotals: confirmedInTotals(counts),
      };
      for (const [surface, said] of Object.entries(shares)) assert.equal(said, share, surface);
      assert.equal(watched.news === 'done', forAgents === 100, 'message');
    });
  });

  it('all surfaces agree whether a project has stalled', () => {
    forEachCase((counts) => {
      const isStalled = watchedOf(counts).news === 'stalled';
      const { pace } = timeLineOf(still(counts), LATER_MS)!;
      // “Nothing confirmed yet” is also shown for a mint that has not begun.
      if (isStalled) assert.match(pace.join(), /^Nothing confirmed (since Jan 1, 1970|yet)/);
      assert.equal(String(decorated(counts).description).includes('Stalled'), isStalled, 'row');
      const isConcern = concernsIn(counts).some(({ kind }) => kind === 'stalled');
      assert.equal(isConcern, isStalled, 'portfolio');
    });
  });
});
