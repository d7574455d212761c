/** The lines in rows that show what was confirmed in the last day, without a DOM. */

import * as l10n from '@vscode/l10n';
import { DAY_MS, HOUR_MS } from '../../core/base/clock.ts';
import type { PortfolioRow, Trend } from '../../protocol/portfolio.ts';
import type { Format } from '../kit/format.ts';

/** The size of the drawing, in pixels. */
export const TREND = { width: 56, height: 14 } as const;

/** A line as a path of SVG, and what it says in words; both empty without a line. */
export interface TrendLine {
  readonly path: string;
  readonly words: string;
}

const NO_LINE: TrendLine = { path: '', words: '' };

/** The lines of rows that are or were in sight. */
export class Trends {
  readonly #lines = new Map<
    string,
    { asOf: number | undefined; requestedAt: number; line: TrendLine }
  >();

  /**
   * Returns the keys of the rows whose lines the caller is to request, and notes the request: those
   * with newer counts, or whose line was requested an hour ago. Rows without a line are left out.
   */
  ask(rows: readonly PortfolioRow[], now: number): readonly string[] {
    return rows.flatMap(({ key, asOf, movedAt = -Infinity }) => {
      // Nothing was confirmed in the last day, so there is no line.
      const isFlat = movedAt <= now - DAY_MS;
      const entry = this.#lines.get(key);
      if (isFlat) this.#lines.delete(key);
      const isFresh = entry && entry.asOf === asOf && now - entry.requestedAt < HOUR_MS;
      if (isFlat || isFresh) return [];
      this.#lines.set(key, { asOf, requestedAt: now, line: this.of(key) });
      return [key];
    });
  }

  add(trends: readonly Trend[], format: Format, now: number): void {
    for (const { key, points } of trends) {
      const entry = this.#lines.get(key);
      if (entry) entry.line = lineOf(points, format, now);
    }
  }

  /**
   * Lets all lines be requested again, because requests under an earlier sign-in get no response.
   */
  forgetAsked(): void {
    for (const entry of this.#lines.values()) entry.requestedAt = -Infinity;
  }

  of(key: string): TrendLine {
    return this.#lines.get(key)?.line ?? NO_LINE;
  }

  clear(): void {
    this.#lines.clear();
  }
}

/** The line through these readings over the whole drawing; none if the count has not risen. */
export function lineOf(points: Trend['points'], format: Format, now: number): TrendLine {
  const [first, last] = [points[0], points.at(-1)];
  const counts = points.map(({ confirmed }) => confirmed);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  // If the count fell, it is not known how many were confirmed.
  if (!first || !last || last.confirmed <= first.confirmed) return NO_LINE;
  const { width, height } = TREND;
  const steps = points.map(({ at, confirmed }) => {
    const x = ((at - first.at) / (last.at - first.at)) * width;
    const y = 1 + (1 - (confirmed - least) / (most - least)) * (height - 2);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  const rise = format.count(last.confirmed - first.confirmed);
  return {
    path: `M${steps.join('L')}`,
    words: l10n.t('{0} confirmed since {1}', rise, format.time(first.at, now)),
  };
}
