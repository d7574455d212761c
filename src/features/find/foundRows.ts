import * as vscode from 'vscode';
import { displayText, shortAddress } from '../../core/base/displayText.ts';
import type { FailureWords } from '../../core/messages/failureWords.ts';
import { type Collection, formatRef, type Project, projectRef } from '../../core/model/model.ts';
import { keepInPlace } from '../../core/search/rowSearch.ts';
import type { SearchedRow } from '../../core/search/searchText.ts';
import { type TextItem, textItem } from '../../editor/quickPick.ts';
import {
  COLLECTION_ICON,
  collectionTitle,
  describeProject,
  projectIcon,
  projectTitle,
} from '../../views/treeItems.ts';

/** One line of the finder; without a row it is an explanation. */
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
    // Keeps the editor from hiding rows whose texts do not contain the typed text.
    alwaysShow: true,
    buttons: row.mintAddress === undefined ? [reveal] : [COPY, reveal],
    row,
  });
}

/** The line shown if there are no rows. */
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

/** The lines of the finder. They are sent to the editor only when they change. */
export class FoundRows {
  readonly #pick: vscode.QuickPick<FoundItem>;
  readonly #items = new WeakMap<SearchedRow, FoundItem>();
  #typed: string | undefined;

  constructor(pick: vscode.QuickPick<FoundItem>) {
    this.#pick = pick;
    // Rows come ranked. Without this member, which the editor's API does not describe, the editor
    // sorts them by where the text is in their label. An end-to-end test checks the order.
    (pick as { sortByLabel?: boolean }).sortByLabel = false;
  }

  /** Whether the lines shown are the results for this text. */
  areFor(typed: string): boolean {
    return this.#typed === typed;
  }

  /**
   * Shows the best rows for the typed text. For the same text, rows down to the active one stay at
   * their places.
   * @param nothing creates the line shown if there are no rows.
   */
  show(typed: string, best: readonly SearchedRow[], nothing: () => FoundItem): void {
    const pick = this.#pick;
    const same = this.areFor(typed);
    this.#typed = typed;
    const shown = pick.items.flatMap(({ row }) => row ?? []);
    const active = same ? pick.activeItems[0]?.row : undefined;
    const on = active ? shown.findIndex(({ key }) => key === active.key) : -1;
    const items = keepInPlace(shown, on, best).map((row) => this.#itemOf(row));
    if (items.length === 0) items.push(this.#unlessShown(nothing()));
    // Unchanged items are not sent again.
    if (items.length === pick.items.length && items.every((item, at) => item === pick.items[at])) {
      return;
    }
    pick.keepScrollPosition = same;
    pick.items = items;
    const stays = items[on];
    if (stays) pick.activeItems = [stays];
  }

  #itemOf(row: SearchedRow): FoundItem {
    const item = this.#items.get(row) ?? foundItem(row);
    this.#items.set(row, item);
    return item;
  }

  #unlessShown(item: FoundItem): FoundItem {
    const [shown] = this.#pick.items;
    return shown?.label === item.label && shown.detail === item.detail ? shown : item;
  }
}
