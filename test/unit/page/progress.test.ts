import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Counts, COUNTS, STAGES } from '../../../src/core/model/counts.ts';
import { decodeStats } from '../../../src/core/model/decode.ts';
import type { Json } from '../../../src/core/model/model.ts';
import { describeProgress } from '../../../src/features/stats/page/progress.ts';
import { root } from '../../host/paths.ts';
import { inLocale } from '../../support/inLocale.ts';

const describeCounts = (counts: Partial<Counts>) => describeProgress(counts);
const half = { total: 5000, confirmed: 3150, processing: 850, pending: 1000 };

const table = (counts: Partial<Counts>) =>
  describeCounts(counts).rows.map(
    ({ label, count, percent }) => `${label} ${count ?? '·'} ${percent ?? '·'}`,
  );

describe('Counts of the stats panel', () => {
  inLocale('en-US', 'UTC');

  it('shows a row for each known count, and a color for each stage', async () => {
    const keys = describeCounts({}).rows.map(({ key }) => key);
    assert.deepEqual([...keys].sort(), [...COUNTS].sort());
    const css = await readFile(join(root, 'src/page/panels.css'), 'utf8');
    for (const stage of STAGES) {
      assert.match(css, new RegExp(`--${stage}: `));
    }
  });

  it('the loudest word of an ended mint is what went wrong, and missing NFTs have a row', () => {
    const ended = { total: 600, confirmed: 560, processing: 0, pending: 0 };
    const of = (counts: Partial<Counts>) => {
      const { headline, isProblem, summary } = describeCounts(counts);
      return [headline, isProblem, summary.join(' · ')];
    };
    assert.deepEqual(of({ ...ended, failed: 30 }), [
      '30 failed',
      true,
      '10 missing · 93% · 560 of 600 confirmed',
    ]);
    assert.deepEqual(of({ ...ended, confirmed: 0, failed: 600 }), [
      '600 failed',
      true,
      '0% · 0 of 600 confirmed',
    ]);
    assert.deepEqual(of(ended), ['40 missing', true, '93% · 560 of 600 confirmed']);
    assert.deepEqual(table(ended).slice(-2), ['Missing 40 7%', 'Total 600 ·']);
    assert.deepEqual(of({ ...ended, processing: 5, failed: 5 }), [
      '93%',
      false,
      '560 of 600 confirmed · 5 failed',
    ]);
    const tooMany = { total: 5, confirmed: 8, processing: 0, pending: 0 };
    assert.deepEqual(table(tooMany).slice(-2), ['Too many 3 ·', 'Total 5 ·']);
  });

  const headlines: readonly [Partial<Counts>, string][] = [
    [{ total: 0 }, 'No NFTs yet.'],
    [{ confirmed: 0, processing: 0, pending: 0 }, 'No NFTs yet.'],
    [{ confirmed: 0 }, '0 confirmed'],
    [{ confirmed: 3, failed: 1 }, '3 confirmed · 1 failed'],
    [{ total: 9, confirmed: 7, burned: 2 }, '7 of 9 confirmed, 2 burned'],
    [{ total: 9, processing: 2 }, 'Confirmed: not given'],
  ];
  it('shows beside the share what is known of the counts', () => {
    for (const [counts, headline] of headlines) {
      assert.equal(describeCounts(counts).summary.join(' · '), headline, headline);
    }
  });

  it('reports parts that do not add up to the total, unless one of them is not given', () => {
    const partly = { total: 5000, confirmed: 3150, pending: 1000 };
    assert.deepEqual(describeCounts(partly).notes, []);
    assert.equal(table(partly)[1], 'Processing · ·');
    assert.deepEqual(describeCounts({ ...half, confirmed: 3050, failed: 20 }).notes, [
      'The counts come to 4,920, but the total is 5,000: 80 missing.',
    ]);
    assert.deepEqual(describeCounts({ total: 0, confirmed: 5 }).notes, [
      'The counts come to 5, but the total is 0: 5 too many.',
    ]);
  });

  it('names a value that is not a count, in the table and in a note', () => {
    const stats = JSON.parse(
      '{"total":1e200,"confirmed":3,"processing":"many","pending":1e400}',
    ) as Json;
    const counts = decodeStats(stats);
    assert.deepEqual(describeCounts(counts).notes, [
      'Not a count: Total, Processing, Pending, as the service gave it.',
    ]);
    assert.deepEqual(table(counts), [
      'Confirmed 3 ·',
      'Processing not a count ·',
      'Pending not a count ·',
      'Total not a count ·',
    ]);
  });

  it('shows shares of the sum, with a note, if there is no total, and none of one count', () => {
    const parts = { confirmed: 3150, processing: 850, pending: 1000 };
    assert.deepEqual(describeCounts(parts).notes, [
      'The service gave no total; shares are of the NFTs that it counted.',
    ]);
    assert.equal(describeCounts(parts).headline, '63%');
    const { headline, bar } = describeCounts({ confirmed: 4 });
    assert.deepEqual([headline, bar], [undefined, []]);
  });

  it('treats further counts as parts of the total if they complete it', () => {
    const counts = { ...half, confirmed: 3050, failed: 100 };
    assert.deepEqual(describeCounts(counts).notes, []);
    assert.equal(table(counts)[3], 'NFTs failed 100 2%');
    const other = { ...half, confirmed: 3050, other: 100 };
    assert.equal(table(other)[3], 'Other stages 100 2%');
    assert.equal(describeCounts(other).bar.at(-1)?.part, 'other');
    assert.match(describeCounts(other).barLabel, /2% in other stages$/);
    assert.equal(table({ ...half, other: 100 })[3], 'Other stages 100 ·', 'within the stages');
  });

  it('shows burned NFTs beside the shares, which are of the others', () => {
    const counts = { total: 100, confirmed: 95, processing: 0, pending: 0, burned: 5 };
    const { headline, summary, bar, notes } = describeCounts(counts);
    assert.deepEqual([headline, summary, notes], ['100%', ['95 of 100 confirmed, 5 burned'], []]);
    assert.deepEqual(bar, [{ part: 'confirmed', from: 0, width: 1 }]);
    assert.deepEqual(table(counts), [
      ...['Confirmed 95 100%', 'Processing 0 0%', 'Pending 0 0%', 'Burned 5 ·', 'Total 100 ·'],
    ]);
  });

  it('shows what failed in the order of the bar, and a few failed in the bar', () => {
    const counts = { ...half, total: 500_000, confirmed: 498_145, failed: 5 };
    const { bar, barLabel } = describeCounts(counts);
    assert.equal(table(counts)[3], 'NFTs failed 5 <1%');
    assert.deepEqual([bar.at(-1)?.part, bar.at(-1)?.width.toFixed(2)], ['failed', '0.01']);
    assert.match(barLabel, /<1% failed$/);
  });

  it('shows every part in the bar, which is never longer than its track', () => {
    const count = fc.nat(1_000_000);
    const counts = fc.record({ total: count, confirmed: count, processing: count, pending: count });
    fc.assert(
      fc.property(counts, (given) => {
        let end = 0;
        for (const { part, from, width } of describeCounts(given).bar) {
          assert.ok(Math.abs(from - end) < 1e-9);
          assert.ok(width > 0.005);
          const stage = STAGES.find((one) => one === part);
          assert.ok(stage && given[stage] > 0);
          end = from + width;
        }
        assert.ok(end <= 1 + 1e-9);
      }),
    );
  });
});
