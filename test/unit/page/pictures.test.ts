import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { ComparedLine, CompareState } from '../../../src/features/compare/messages.ts';
import type { PortfolioRow, PortfolioState } from '../../../src/features/portfolio/messages.ts';
import type { StatsState } from '../../../src/features/stats/messages.ts';
import { pictureOf as pictureOfComparison } from '../../../src/features/compare/page/picture.ts';
import { createFormat } from '../../../src/page/format.ts';
import { pictureOf as pictureOfPortfolio } from '../../../src/features/portfolio/page/picture.ts';
import { tableOf } from '../../../src/features/portfolio/page/table.ts';
import { TextRanks } from '../../../src/features/portfolio/page/textRanks.ts';
import { pictureOf as pictureOfStats } from '../../../src/features/stats/page/picture.ts';

const format = createFormat('en-US', 'UTC');
const NOW = Date.UTC(2026, 2, 3, 12);
const PROBLEM = { title: 'Unreachable since 11:58', message: 'The service did not answer.' };
const counts = { total: 200, confirmed: 150, processing: 0, pending: 0 };

describe('Picture of a project', () => {
  it('the picture of a project names the colors of the bar, the failed ones first', () => {
    const state = {
      ...{ ref: 't/12', facts: { status: 'processing' }, asOf: NOW },
      counts: { ...counts, failed: 50 },
    } as unknown as StatsState;
    const { table } = pictureOfStats('Harbor Lights', state, format)!;
    assert.deepEqual(
      table.map(({ cells, key }) => [...cells, key?.color]),
      [
        ['Failed', '50', '25%', '--failed'],
        ['Confirmed', '150', '75%', '--confirmed'],
        ['Processing', '0', '0%', '--processing'],
        ['Pending', '0', '0%', '--pending'],
        ['Total', '200', '', undefined],
      ],
    );
  });
});

describe('Picture of a comparison', () => {
  const line = (name: string, more: Partial<ComparedLine> = {}): ComparedLine => ({
    ...{ name, readings: [], begun: 'seen', ended: false },
    cells: { share: '75%', confirmed: '150 of 200', pace: '', left: '50', doneIn: '' },
    ...more,
  });
  const state = {
    facts: { axis: 'clock', names: [] },
    lines: [line('Harbor', { asOf: NOW }), line('Ember', { note: 'No counts yet' })],
    covers: 'Readings of 1 of 2 projects',
    problem: PROBLEM,
  } as unknown as CompareState;
  const picture = pictureOfComparison(state, { format, now: NOW });

  it('the picture of a comparison shows first that the service is unreachable, and has the look of each line', () => {
    assert.deepEqual(picture.lines, [
      PROBLEM.title,
      'Readings of 1 of 2 projects',
      '\u2068Ember\u2069: No counts yet',
    ]);
    assert.deepEqual(
      picture.table.map(({ cells: [name], key }) => [name, key?.color]),
      [
        ['Name', undefined],
        ['Harbor', '--series-1'],
        ['Ember', '--series-2'],
      ],
    );
  });
});

describe('Picture of the portfolio', () => {
  const rows: readonly PortfolioRow[] = ['processing', 'failed'].map((status, at) => ({
    ...{ key: `project/t/${at}`, name: status, status, counts, asOf: NOW, minting: false },
    concerns: status === 'failed' ? [{ kind: 'failed', words: 'Failed' }] : [],
  }));
  const state: PortfolioState = { sample: false, phase: 'done', listed: 2 };
  it('the picture of the portfolio shows what needs attention, unless it is filtered', () => {
    const linesOf = (view: { text?: string }) => {
      const ranks = new TextRanks(new Intl.Collator('en').compare);
      const table = tableOf(rows, view, ranks, NOW);
      return pictureOfPortfolio({ state, view, table, format, now: NOW }).lines;
    };
    const lines = linesOf({});
    assert.equal(lines[0], 'Totals of 2 projects shown');
    assert.equal(lines.at(-1), '1 failed');
    assert.deepEqual(linesOf({ text: 'processing' }), ['Totals of 1 project shown']);
  });
});
