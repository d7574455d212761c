import * as vscode from 'vscode';
import { isStatsPanelTitle } from './statsPanelView.ts';

/**
 * The tabs of a project's stats, also those that the editor has not brought back since a reload: it
 * does so only when a tab is looked at. Of such a tab it tells the title, and no state.
 * @param ref `t/12`.
 */
export function statsTabsOf(viewType: string, ref: string): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input, label }) => {
      // The editor puts a prefix before the type, such as `mainThreadWebview-`.
      const isStats =
        input instanceof vscode.TabInputWebview && input.viewType.split('-').at(-1) === viewType;
      return isStats && isStatsPanelTitle(label, ref);
    });
}
