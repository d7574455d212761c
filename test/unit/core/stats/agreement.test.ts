import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { numberFormat } from '../../../../src/core/base/numberFormat.ts';
import { progressWords, shareBar } from '../../../../src/core/messages/shareMessages.ts';
import {
  countsWords,
  mintingSpoken,
  mintingWords,
} from '../../../../src/core/messages/mintingMessages.ts';
import { stalledWords } from '../../../../src/core/messages/watchMessages.ts';
import { type Counts } from '../../../../src/core/model/counts.ts';
import { concernsOf } from '../../../../src/core/stats/attention.ts';
import type { Reading } from '../../../../src/core/stats/reading.ts';
import { leftOf, percentConfirmed } from '../../../../src/core/stats/share.ts';
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

interface Case {
  readonly counts: Counts;
  readonly further: readonly { readonly name: string; readonly count: number }[];
}

const cases: readonly Case[] = [[], [{ name: 'failed', count: 3 }]].flatMap((further) =>
  VALUES.flatMap((total) =>
    VALUES.flatMap((confirmed) =>
      VALUES.flatMap((processing) =>
        VALUES.map((pending) => ({ counts: { total, confirmed, processing, pending }, further })),
      ),
    ),
  ),
);

/** The readings of a project whose counts have not changed for longer than a stall. */
const still = ({ counts }: Case): readonly [Reading, Reading] => [
  { at: 0, ...counts },
  { at: LATER_MS, ...counts },
];
const watchedOf = (one: Case): Watched =>
  still(one).reduce(
    (watched: Watched, reading) => {
      const last = { ...reading, movedAt: 0 };
      return { ...afterReading(watched, watched.last, last, STALL_MS), last };
    },
    { ref: { kind: 't', id: '1' }, name: 'Harbor Lights', since: 0 },
  );
const wordsOf = ({ counts, further }: Case) =>
  progressWords({ ...counts, further }, 'processing', number);
const panelOf = ({ counts, further }: Case) => describeProgress({ ...counts, further }, format);
const rowOf = ({ counts }: Case): PortfolioRow => ({
  ...{ key: 'project/t/1', counts, concerns: [], concernWords: '' },
});
const knownOf = (one: Case) => ({ ...still(one)[1], further: one.further, movedAt: 0 });
const allConcerns = (one: Case) => {
  const status = { status: 'processing', statusAt: undefined };
  return concernsOf({ known: knownOf(one), ...status, hasRef: true, failed: undefined }, STALL_MS);
};
const concernsIn = (one: Case) => allConcerns(one).map(({ kind }) => kind);
const look = (one: Case) =>
  lookOf({ status: 'processing' }, knownOf(one), allConcerns(one), {
    ...{ watched: true, acknowledged: false },
  });
const decorated = (one: Case) => {
  const item = new vscode.TreeItem('Harbor Lights');
  decorate(item, look(one));
  return item;
};
const totalsOf = (all: readonly Case[]) =>
  describeTotals(tableOf(all.map(rowOf), {}, ranks, 0).totals, format).legend.find(
    ({ name }) => name === 'confirmed',
  )?.percent;

/** The share at the start of a text, `undefined` if the text has none. */
const shareIn = (text: string) => /<?\d+%/.exec(text)?.[0];

function forEachCase(check: (one: Case) => void) {
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
    assert.equal(cases.length, 2592);
    forEachCase((one) => {
      const forAgents = percentConfirmed([one.counts]);
      const share = forAgents === undefined ? undefined : number(forAgents, 'percent');
      const watched = watchedOf(one);
      const panel = panelOf(one);
      const shares = {
        agentsSummary: shareIn(wordsOf(one)),
        hover: shareIn(shareBar(one.counts, number)),
        panel: panel.headline,
        panelTable: panel.rows.find(({ key }) => key === 'confirmed')?.percent,
        panelBar: /(\S+) confirmed/.exec(panel.barLabel)?.[1],
        row: shareIn(String(decorated(one).description)),
        rowSpoken: shareIn(decorated(one).accessibilityInformation!.label),
        status: shareIn(mintingWords([watched], number)),
        statusSpoken: shareIn(mintingSpoken([watched], number)),
        watchedList: shareIn(countsWords(watched, number)),
        portfolio: cellText(rowOf(one), 'share', { format, now: 0 }) || undefined,
        portfolioTotals: totalsOf([one]),
      };
      for (const [surface, said] of Object.entries(shares)) assert.equal(said, share, surface);
      if (concernsIn(one).length === 0) {
        assert.equal(look(one).tone === 'done', forAgents === 100, 'icon');
      }
    });
  });

  it('all surfaces show the same share of many projects', () => {
    for (let at = 0; at < cases.length; at += 36) {
      const some = cases.slice(at, at + 36);
      const forAgents = percentConfirmed(some.map(({ counts }) => counts));
      const share = forAgents === undefined ? undefined : number(forAgents, 'percent');
      assert.equal(shareIn(mintingWords(some.map(watchedOf), number)), share);
      if (some.some(({ counts }) => counts.confirmed !== undefined)) {
        assert.equal(totalsOf(some), share);
      }
    }
  });

  it('all surfaces agree whether a project has stalled, and how many are left', () => {
    forEachCase((one) => {
      const watched = watchedOf(one);
      const isStalled = watched.news === 'stalled';
      const { pace } = timeLineOf(still(one), LATER_MS)!;
      const { confirmed = -1, pending = -1 } = one.counts;
      // “Nothing confirmed yet” is also shown for a mint that has not begun.
      const words =
        confirmed > 0 ? /^Nothing confirmed since Jan 1, 1970, [\d:]+$/ : /^Nothing confirmed yet$/;
      if (isStalled) assert.match(pace.join(), words);
      assert.equal(String(decorated(one).description).includes('Stalled 16 min'), isStalled, 'row');
      assert.equal(concernsIn(one).includes('stalled'), isStalled, 'portfolio');
      const left = leftOf(one.counts);
      if (isStalled) assert.ok(stalledWords([watched], number).includes(`${number(left!)} `));
      // A mint of which all is pending has not begun.
      assert.equal(isStalled, left !== undefined && left > Math.max(0, pending) && confirmed >= 0);
    });
  });

  it('all surfaces agree whether minting has ended', () => {
    forEachCase((one) => {
      const { news } = watchedOf(one);
      const hasEnded = news === 'done' || news === 'ended';
      assert.equal(news === 'done', percentConfirmed([one.counts]) === 100);
      if ((one.counts.confirmed ?? -1) < 0) return;
      const { pace } = timeLineOf(still(one), LATER_MS)!;
      if (hasEnded) assert.deepEqual(pace, [], 'the panel names no pace');
      // Nothing is confirmed and nothing was ever left, so it may not have begun.
      else if (pace.length === 0) assert.equal(one.counts.confirmed, 0);
    });
  });

  it('all surfaces agree whether the counts need attention', () => {
    forEachCase((one) => {
      const concerns = concernsIn(one);
      const { notes, summary } = panelOf(one);
      const hasFailed = one.further.length > 0;
      assert.equal(concerns.includes('failed'), hasFailed, 'portfolio');
      assert.equal(summary.includes('3 failed'), hasFailed, 'panel');
      const contradicts = concerns.includes('sum');
      assert.equal(
        notes.some((note) => /come to|negative/.test(note)),
        contradicts,
        'panel',
      );
      const { tone } = look(one);
      assert.equal(tone === 'failed', hasFailed, 'icon');
      assert.equal(tone === 'failed' || tone === 'warning', concerns.length > 0, 'icon');
    });
  });
});
