import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { displayText, shortAddress } from '../core/base/displayText.ts';
import type { ChangeMark } from '../core/lists/changeMarks.ts';
import type { ListState } from '../core/lists/listState.ts';
import type { ListProblem } from '../core/messages/failureWords.ts';
import { loadMoreWords, markSpoken, markWords } from '../core/messages/listMessages.ts';
import type { Collection, Project } from '../core/model/model.ts';
import { type StatusTone, statusTone } from '../core/model/statusTone.ts';
import { asMarkdown } from '../editor/asText.ts';
import { formatNumber } from '../editor/locale.ts';
import type { RowArranger } from './rowArranger.ts';
import type { RangeContext } from './treeModel.ts';
import type { LoadMoreRow, ProblemRow, RangeRow, Row } from './treeNodes.ts';

/** What the item of a row depends on, besides the row. */
export interface RowContext {
  readonly state: ListState<unknown>;
  /** Why the last operation of the list failed, or why there is no connection. */
  readonly problem: ListProblem | undefined;
  /** The mark of this row, until it is viewed. */
  readonly mark: ChangeMark | undefined;
  /** See `LazyRowArranger.loaded`. */
  readonly arranger: RowArranger | undefined;
  /** Whether the tree shows changes only. */
  readonly changesOnly: boolean;
  /** The context of a range, for a range. */
  readonly range: RangeContext | undefined;
}

const TONE_ICONS: Readonly<Record<StatusTone, vscode.ThemeIcon>> = {
  done: tinted('pass-filled', 'charts.green'),
  underWay: tinted('record', 'charts.yellow'),
  waiting: tinted('clock', 'charts.blue'),
  failed: tinted('error', 'charts.red'),
  unknown: new vscode.ThemeIcon('circle-outline'),
};
export const COLLECTION_ICON = new vscode.ThemeIcon('library');
const NONE = vscode.TreeItemCollapsibleState.None;

/**
 * The tree item of a row; `rareItems.ts` has the others. Tooltips of Projects and Collections are created on request
 * (`tooltipFor`), and never as plain strings, which a screen reader would read instead of the row.
 */
export function treeItem(
  row: Exclude<Row, ProblemRow | RangeRow>,
  context: RowContext,
): vscode.TreeItem {
  switch (row.kind) {
    case 'project':
      return projectItem(row, context.mark);
    case 'collection':
      return collectionItem(row, context.mark);
    case 'loadMore':
      return loadMoreItem(row, context);
    case 'group':
    case 'noMatch':
      // Such a row exists only with an arranger.
      return context.arranger?.itemOf(row) ?? new vscode.TreeItem('');
  }
}

function projectItem(project: Project, mark: ChangeMark | undefined): vscode.TreeItem {
  const item = new vscode.TreeItem(projectTitle(project), NONE);
  item.id = project.key;
  item.description = describeProject(project, mark);
  if (mark) item.accessibilityInformation = { label: spokenProject(project, mark) };
  item.iconPath = projectIcon(project);
  item.contextValue = contextOf(project);
  item.command = {
    command: 'mintscope.openRow',
    title: l10n.t('Open Stats'),
    arguments: [project],
  };
  // By this address the editor asks `features/progress` for the decoration. Nothing opens it.
  item.resourceUri = vscode.Uri.from({ scheme: 'mintscope', path: `/${project.key}` });
  return item;
}

function collectionItem(collection: Collection, mark: ChangeMark | undefined): vscode.TreeItem {
  const item = new vscode.TreeItem(collectionTitle(collection), NONE);
  item.id = collection.key;
  const change = mark ? markWords(mark, undefined) : '';
  item.description = joinWords(change, shortAddress(collection.mintAddress ?? ''));
  item.iconPath = COLLECTION_ICON;
  item.contextValue = contextOf(collection);
  item.command = {
    command: 'mintscope.openRow',
    title: l10n.t('Open Collection'),
    arguments: [collection],
  };
  return item;
}

/**
 * What a row is and which links it has, as words for the conditions of menus, for example
 * `project image animation`. A link is checked again when it is opened.
 */
function contextOf(row: Project | Collection): string {
  const links =
    row.kind === 'project'
      ? { mint: row.mintAddress, image: row.image, animation: row.animationUrl }
      : { mint: row.mintAddress, image: row.image, metadata: row.uri };
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
  const words = loadMoreWords(state, formatNumber, problem, filtered);
  const { failure } = words;
  const all = (state.work ?? failure ?? changesOnly) ? undefined : arranger?.searchAll;
  const { label, description } = all ?? words;
  const item = new vscode.TreeItem(label, NONE);
  item.id = key;
  item.description = description;
  if (state.work !== undefined) {
    item.iconPath = new vscode.ThemeIcon('loading~spin');
    item.contextValue = 'loading';
    return item;
  }
  const icon = new vscode.ThemeIcon(all ? 'search' : 'ellipsis');
  item.iconPath = failure ? tinted('warning', 'charts.yellow') : icon;
  item.contextValue = 'loadMore';
  const loads = all ? l10n.t('Loads all pages.') : l10n.t('Loads the next page.');
  const tooltip = failure && problem ? problem.whole : loads;
  item.tooltip = new vscode.MarkdownString(asMarkdown(tooltip));
  item.command =
    failure?.action === 'signIn'
      ? signInCommand()
      : { command: `mintscope.${list}.load${all ? 'All' : 'More'}`, title: label };
  return item;
}

/** A Project's name as titles show it. */
export function signInCommand(): vscode.Command {
  return { command: 'mintscope.signIn', title: l10n.t('Sign In') };
}

export function projectTitle(project: Project): string {
  return displayText(project.name ?? '') || l10n.t('Unnamed project');
}

/** A Collection's name as titles show it. */
export function collectionTitle(collection: Collection): string {
  return displayText(collection.name ?? '') || l10n.t('Unnamed collection');
}

/** The icon for a Project's status, guessed from its word (`statusTone`). */
export function projectIcon({ status }: Project): vscode.ThemeIcon {
  return TONE_ICONS[statusTone(status)];
}

/**
 * `status · SYMBOL`, or as much of it as there is. A change comes first, because a narrow view cuts
 * the end: `was pending → confirmed · SYMBOL`, `new · status · SYMBOL`.
 */
export function describeProject({ symbol, status }: Project, mark?: ChangeMark): string {
  const change = mark ? markWords(mark, status) : '';
  const now = mark?.kind === 'changed' ? '' : displayText(status ?? '', 40);
  return joinWords(change, now, displayText(symbol ?? '', 40));
}

/** What a screen reader says of a changed row: `Lamp, was pending, now confirmed, L`. */
function spokenProject(project: Project, mark: ChangeMark): string {
  const { symbol, status } = project;
  const now = mark.kind === 'new' ? displayText(status ?? '', 40) : '';
  const parts = [projectTitle(project), markSpoken(mark, status), now];
  return [...parts, displayText(symbol ?? '', 40)].filter((part) => part !== '').join(', ');
}

export function joinWords(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}

export function tinted(icon: string, color: string): vscode.ThemeIcon {
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
}
