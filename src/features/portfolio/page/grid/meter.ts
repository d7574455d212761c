/** The bar of a row, 100 pixels wide: its parts in the colors of the stages. */

import { partsOf } from '../../../../core/stats/problems.ts';
import { wholeOf } from '../../../../core/stats/share.ts';
import type { PortfolioRow } from '../../messages.ts';
import { segmentsOf } from '../../../../page/stackedBar.ts';

/** Three pixels of the bar: so that a few failed NFTs among thousands are seen. */
const SMALLEST_SHARE = 0.03;

/**
 * The bar as an image of CSS, which costs less than elements while rows are scrolled; empty without
 * counts. Its parts stand a pixel apart, so that they differ without color.
 */
export function meterImage({ counts }: Pick<PortfolioRow, 'counts'>): string {
  if (!counts) return '';
  const stops = segmentsOf(partsOf(counts), wholeOf(counts) ?? 0, SMALLEST_SHARE).map(
    ({ part, from, width }) => {
      const [start, end] = [percent(from), percent(from + width)];
      return `var(--meter-${part}) ${start} calc(${end} - 1px), transparent 0 ${end}`;
    },
  );
  return stops.length === 0 ? '' : `linear-gradient(to right, ${stops.join(', ')}, transparent 0)`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
