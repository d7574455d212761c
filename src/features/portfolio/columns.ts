/* Which columns the table of the portfolio shows, and what copies have of them. */

import { newCollator } from '../../core/base/format.ts';
import { markdownTable } from '../../core/messages/markdownTable.ts';
import {
  type Column,
  COLUMNS,
  plainOf,
  type ProjectRow,
} from '../../core/messages/projectColumns.ts';
import type { PortfolioView } from './messages.ts';

/** The columns that any of the rows has a value in, as a Markdown table. */
export function tableText(rows: readonly ProjectRow[], now: number): string {
  const table = COLUMNS.flatMap((column) => {
    const cells = rows.map((row) => String(plainOf(column, row, now) ?? ''));
    return cells.some(Boolean) ? [{ heading: column.heading(), cells }] : [];
  });
  return markdownTable(
    table.map(({ heading }) => heading),
    rows.map((_, at) => table.map(({ cells }) => cells[at] ?? '')),
  );
}

/** A narrower table is as wide as this, in em, and scrolled sideways. */
const LEAST_WIDTH = 43;

/**
 * The most important columns that fit, with that which the rows are sorted by; and besides these those
 * that the user has ticked: without room for them, the table is scrolled sideways.
 * @param room the width of the table in em.
 */
export function columnsIn(view: PortfolioView, room: number): readonly Column[] {
  const { shown = [], hidden = [], sort } = view;
  const isTicked = ({ id }: Column) => shown.includes(id);
  const isFixed = (column: Column) =>
    column.id === 'name' || (column.id === sort && !isTicked(column));
  const wanted = COLUMNS.filter(
    (column) => isFixed(column) || !(column.isHidden === true || hidden.includes(column.id)),
  );
  const fitting = new Set(wanted.filter(isFixed));
  let used = [...fitting].reduce((sum, { width }) => sum + width, 0);
  for (const column of wanted) {
    if (fitting.has(column)) continue;
    used += column.width;
    if (used > Math.max(room, LEAST_WIDTH)) break;
    fitting.add(column);
  }
  return COLUMNS.filter((column) => fitting.has(column) || isTicked(column));
}

export function withColumn(view: PortfolioView, id: string, isVisible: boolean): PortfolioView {
  const shown = (view.shown ?? []).filter((one) => one !== id);
  const hidden = (view.hidden ?? []).filter((one) => one !== id);
  (isVisible ? shown : hidden).push(id);
  return { ...view, shown, hidden };
}

let collator: Intl.Collator | undefined;

export function compareValues(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return (collator ??= newCollator()).compare(String(one), String(other));
}
