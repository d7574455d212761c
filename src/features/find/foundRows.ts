import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { displayText, joinWords } from '../../core/base/displayText.ts';
import { isProject, type Project, type ProjectRef } from '../../core/model/model.ts';
import { describeRef } from '../../core/model/projectRef.ts';
import { MOST_HITS } from '../../core/search/rowSearch.ts';
import { type TextItem, textItem } from '../../editor/quickPick.ts';
import { listOf, rowName, type ServiceRow } from '../../lists/index.ts';
import type { RowLook } from '../../views/tree/rowItems.ts';
import { rowIcon, toneIcon } from '../../views/tree/treeItems.ts';

/** One line of the finder. Without any of these members, it only explains. */
export interface FoundLine extends vscode.QuickPickItem {
  readonly row?: ServiceRow;
  /** A project that is not among the rows, and may not exist. */
  readonly ref?: ProjectRef;
  /** The button that copies the mint address of the row. */
  readonly copy?: vscode.QuickInputButton;
  /** Choosing the line loads the rest of the lists, to search it too. */
  readonly isSearchRest?: boolean;
}

export type FoundItem = TextItem<FoundLine>;

/** Characters that fit into a line of the narrowest quick pick. */
const LINE_LENGTH = 70;
const ADDRESS_LENGTH = 80;

type LookOf = (row: Project) => RowLook;

/** The line of a row, which looks as in the tree. What does not fit beside the name stands below it. */
export function foundItem(row: ServiceRow, lookOf: LookOf): FoundItem {
  const list = listOf(row);
  const reveal = {
    iconPath: new vscode.ThemeIcon('list-flat'),
    tooltip: list.words.reveal(),
  };
  const copy = { iconPath: new vscode.ThemeIcon('copy'), tooltip: l10n.t('Copy Mint Address') };
  const { description, detail } = list.inFinder(row);
  const look = isProject(row) ? lookOf(row) : undefined;
  const name = rowName(row);
  const beside = joinWords(look?.words ?? '', description);
  const fits = name.length + beside.length <= LINE_LENGTH;
  const details = [detail, row.mintAddress].map((part) => displayText(part ?? '', ADDRESS_LENGTH));
  return textItem({
    label: name,
    iconPath: look ? toneIcon(look.tone) : rowIcon(row),
    description: fits ? beside : '',
    detail: joinWords(fits ? '' : beside, ...details),
    // Keeps the editor from hiding rows whose texts do not contain the typed text.
    alwaysShow: true,
    buttons: row.mintAddress === undefined ? [reveal] : [copy, reveal],
    copy,
    row,
  });
}

/** A line that is no row. Without an `icon`, it goes beyond the rows. */
function lineOf(line: Omit<FoundLine, 'iconPath'>, icon = 'search'): FoundItem {
  return textItem({ ...line, iconPath: new vscode.ThemeIcon(icon), alwaysShow: true });
}

/** The line of a project that is not among the rows; its panel says whether the service knows it. */
export function refItem(ref: ProjectRef): FoundItem {
  return lineOf({ label: describeRef(ref), ref });
}

export function nothingItem(label: string): FoundItem {
  return lineOf({ label }, 'info');
}

/** The line that loads the rest of the lists. @param why why no row is shown, if none is. */
export function searchRestItem(label: string, why = ''): FoundItem {
  return lineOf({ label, detail: why, isSearchRest: true });
}

/**
 * The lines of the finder. For one text, the lines that are shown stay at their places, and rows that
 * arrive later are added below: the editor identifies the line that the user chooses by its place.
 */
export class FoundRows {
  readonly #pick: vscode.QuickPick<FoundItem>;
  readonly #lookOf: LookOf;
  /** The text that the lines shown are the results for. */
  typed: string | undefined;
  #isMoveOfBefore = false;

  constructor(pick: vscode.QuickPick<FoundItem>, lookOf: LookOf) {
    this.#pick = pick;
    this.#lookOf = lookOf;
    // The editor marks the typed text in the lines.
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    // Rows come ranked. Without this member, which the editor's API does not describe, the editor
    // sorts them by where the text is in their label. An end-to-end test checks the order.
    (pick as { sortByLabel?: boolean }).sortByLabel = false;
  }

  /** Shows what was found for the typed text. Nothing is sent to the editor if the lines are the same. */
  show(
    typed: string,
    above: readonly FoundItem[],
    best: readonly ServiceRow[],
    below: readonly FoundItem[],
  ): void {
    const pick = this.#pick;
    const isSame = this.typed === typed;
    this.typed = typed;
    const shown = isSame ? pick.items.flatMap(({ row }) => row ?? []) : [];
    const [active] = isSame ? pick.activeItems : [];
    const newest = new Map(best.map((row) => [row.key, row]));
    const rows = shown.map((row) => newest.get(row.key) ?? row);
    for (const { key } of rows) newest.delete(key);
    const found = [...rows, ...newest.values()].slice(0, MOST_HITS);
    const lines = [...above, ...found.map((row) => foundItem(row, this.#lookOf)), ...below];
    const items = lines.map((item) => this.#shownOr(item));
    if (items.length === pick.items.length && items.every((item, at) => item === pick.items[at])) {
      return;
    }
    const still = items.find((item) => active && isOfSame(item, active));
    pick.keepScrollPosition = isSame;
    pick.items = items;
    if (still) pick.activeItems = [still];
    this.#isMoveOfBefore = still !== undefined;
  }

  /**
   * Call this when the user has moved to a line. The first move after an update may be from before it:
   * the editor has then undone it, so it is repeated.
   */
  moved([active]: readonly FoundItem[]): void {
    if (this.#isMoveOfBefore && active) this.#pick.activeItems = [active];
    this.#isMoveOfBefore = false;
  }

  /** The shown item with the same texts if there is one, else `item`. */
  #shownOr(item: FoundItem): FoundItem {
    const isAlike = (one: FoundItem) =>
      (['row', 'label', 'description', 'detail'] as const).every(
        (name) => one[name] === item[name],
      );
    return this.#pick.items.find(isAlike) ?? item;
  }
}

/** Whether two lines stand for the same: a row that was read again, or a line with another text. */
function isOfSame(one: FoundItem, other: FoundItem): boolean {
  if (one.row ?? other.row) return one.row?.key === other.row?.key;
  return one === other || (one.isSearchRest === true && other.isSearchRest === true);
}
