import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ProjectGroup } from '../../core/arrange/arrangement.ts';
import { groupTitle } from '../../core/messages/arrangementMessages.ts';
import { keyPart } from '../../core/model/contentDigest.ts';
import type { GroupRow, NoMatchRow } from '../tree/treeNodes.ts';

export function groupRow({ by, value, rows }: ProjectGroup): GroupRow {
  const key = value === undefined ? `group/${by}` : `group/${by}/${keyPart(String(value))}`;
  return { kind: 'group', key, by, value, rows };
}

/** @param description how many rows the group has. */
export function groupItem({ key, by, value }: GroupRow, description: string): vscode.TreeItem {
  const { Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(groupTitle(by, value), Expanded);
  item.id = key;
  item.description = description;
  item.contextValue = 'group';
  return item;
}

export const NO_MATCH: readonly NoMatchRow[] = [
  { kind: 'noMatch', part: 'words' },
  { kind: 'noMatch', part: 'clearFilter' },
];

export function noMatchItem({ part }: NoMatchRow): vscode.TreeItem {
  const label = part === 'words' ? l10n.t('No project matches') : l10n.t('Clear Filter');
  const item = new vscode.TreeItem(label);
  item.id = `noMatch/${part}`;
  item.iconPath = new vscode.ThemeIcon(part === 'words' ? 'filter' : 'clear-all');
  if (part === 'clearFilter') item.command = { command: 'mintscope.clearFilter', title: label };
  return item;
}
