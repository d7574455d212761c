import assert from 'node:assert/strict';
import { formatNumber } from '../../../src/core/base/format.ts';
import { progressWords, shareWords } from '../../../src/core/messages/countMessages.ts';
import { countsWords, mintingWords } from '../../../src/features/watch/watchWords.ts';
import { type Counts } from '../../../src/core/model/counts.ts';
import type { ProjectStats } from '../../../src/core/model/model.ts';
import { percentConfirmed } from '../../../src/core/stats/share.ts';
import type { Watched } from '../../../src/core/watch/watchList.ts';
import { lookOf } from '../../../src/views/countedLook.ts';
import { serviceItem } from '../../../src/views/tree/treeItems.ts';
import { COLUMNS, type ProjectRow } from '../../../src/core/messages/projectColumns.ts';
import { describeProgress } from '../../../src/features/stats/page/progress.ts';
import { project } from '../../support/projects.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';

/*
 * Each combination of missing, zero, contradicting and huge counts on each surface, with burned NFTs. See
 * share.test.ts for the meaning of the counts.
 */

const VALUES = [undefined, 0, 1, 5, 1e15];

const cases: readonly Counts[] = VALUES.flatMap((total) =>
  VALUES.flatMap((confirmed) =>
    VALUES.flatMap((processing) =>
      VALUES.flatMap((pending) =>
        [undefined, 1].map((burned) => ({ total, confirmed, processing, pending, burned })),
      ),
    ),
  ),
);

/** The share at the start of a text, `undefined` if the text has none. */
const shareIn = (text: string) => /<?\d+%/.exec(text)?.[0];

/** The share of a project on each surface. */
function sharesOf(counts: Counts): Readonly<Record<string, string | undefined>> {
  const last = { ...counts, at: 0, movedAt: 0 };
  const watched: Watched = { ref: 't/1', name: 'Harbor Lights', since: 0, last };
  const panel = describeProgress(counts);
  const row: ProjectRow = { key: 'project/t/1', counts, concerns: [] };
  const facts = { name: 'Harbor Lights', status: 'processing' };
  const look = lookOf(facts, last, [], { watched: true });
  const item = serviceItem(project('1', facts), { look });
  return {
    agentsSummary: shareIn(progressWords(counts)),
    hover: shareIn(shareWords(counts)),
    panel: shareIn([panel.headline ?? '', ...panel.summary].join(' · ')),
    panelTable: panel.rows.find(({ key }) => key === 'confirmed')?.percent,
    row: shareIn(String(item.description)),
    rowSpoken: shareIn(item.accessibilityInformation!.label),
    status: shareIn(mintingWords([watched], 0)),
    watchedList: shareIn(countsWords(watched)),
    portfolio: shareIn(COLUMNS.find(({ id }) => id === 'share')?.text(row, 0) ?? ''),
  };
}

describe('Row, hover, panel, watching, portfolio and agents', () => {
  it('all surfaces show the same share of a project, for any counts', () => {
    useDesk(new FakeDesk());
    for (const counts of cases) {
      const forAgents = percentConfirmed([counts]);
      const share = forAgents === undefined ? undefined : formatNumber(forAgents, 'percent');
      for (const [surface, said] of Object.entries(sharesOf(counts))) {
        assert.equal(said, share, `${surface}, ${JSON.stringify(counts)}`);
      }
    }
  });
});

/** Stats of the service: the known counts, and others. */
function stats(
  [total, confirmed, processing, pending]: readonly (number | undefined)[],
  others: Partial<Counts> = {},
): ProjectStats {
  return { total, confirmed, processing, pending, ...others, source: {} };
}

describe('Progress in words', () => {
  const words = (counts: ProjectStats) => progressWords(counts);

  it('shows the percentage and the counts', () => {
    assert.equal(words(stats([5000, 3150, 850, 1000])), '63%: 3,150 of 5,000 confirmed');
    assert.equal(words(stats([1000, 5, 0, 995])), '<1%: 5 of 1,000 confirmed');
  });

  it('shows the counts alone where the percentage is not known', () => {
    assert.equal(words(stats([0, 0, 0, 0])), '0 of 0 confirmed');
    assert.equal(words(stats([undefined, 5, 0, 5])), '50%: 5 of 10 confirmed');
    assert.equal(words(stats([undefined, 5, 1])), '5 confirmed');
    assert.equal(shareWords(stats([undefined, 5, 1])), '5 confirmed');
    assert.equal(words(stats([9, undefined, 1, 1])), 'Confirmed: not given');
  });

  it('shows what has failed, is missing or too many, and what is no count', () => {
    const failed = stats([100, 60, 0, 37], { failed: 3 });
    assert.equal(words(failed), '60%: 60 of 100 confirmed, 3 failed');
    const long = words(stats([100, 120, 0, 0]));
    assert.equal(long, '120 of 100 confirmed, 20 too many');
    assert.equal(words(stats([100, 80, 0, 0])), '80%: 80 of 100 confirmed, 20 missing');
    const odd = stats([undefined, 80, 0, 0], { notCounts: ['total'] });
    assert.equal(words(odd), '100%: 80 of 80 confirmed, Not a count: Total');
  });

  it('shows burned and cancelled NFTs, which are over and not missing', () => {
    const beside = words(stats([100, 95, 0, 0], { burned: 5 }));
    assert.equal(beside, '100%: 95 of 100 confirmed, 5 burned');
    const takenOff = words(stats([95, 100, 0, 0], { burned: 3, cancelled: 2 }));
    assert.equal(takenOff, '100%: 100 of 100 confirmed, 3 burned, 2 cancelled');
  });
});
