/** What the page keeps while the tab is hidden and across a reload, without a DOM. */

import { type Guarded, isBoolean, isObjectOf, optional } from '../../protocol/panel.ts';
import type { PortfolioView } from '../../protocol/portfolio.ts';
import type { Where } from './gridData.ts';

/** The most selected rows that are kept. */
const MOST_KEPT = 5000;

const isFocus = isObjectOf({
  /** Whether the focus was in the grid. */
  focused: optional(isBoolean),
});

export type Kept = PortfolioView & Guarded<typeof isFocus>;

/** Whether the focus was in the grid of the page that kept this; not checked before. */
export function hadFocus(kept: unknown): boolean {
  return isFocus(kept) && kept.focused === true;
}

export function toKept(
  view: PortfolioView,
  { top, active }: Where,
  keys: ReadonlySet<string>,
  focused: boolean,
): Kept {
  return {
    ...view,
    top,
    ...(active !== undefined && { active }),
    ...(keys.size <= MOST_KEPT && { selected: [...keys] }),
    focused,
  };
}
