import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { displayText, joinWords } from '../../core/base/displayText.ts';
import type { FailureWords } from '../../core/messages/failureWords.ts';
import { isProject, type Project, type ProjectRef } from '../../core/model/model.ts';
import { kindName } from '../../core/model/projectRef.ts';
import { keepInPlace } from '../../core/search/rowSearch.ts';
import type { RowTone } from '../../core/stats/rowTone.ts';
import { type TextItem, textItem } from '../../editor/quickPick.ts';
import { listOf, rowName, type ServiceRow } from '../../lists/index.ts';
import { lookWords, type RowLook } from '../rowLook.ts';
import { rowIcon, toneIcon } from '../tree/treeItems.ts';
import { finderButton } from './finderFrame.ts';

/** One line of the finder. It stands for `row`, `ask` or `ref`; without them, it only explains. */
export interface FoundLine extends vscode.QuickPickItem {
  readonly row?: ServiceRow;
  /** Projects not among the rows. Choosing the line looks up which of them exist. */
  readonly ask?: readonly ProjectRef[];
  /** A project that is not among the rows, but exists. */
  readonly ref?: ProjectRef;
}

export type FoundItem = TextItem<FoundLine>;

const SEARCH = new vscode.ThemeIcon('search');
const ADDRESS_LENGTH = 80;

type LookOf = (row: Project) => RowLook;

/** The line of a row, with the share, the concerns and the icon that it has in the tree. */
export function foundItem(row: ServiceRow, lookOf: LookOf): FoundItem {
  const list = listOf(row);
  const reveal = {
    iconPath: new vscode.ThemeIcon('list-flat'),
    tooltip: list.words.reveal(),
  };
  const { description, detail } = list.inFinder(row);
  const look = isProject(row) ? lookOf(row) : undefined;
  const details = [detail, row.mintAddress].map((part) => displayText(part ?? '', ADDRESS_LENGTH));
  return textItem({
    label: rowName(row),
    iconPath: look ? pickIcon(look.tone) : rowIcon(row),
    description: look ? joinWords(lookWords(look), description) : description,
    detail: joinWords(...details),
    // Keeps the editor from hiding rows whose texts do not contain the typed text.
    alwaysShow: true,
    buttons: row.mintAddress === undefined ? [reveal] : [finderButton('copy'), reveal],
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
export function nothingItem(words: string, problem: FailureWords | undefined): FoundItem {
  return textItem({
    label: words,
    iconPath: new vscode.ThemeIcon(problem ? 'warning' : 'info'),
    ...(problem && { detail: problem.hint }),
    alwaysShow: true,
  });
}

/** The lines of the finder. They are sent to the editor only when they change. */
export class FoundRows {
  readonly #pick: vscode.QuickPick<FoundItem>;
  readonly #lookOf: LookOf;
  readonly #items = new WeakMap<ServiceRow, FoundItem>();
  /** The text that the lines shown are the results for. */
  typed: string | undefined;

  constructor(pick: vscode.QuickPick<FoundItem>, lookOf: LookOf) {
    this.#pick = pick;
    this.#lookOf = lookOf;
    // Rows come ranked. Without this member, which the editor's API does not describe, the editor
    // sorts them by where the text is in their label. An end-to-end test checks the order.
    (pick as { sortByLabel?: boolean }).sortByLabel = false;
  }

  /**
   * Shows the best rows for the typed text. For the same text, rows down to the active one stay at
   * their places.
   * @param first lines above the rows.
   * @param nothing creates the line shown if there are no others.
   */
  show(
    typed: string,
    first: readonly FoundItem[],
    best: readonly ServiceRow[],
    nothing: () => FoundItem,
  ): void {
    const pick = this.#pick;
    const same = this.typed === typed;
    this.typed = typed;
    const shown = pick.items.flatMap(({ row }) => row ?? []);
    const [active] = same ? pick.activeItems : [];
    const activeAt = shown.findIndex(({ key }) => key === active?.row?.key);
    const top = first.map((item, index) => this.#shownOr(item, index));
    const rows = keepInPlace(shown, activeAt, best).map((row) => this.#itemOf(row));
    const items = [...top, ...rows];
    if (items.length === 0) items.push(this.#shownOr(nothing(), 0));
    if (items.length === pick.items.length && items.every((item, at) => item === pick.items[at])) {
      return;
    }
    pick.keepScrollPosition = same;
    pick.items = items;
    const kept = activeAt === -1 ? top.find((item) => item === active) : rows[activeAt];
    if (kept) pick.activeItems = [kept];
  }

  #itemOf(row: ServiceRow): FoundItem {
    const item = this.#items.get(row) ?? foundItem(row, this.#lookOf);
    this.#items.set(row, item);
    return item;
  }

  /** The shown item at this index if it has the same texts, else `item`. */
  #shownOr(item: FoundItem, index: number): FoundItem {
    const shown = this.#pick.items[index];
    const same = (['label', 'description', 'detail'] as const).every(
      (text) => shown?.[text] === item[text],
    );
    return same && shown ? shown : item;
  }
}

/*
 * The icons that rows have in the trees, drawn as pictures in the colors of the editor's themes: in
 * a quick pick, theme icons have no color.
 */

type Drawing = readonly [dark: string, light: string, drawing: string];

const filled = (path: string) => `<path fill="currentColor" fill-rule="evenodd" d="${path}"/>`;
const drawn = (path: string) => `<path fill="none" stroke="currentColor" d="${path}"/>`;
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
  const icon = icons.get(tone) ?? { dark: picture(drawing, dark), light: picture(drawing, light) };
  icons.set(tone, icon);
  return icon;
}

function picture(drawing: string, color: string): vscode.Uri {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" color="${color}">${drawing}</svg>`;
  return vscode.Uri.from({
    scheme: 'data',
    path: `image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  });
}
