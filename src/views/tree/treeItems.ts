import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { joinWords, shortName } from '../../core/base/displayText.ts';
import type { ChangeMark } from '../../core/lists/changeMarks.ts';
import type { ListState } from '../../core/lists/listState.ts';
import type { ListProblem } from '../../core/messages/failureWords.ts';
import { loadMoreWords, markCounts, markWords } from '../../core/messages/listMessages.ts';
import type { RowTone } from '../../core/stats/rowTone.ts';
import { asMarkdown } from '../../editor/asText.ts';
import { formatNumber } from '../../core/base/format.ts';
import { listOf, type ListName, LISTS, rowName, type ServiceRow } from '../../lists/index.ts';
import type { ProjectsArranger } from '../arranger/projectsArranger.ts';
import type { RangeContext } from './treeModel.ts';
import {
  goneName,
  type GoneRow,
  isOfService,
  type LoadMoreRow,
  type ProblemRow,
  type RangeRow,
  type Row,
} from './treeNodes.ts';

export interface RowContext {
  readonly state: ListState<unknown>;
  readonly problem: ListProblem | undefined;
  readonly mark: ChangeMark | undefined;
  readonly arranger: ProjectsArranger | undefined;
  readonly changesOnly: boolean;
  readonly range: RangeContext | undefined;
}

const TONE_ICONS: Readonly<Record<RowTone, vscode.ThemeIcon>> = {
  done: tinted('pass-filled', 'charts.green'),
  underWay: tinted('record', 'charts.blue'),
  waiting: tinted('clock', 'charts.purple'),
  failed: tinted('error', 'mintscope.failed'),
  warning: tinted('warning', 'mintscope.warning'),
  unknown: new vscode.ThemeIcon('circle-outline'),
};
const NONE = vscode.TreeItemCollapsibleState.None;

/** In characters: the longest name beside which `100%` is visible in a view 286 pixels wide. */
const LONGEST_NAME = 24;

/**
 * The tree item of a row. Tooltips of the service's rows are created on request
 * (`tooltipFor`), and never as plain strings, which a screen reader would read instead of the row.
 */
export function treeItem(row: Row, context: RowContext): vscode.TreeItem {
  if (isOfService(row)) return serviceItem(row, context);
  switch (row.kind) {
    case 'loadMore':
      return loadMoreItem(row, context);
    case 'problem':
      return problemItem(row, context);
    case 'range':
      return rangeItem(row, context);
    case 'gone':
      return goneItem(row, context);
    case 'group':
    case 'noMatch':
      // Such a row exists only with an arranger.
      return context.arranger?.itemOf(row) ?? new vscode.TreeItem('');
  }
}

function serviceItem(row: ServiceRow, context: RowContext): vscode.TreeItem {
  const { mark, arranger, changesOnly } = context;
  const list = listOf(row);
  const item = new vscode.TreeItem(rowName(row), NONE);
  item.id = row.key;
  item.iconPath = rowIcon(row);
  item.contextValue = contextOf(row);
  item.command = openCommand(list.name);
  const isStatusInGroup = !changesOnly && arranger?.groupedBy === 'status';
  item.description = list.describe(row, mark, isStatusInGroup);
  const spoken = mark && list.spoken?.(row, mark);
  if (spoken) {
    item.accessibilityInformation = { label: joinSpoken(rowName(row), ...spoken) };
  }
  // The editor passes this address to the decorations of `rowsInSight.ts`. Nothing opens it.
  if (list.hasStats)
    item.resourceUri = vscode.Uri.from({ scheme: 'mintscope', path: `/${row.key}` });
  return item;
}

/**
 * The command that opens the selected row, which is the clicked one. No arguments: the editor
 * forgets them whenever the row is repainted, and a click at that moment would open nothing.
 */
function openCommand(name: ListName): vscode.Command {
  return { command: `mintscope.${name}.openRow`, title: LISTS[name].open.title() };
}

/**
 * Shortens a long name in the middle, because in a narrow view the editor would cut off the text
 * beside it. The tooltip and screen readers have the whole name.
 */
export function shortenLabel(item: vscode.TreeItem, name: string, beside: string): void {
  const short = shortName(name, LONGEST_NAME);
  if (short === name) return;
  item.label = short;
  item.accessibilityInformation ??= { label: joinSpoken(name, beside) };
}

/**
 * What a row is and which links it has, as words for the conditions of menus, for example
 * `project image animation`. A link is checked again when it is opened.
 */
export function contextOf(row: ServiceRow): string {
  const links = { mint: row.mintAddress, image: row.image, ...listOf(row).links(row) };
  const has = Object.entries(links).filter(
    ([word, text]) => text !== undefined && (word === 'mint' || /^https:/i.test(text)),
  );
  return [row.kind, ...has.map(([word]) => word)].join(' ');
}

