import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { GroupValue, ProjectGroup } from '../../core/arrange/arrangement.ts';
import { groupTitle } from '../../core/messages/arrangementMessages.ts';
import { keyPart } from '../../core/model/contentDigest.ts';
import type { Project } from '../../core/model/model.ts';
import type { GroupRow, NoMatchRow } from '../tree/treeNodes.ts';

/** The groups of a tree, and their rows. A group is the same object while it is shown. */
export class GroupRows {
  #groups = new Map<string, GroupRow>();
  #members = new Map<GroupRow, readonly Project[]>();

  /** Replaces the groups and returns their rows. */
  show(groups: readonly ProjectGroup[]): readonly GroupRow[] {
    const before = this.#groups;
    this.#groups = new Map();
    this.#members = new Map();
    return groups.map(({ by, value, rows }) => {
      const row = before.get(keyOf(by, value)) ?? groupRow(by, value);
      this.#groups.set(row.key, row);
      this.#members.set(row, rows);
      return row;
    });
  }

  /** The row of a group, also of one that is not shown yet. */
  rowOf(by: ProjectGroup['by'], value: GroupValue): GroupRow {
    const row = this.#groups.get(keyOf(by, value)) ?? groupRow(by, value);
    this.#groups.set(row.key, row);
    return row;
  }

  membersOf(group: GroupRow): readonly Project[] {
    return this.#members.get(group) ?? [];
  }
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

function groupRow(by: ProjectGroup['by'], value: GroupValue): GroupRow {
  return { kind: 'group', key: keyOf(by, value), by, value };
}

function keyOf(by: ProjectGroup['by'], value: GroupValue): string {
  return value === undefined ? `group/${by}` : `group/${by}/${keyPart(String(value))}`;
}
