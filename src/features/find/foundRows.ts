import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { displayText, joinWords } from '../../core/base/displayText.ts';
import type { FailureWords } from '../../core/messages/failureWords.ts';
import { isProject, type Project, type ProjectRef } from '../../core/model/model.ts';
import { kindName } from '../../core/model/projectRef.ts';
import { MOST_HITS } from '../../core/search/rowSearch.ts';
import type { RowTone } from '../../core/stats/rowTone.ts';
import { type TextItem, textItem } from '../../editor/quickPick.ts';
import { listOf, rowName, type ServiceRow } from '../../lists/index.ts';
import type { RowLook } from '../../views/rowLook.ts';
import { rowIcon, toneIcon } from '../../views/tree/treeItems.ts';

/** One line of the finder. Without any of these members, it only explains. */
export interface FoundLine extends vscode.QuickPickItem {
  readonly row?: ServiceRow;
  /** Projects not among the rows. Choosing the line looks up which of them exist. */
  readonly ask?: readonly ProjectRef[];
  /** A project that is not among the rows, but exists. */
  readonly ref?: ProjectRef;
  /** The button that copies the mint address of the row. */
  readonly copy?: vscode.QuickInputButton;
  /** Choosing the line loads the rest of the lists, to search it too. */
  readonly isSearchRest?: boolean;
}

export type FoundItem = TextItem<FoundLine>;

const SEARCH = new vscode.ThemeIcon('search');
/** Characters that fit into a line of the narrowest quick pick. */
const LINE_LENGTH = 70;
const ADDRESS_LENGTH = 80;

type LookOf = (row: Project) => RowLook;

/**
 * The line of a row, with the share, the concerns and the icon that it has in the tree. What does not
 * fit beside the name stands in the second line.
 */
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
    iconPath: look ? pickIcon(look.tone) : rowIcon(row),
    description: fits ? beside : '',
    detail: joinWords(fits ? '' : beside, ...details),
    // Keeps the editor from hiding rows whose texts do not contain the typed text.
    alwaysShow: true,
    buttons: row.mintAddress === undefined ? [reveal] : [copy, reveal],
    copy,
    row,
  });
}

/** The line that looks up a project which is not among the rows. */
export function askItem(refs: readonly ProjectRef[]): FoundItem {
  const [one] = refs;
  return textItem({
    label: l10n.t('Ask the service for project {0}', one?.id ?? ''),
    description:
      refs.length > 1
        ? l10n.t('transferable or non-transferable')
        : refs.map(({ kind }) => kindName(kind)).join(''),
    iconPath: SEARCH,
    alwaysShow: true,
    ask: refs,
  });
}

/** The line of a project that exists and is not among the rows; `detail` says why it is offered. */
export function refItem(ref: ProjectRef, counts: string, detail?: string): FoundItem {
  return textItem({
    label: l10n.t('Project {0}', ref.id),
    description: joinWords(kindName(ref.kind), counts),
    ...(detail !== undefined && { detail }),
    iconPath: SEARCH,
    alwaysShow: true,
    ref,
  });
}

/** The line shown if a lookup failed; choosing it repeats the lookup of `ask`. */
export function failedItem({ reason, hint }: FailureWords, ask: readonly ProjectRef[]): FoundItem {
  return textItem({
    label: reason,
    detail: `${hint} ${l10n.t('Press Enter to ask again.')}`,
    iconPath: new vscode.ThemeIcon('warning'),
    alwaysShow: true,
    ask,
  });
}

/** A line that explains: why there are no rows, or what the service answered. */
export function nothingItem(words: string): FoundItem {
  return textItem({ label: words, iconPath: new vscode.ThemeIcon('info'), alwaysShow: true });
}

/** The line that loads the rest of the lists. @param why why no row is shown, if none is. */
export function searchRestItem(words: string, why: string | undefined): FoundItem {
  return textItem({
    label: words,
    ...(why !== undefined && { detail: why }),
    iconPath: SEARCH,
    alwaysShow: true,
    isSearchRest: true,
  });
}

/**
 * The lines of the finder. For one text, the lines that are shown stay at their places, and rows that
 * arrive later are added below: the editor identifies the line that the user chooses by its place.
 */
export class FoundRows {
  readonly #pick: vscode.QuickPick<FoundItem>;
  readonly #lookOf: LookOf;
  readonly #items = new WeakMap<ServiceRow, FoundItem>();
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

  /**
   * Shows what was found for the typed text. Nothing is sent to the editor if the lines are the same.
   * @param above lines above the rows.
   * @param below lines below the rows.
   */
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
    const lines = [...above, ...found.map((row) => this.#itemOf(row)), ...below];
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

  #itemOf(row: ServiceRow): FoundItem {
    const item = this.#items.get(row) ?? foundItem(row, this.#lookOf);
    this.#items.set(row, item);
    return item;
  }

  /** The shown item with the same texts if there is one, else `item`. */
  #shownOr(item: FoundItem): FoundItem {
    if (item.row) return item;
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

/*
 * The icons that rows have in the trees, drawn as pictures in the colors of the editor's themes: in
 * a quick pick, theme icons have no color. An edge in the color of the theme's background keeps them
 * visible on the selected line, whose background may be of a similar color.
 */

type Drawing = readonly [dark: string, light: string, drawing: string];

const filled = (path: string) =>
  `<path stroke="var(--edge)" stroke-width="2" paint-order="stroke" fill="currentColor" fill-rule="evenodd" d="${path}"/>`;
const drawn = (path: string) =>
  `<path fill="none" stroke="var(--edge)" stroke-width="3" d="${path}"/><path fill="none" stroke="currentColor" d="${path}"/>`;
const RING = 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13Z';

/** SVG paths in a square of 16 units. */
const DRAWINGS: Readonly<Record<Exclude<RowTone, 'unknown'>, Drawing>> = {
  done: [
    '#89d185',
    '#388a34',
    filled('M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1Zm-1 9.8 4.7-4.7-.8-.8L7 9.2 5.1 7.3l-.8.8Z'),
  ],
  underWay: ['#59a4f9', '#0063d3', drawn(RING) + filled('M8 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z')],
  waiting: ['#b180d7', '#652d90', drawn('M2.5 2v3.5H6M2.8 5.3A6 6 0 1 1 2 8M8 5v3.2l2.4 1.6')],
  failed: ['#f88070', '#b01011', drawn(`${RING}M5.5 5.5l5 5M10.5 5.5l-5 5`)],
  warning: ['#f0883e', '#bc4c00', drawn('M8 2 14.5 14h-13ZM8 6v4.5M8 11.5v1.2')],
};

const icons = new Map<RowTone, vscode.IconPath>();

function pickIcon(tone: RowTone): vscode.IconPath {
  if (tone === 'unknown') return toneIcon(tone);
  const [dark, light, drawing] = DRAWINGS[tone];
  const icon = icons.get(tone) ?? {
    dark: picture(drawing, dark, '#1f1f1f'),
    light: picture(drawing, light, '#ffffff'),
  };
  icons.set(tone, icon);
  return icon;
}

function picture(drawing: string, color: string, edge: string): vscode.Uri {
  const style = `color:${color};--edge:${edge}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" style="${style}">${drawing}</svg>`;
  return vscode.Uri.from({
    scheme: 'data',
    path: `image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  });
}