function loadMoreItem(
  { list, key }: LoadMoreRow,
  { state, problem, arranger, changesOnly }: RowContext,
): vscode.TreeItem {
  const filtered = changesOnly || arranger?.matching !== undefined;
  const words = loadMoreWords(state, problem, filtered);
  const { failure } = words;
  const search = (state.work ?? failure ?? changesOnly) ? undefined : arranger?.searchAll;
  const { label, description } = search ?? words;
  const item = new vscode.TreeItem(label, NONE);
  item.id = key;
  item.description = description;
  if (state.work !== undefined) {
    item.iconPath = new vscode.ThemeIcon('loading~spin');
    item.contextValue = 'loading';
    return item;
  }
  const icon = new vscode.ThemeIcon(search ? 'search' : 'ellipsis');
  item.iconPath = failure ? tinted('warning', 'mintscope.warning') : icon;
  item.contextValue = 'loadMore';
  const effect = search ? l10n.t('Loads all pages.') : l10n.t('Loads the next page.');
  const tooltip = failure && problem ? problem.whole : effect;
  item.tooltip = new vscode.MarkdownString(asMarkdown(tooltip));
  item.command =
    failure?.action === 'signIn'
      ? signInCommand()
      : { command: `mintscope.${list}.load${search ? 'All' : 'More'}`, title: label };
  return item;
}

/** The item of a row that is gone. It stands below the rows, so that none of them moves. */
function goneItem(row: GoneRow, { mark }: RowContext): vscode.TreeItem {
  const item = new vscode.TreeItem(goneName(row), NONE);
  item.id = `gone/${row.key}`;
  item.description = mark ? markWords(mark, {}) : '';
  item.accessibilityInformation = { label: joinSpoken(goneName(row), item.description) };
  item.iconPath = tinted('circle-slash', 'mintscope.changed');
  item.contextValue = 'gone';
  item.command = openCommand(row.list);
  return item;
}

/** `1–1,000`, then how many of its rows are marked, and the names of its first and last row. */
function rangeItem({ key }: RangeRow, { range }: RowContext): vscode.TreeItem {
  const [first = '', last = ''] = (range?.bounds ?? []).map((position) => formatNumber(position));
  const item = new vscode.TreeItem(`${first}–${last}`, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = key;
  const rows = range?.rows.filter(isOfService) ?? [];
  const ends = [rows[0], rows.at(-1)].flatMap((row) => (row ? [rowName(row)] : []));
  const found = markCounts(range?.marks ?? new Map(), rows);
  item.description = joinWords(...found, ends.join(' … '));
  item.contextValue = 'range';
  item.accessibilityInformation = {
    label: l10n.t('Rows {0} to {1}, {2}', first, last, item.description),
  };
  return item;
}

/**
 * With rows: what went wrong and how old they are. Without rows: only the action, because the
 * message of the view has the problem: it wraps, and a row would be cut off. Screen readers read
 * all of it with this row in both cases.
 */
function problemItem({ list }: ProblemRow, { problem, state }: RowContext): vscode.TreeItem {
  const signIn = problem?.action === 'signIn';
  const action = signIn ? l10n.t('Sign In…') : l10n.t('Retry');
  const hasRows = problem && state.rows.length > 0;
  const label = hasRows ? problem.title : action;
  const item = new vscode.TreeItem(label);
  item.id = 'problem';
  item.contextValue = signIn ? 'signInProblem' : 'problem';
  item.iconPath = tinted('warning', 'mintscope.warning');
  item.command = signIn ? signInCommand() : { command: `mintscope.${list}.refresh`, title: action };
  if (hasRows) item.description = problem.beside;
  if (!problem) return item;
  const { whole, code = '' } = problem;
  item.tooltip = new vscode.MarkdownString(asMarkdown(joinWords(whole, code)));
  item.accessibilityInformation = { label: `${label}: ${whole}` };
  return item;
}

function joinSpoken(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}

function signInCommand(): vscode.Command {
  return { command: 'mintscope.signIn', title: l10n.t('Sign In') };
}

/** The icon of a row without counts; for a Project, guessed from its status (`statusTone`). */
export function rowIcon(row: ServiceRow): vscode.ThemeIcon {
  const icon = listOf(row).icon(row);
  return typeof icon === 'string' ? toneIcon(icon) : new vscode.ThemeIcon(icon.codicon);
}

export function toneIcon(tone: RowTone): vscode.ThemeIcon {
  return TONE_ICONS[tone];
}

export function tinted(icon: string, color: string): vscode.ThemeIcon {
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
}
