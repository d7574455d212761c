/** The selected rows, as they are acted on and told, without a DOM. */

import * as l10n from '@vscode/l10n';
import type { PortfolioRow } from '../../protocol/portfolio.ts';
import type { Format } from '../kit/format.ts';
import type { RowStore } from './rowStore.ts';
import type { Selection } from './selection.ts';

/** The rows that are selected. */
export interface Chosen {
  /** Those shown in the order shown, then those that the filter hides in the order of the list. */
  readonly rows: readonly PortfolioRow[];
  /** How many of them the filter hides. */
  readonly hidden: number;
}

/** Keys of rows that are not there, as while a list is read anew, are passed over. */
export function chosenOf(
  { keys }: Selection,
  shown: readonly PortfolioRow[],
  store: RowStore,
): Chosen {
  if (keys.size === 0) return { rows: [], hidden: 0 };
  const inSight = shown.filter(({ key }) => keys.has(key));
  if (inSight.length === keys.size) return { rows: inSight, hidden: 0 };
  const seen = new Set(inSight.map(({ key }) => key));
  const others = store.all.filter(({ key }) => keys.has(key) && !seen.has(key));
  return { rows: [...inSight, ...others], hidden: others.length };
}

/** Whether all selected rows are watched, so that watching them can only be ended. */
export function areWatched({ rows }: Chosen): boolean {
  return rows.length > 0 && rows.every(({ watched }) => watched === true);
}

/** `3 selected`, or `3 selected, 1 hidden by the filter`. */
export function chosenWords({ rows, hidden }: Chosen, format: Format): string {
  const selected = format.count(rows.length);
  return hidden === 0
    ? l10n.t('{0} selected', selected)
    : l10n.t('{0} selected, {1} hidden by the filter', selected, format.count(hidden));
}
