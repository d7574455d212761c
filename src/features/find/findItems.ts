import * as vscode from 'vscode';
import { displayText, shortAddress } from '../../core/base/displayText.ts';
import type { FailureWords } from '../../core/messages/failureMessages.ts';
import { type Collection, formatRef, type Project, projectRef } from '../../core/model/model.ts';
import type { SearchedRow } from '../../core/search/searchText.ts';
import { type TextItem, textItem } from '../../editor/quickPick.ts';
import {
  COLLECTION_ICON,
  collectionTitle,
  describeProject,
  projectIcon,
  projectTitle,
} from '../../views/treeItems.ts';

/** One line of the finder; one without a row only says something. */
export interface FoundLine extends vscode.QuickPickItem {
  readonly row?: SearchedRow;
}

export type FoundItem = TextItem<FoundLine>;

export const COPY: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('copy'),
  tooltip: 'Copy Mint Address',
};
const REVEAL_PROJECT: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('list-flat'),
  tooltip: 'Reveal in Projects',
};
const REVEAL_COLLECTION: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('list-flat'),
  tooltip: 'Reveal in Collections',
};
const ADDRESS_LENGTH = 80;

export function foundItem(row: SearchedRow): FoundItem {
  const reveal = row.kind === 'project' ? REVEAL_PROJECT : REVEAL_COLLECTION;
  return textItem({
    ...(row.kind === 'project' ? projectTexts(row) : collectionTexts(row)),
    // The editor's own matching must neither hide nor sort what was ranked already.
    alwaysShow: true,
    buttons: row.mintAddress === undefined ? [reveal] : [COPY, reveal],
    row,
  });
}

/** In the place of rows where there are none. */
export function nothingItem(words: string, problem: FailureWords | undefined): FoundItem {
  return textItem({
    label: words,
    iconPath: new vscode.ThemeIcon(problem ? 'warning' : 'info'),
    ...(problem && { detail: problem.hint }),
    alwaysShow: true,
  });
}

function projectTexts(project: Project): vscode.QuickPickItem {
  const ref = projectRef(project);
  const named = ref ? formatRef(ref) : project.id;
  return {
    label: projectTitle(project),
    description: describeProject(project),
    detail: detail(named, project.mintAddress),
    iconPath: projectIcon(project),
  };
}

function collectionTexts(collection: Collection): vscode.QuickPickItem {
  const { ownerAddress } = collection;
  const owner = ownerAddress === undefined ? '' : `owned by ${shortAddress(ownerAddress)}`;
  return {
    label: collectionTitle(collection),
    description: owner,
    detail: detail('Collection', collection.mintAddress),
    iconPath: COLLECTION_ICON,
  };
}

function detail(...parts: readonly (string | undefined)[]): string {
  const texts = parts.map((part) => displayText(part ?? '', ADDRESS_LENGTH));
  return texts.filter((text) => text !== '').join(' · ');
}
