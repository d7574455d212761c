import * as vscode from 'vscode';
import { isStatsPanelTitle } from './statsPanelView.ts';

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

/** @param ref `t/12`. */
export function statsTabsOf(viewType: string, ref: string): readonly vscode.Tab[] {
  return statsTabs(viewType).filter(({ label }) => isStatsPanelTitle(label, ref));
}
