import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { COUNTS } from '../../../src/core/model/counts.ts';
import type { StatsCounts } from '../../../src/protocol/stats.ts';
import { createFormat } from '../../../src/webview/kit/format.ts';
import { describeProgress } from '../../../src/webview/stats/progress.ts';
import { isStage } from '../../../src/webview/kit/stages.ts';
import { root } from '../../host/paths.ts';

const format = createFormat('en-US', 'UTC');
const describeCounts = (counts: Partial<StatsCounts>) =>
  describeProgress({ further: [], ...counts }, format);
const half = { total: 5000, confirmed: 3150, processing: 850, pending: 1000 };

/** `label count percent` of each row, with a dot in place of what is missing. */
const table = (counts: Partial<StatsCounts>) =>
  describeCounts(counts).rows.map(
    ({ label, count, percent }) => `${label} ${count ?? '·'} ${percent ?? '·'}`,
  );

describe('Counts of the stats panel', () => {
  it('shows counts without problems in one line of text', () => {
    const { headline, summary, barLabel, notes } = describeCounts(half);
    assert.deepEqual([headline, summary, notes], ['63%', ['3,150 of 5,000 confirmed'], []]);
    assert.equal(barLabel, 'NFTs by stage: 63% confirmed, 17% processing, 20% pending');
    assert.deepEqual(table(half), [
      'Confirmed 3,150 63%',
      'Processing 850 17%',
      'Pending 1,000 20%',
      'Total 5,000 ·',
    ]);
  });

  it('shows a row for each known count, and a color for each stage', async () => {
    const keys = describeCounts({}).rows.map(({ key }) => key);
    assert.deepEqual([...keys].sort(), [...COUNTS].sort());
    const css = await readFile(join(root, 'src/webview/panels.css'), 'utf8');
    for (const stage of COUNTS.filter(isStage)) {
      for (const rule of [`.${stage} .fill {`, `.swatch.${stage} {`]) {
        assert.ok(css.includes(rule), rule);
      }
    }
  });

  const headlines: readonly [Partial<StatsCounts>, string][] = [
    [{ total: 0 }, 'No NFTs yet.'],
    [{ confirmed: 0, processing: 0, pending: 0 }, 'No NFTs yet.'],
    [{}, 'The service gave no counts.'],
    [{ confirmed: 0 }, 'The service gave too few counts to say how far minting is.'],
    [{ confirmed: 3, further: [{ name: 'Failed', count: 1 }] }, '3 confirmed · 1 failed'],
    [{ total: 9, processing: 2 }, '9 in all'],
    [{ processing: 2 }, 'confirmed not given'],
  ];
  for (const [counts, headline] of headlines) {
    it(`shows beside the share: ${headline} ${JSON.stringify(counts)}`, () => {
      assert.equal(describeCounts(counts).summary.join(' · '), headline);
    });
  }

  it('reports parts that do not add up to the total, unless one of them is not given', () => {
    const partly = { total: 5000, confirmed: 3150, pending: 1000 };
    assert.deepEqual(describeCounts(partly).notes, []);
    assert.equal(table(partly)[1], 'Processing · ·');
    assert.deepEqual(describeCounts({ ...half, confirmed: 3050 }).notes, [
      'Confirmed, processing and pending come to 4,900, but the total is 5,000.',
    ]);
    assert.deepEqual(describeCounts({ total: 0, confirmed: 5 }).notes, [
      'Confirmed, processing and pending come to 5, but the total is 0.',
    ]);
  });

  it('shows shares of the sum, with a note, if there is no total, and none of one count', () => {
    const parts = { confirmed: 3150, processing: 850, pending: 1000 };
    assert.deepEqual(describeCounts(parts).notes, [
      'The service gave no total; shares are of the 5,000 NFTs it counted.',
    ]);
    assert.equal(describeCounts(parts).headline, '63%');
    const { headline, bar } = describeCounts({ confirmed: 4 });
    assert.deepEqual([headline, bar], [undefined, []]);
  });

  it('treats further counts as parts of the total if they complete it', () => {
    const counts = { ...half, confirmed: 3050, further: [{ name: 'failed', count: 100 }] };
    assert.deepEqual(describeCounts(counts).notes, []);
    assert.equal(table(counts)[0], 'Failed 100 2%');
    const burned = { ...counts, further: [{ name: 'burned', count: 100 }] };
    assert.equal(table(burned)[3], 'Burned 100 2%');
    assert.equal(describeCounts(burned).bar.at(-1)?.part, 'other');
    assert.match(describeCounts(burned).barLabel, /2% Burned$/);
  });

  it('shows what failed first in the table, other counts before the total, and a few failed in the bar', () => {
    const further = [
      { name: 'supply\ncap', count: 9000 },
      { name: 'failed', count: 50 },
    ];
    const counts = { ...half, confirmed: 3050, further };
    const [first, ...rest] = table(counts);
    assert.equal(first, 'Failed 50 1%');
    assert.deepEqual(rest.slice(-2), ['Supply cap 9,000 ·', 'Total 5,000 ·']);
    const { rows, bar, barLabel } = describeCounts(counts);
    assert.equal(rows.at(-2)?.key, 'further');
    assert.deepEqual([bar.at(-1)?.part, bar.at(-1)?.width.toFixed(2)], ['failed', '0.01']);
    assert.match(barLabel, /1% failed/);
  });

  it('shows fifty further counts in the table, and how many more there are', () => {
    const further = Array.from({ length: 1000 }, (_, n) => ({ name: `m${n}`, count: n }));
    const { rows, notes } = describeCounts({ ...half, further });
    assert.equal(rows.length, COUNTS.length + 50);
    assert.deepEqual(notes, ['950 further counts are not shown.']);
  });

  it('shows every part in the bar, which is never longer than its track', () => {
    const count = fc.integer({ min: -10, max: 1_000_000 });
    const counts = fc.record({ total: count, confirmed: count, processing: count, pending: count });
    fc.assert(
      fc.property(counts, (given) => {
        let end = 0;
        for (const { part, from, width } of describeCounts(given).bar) {
          assert.ok(Math.abs(from - end) < 1e-9);
          assert.ok(width > 0.005);
          assert.ok(isStage(part) && given[part] > 0);
          end = from + width;
        }
        assert.ok(end <= 1 + 1e-9);
      }),
    );
  });
});
