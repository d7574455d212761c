import * as vscode from 'vscode';
import { displayText } from '../../core/base/displayText.ts';
import type { StatsState } from '../../protocol/stats.ts';

/** A longer name would push the other tabs out of sight. */
const NAME_LENGTH = 40;

/**
 * The tab's title: `Harbor Lights (t/7012)`, or `Project t/7012` until a list has told the name. It
 * tells projects of one name apart, and after a reload it is all that is known of a tab at first.
 */
export function statsTitle({ ref, facts }: Pick<StatsState, 'ref' | 'facts'>): string {
  const name = displayText(facts?.name ?? '', NAME_LENGTH);
  return name === '' ? `Project ${ref}` : `${name} (${ref})`;
}

/** Whether a tab shows the project `t/12`, whatever the project is called. */
export function isTabOf({ label }: vscode.Tab, ref: string): boolean {
  return label === `Project ${ref}` || label.endsWith(` (${ref})`);
}

/**
 * The tabs of stats, also those that the editor has not brought back since a reload: it does so only
 * when a tab is looked at. Of such a tab it tells the title, and no state.
 */
export function statsTabs(viewType: string): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      // The editor puts a prefix before the type, such as `mainThreadWebview-`.
      ({ input }) =>
        input instanceof vscode.TabInputWebview && input.viewType.split('-').at(-1) === viewType,
    );
}
