import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { NoMatchRow } from '../../views/treeNodes.ts';

/** The item of a row that is shown where the filter hides all Projects. */
export function noMatchItem({ part }: NoMatchRow): vscode.TreeItem {
  const label = part === 'words' ? l10n.t('No project matches') : l10n.t('Clear Filter');
  const item = new vscode.TreeItem(label);
  item.id = `noMatch/${part}`;
  if (part === 'words') {
    item.iconPath = new vscode.ThemeIcon('filter');
    return item;
  }
  item.iconPath = new vscode.ThemeIcon('clear-all');
  item.command = { command: 'mintscope.clearFilter', title: label };
  return item;
}
