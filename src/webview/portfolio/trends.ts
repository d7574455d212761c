/** The lines of the last day in the rows, without a DOM. */

import { DAY_MS } from '../../core/base/clock.ts';
import type { PortfolioRow, Trend } from '../../protocol/portfolio.ts';

/** The size of the drawing, in pixels. */
export const TREND = { width: 56, height: 14 } as const;

/** The lines that were asked for: of rows that are or were in sight. */
export class Trends {
  readonly #lines = new Map<string, { readonly asOf: number | undefined; path: string }>();

  /** The keys of those rows of which a newer line is to be asked for, which is then noted. */
  ask(rows: readonly PortfolioRow[], now: number): readonly string[] {
    return rows.flatMap(({ key, asOf, movedAt = -Infinity }) => {
      // Nothing was confirmed in the last day, so there is no line.
      const isFlat = movedAt <= now - DAY_MS;
      const line = this.#lines.get(key);
      if (isFlat || (line && line.asOf === asOf)) return [];
      this.#lines.set(key, { asOf, path: line?.path ?? '' });
      return [key];
    });
  }

  add(trends: readonly Trend[], now: number): void {
    for (const { key, points } of trends) {
      const line = this.#lines.get(key);
      if (line) line.path = pathOf(points, now);
    }
  }

  /** The line of a row as a path of SVG; empty without one. */
  of(key: string): string {
    return this.#lines.get(key)?.path ?? '';
  }

  clear(): void {
    this.#lines.clear();
  }
}

/**
 * A line from the least to the most confirmed in the last day. It ends at `now`, where the last count
 * still holds as far as is known; empty if nothing has changed.
 */
export function pathOf(points: Trend['points'], now: number): string {
  const counts = points.map(({ confirmed }) => confirmed);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (points.length < 2 || least === most) return '';
  const { width, height } = TREND;
  const steps = points.map(({ at, confirmed }) => {
    const x = Math.max(0, 1 - (now - at) / DAY_MS) * width;
    const y = 1 + (1 - (confirmed - least) / (most - least)) * (height - 2);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${steps.join('L')}`;
}
