import * as vscode from 'vscode';
import type { ListState } from '../../core/lists/listState.ts';
import { amongWords, groupCoverage, groupTitle } from '../../core/messages/arrangementMessages.ts';
import { formatNumber } from '../../editor/locale.ts';
import type { GroupRow, NoMatchRow } from '../../views/treeNodes.ts';

const NO_MATCH_LABELS: Readonly<Record<NoMatchRow['part'], string>> = {
  words: 'No project matches',
  loadAll: 'Load All Projects',
  clearFilter: 'Clear Filter',
};

/** @param size how many rows the group has. */
export function groupItem(
  group: GroupRow,
  size: number,
  state: ListState<unknown>,
): vscode.TreeItem {
  const item = new vscode.TreeItem(
    groupTitle(group.by, group.value),
    vscode.TreeItemCollapsibleState.Expanded,
  );
  item.id = group.key;
  item.description = groupCoverage(size, state, formatNumber);
  item.contextValue = 'group';
  return item;
}

export function noMatchItem({ part }: NoMatchRow, state: ListState<unknown>): vscode.TreeItem {
  const item = new vscode.TreeItem(NO_MATCH_LABELS[part]);
  item.id = `noMatch/${part}`;
  if (part === 'words') {
    item.iconPath = new vscode.ThemeIcon('filter');
    item.description = amongWords(state, formatNumber);
    return item;
  }
  const command = part === 'loadAll' ? 'mintscope.projects.loadAll' : 'mintscope.clearFilter';
  item.iconPath = new vscode.ThemeIcon(part === 'loadAll' ? 'fold-down' : 'clear-all');
  item.command = { command, title: NO_MATCH_LABELS[part] };
  return item;
}
