import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { besideName, joinWords, shortName } from '../../core/base/displayText.ts';
import type { ChangeMark } from '../../core/lists/changeMarks.ts';
import { groupCoverage, groupTitle } from '../../core/messages/arrangementMessages.ts';
import { limitWords, loadMoreWords, markWords } from '../../core/messages/listMessages.ts';
import { isProject } from '../../core/model/model.ts';
import { statusTone } from '../../core/model/statusTone.ts';
import type { RowTone } from '../../core/stats/rowTone.ts';
import { asMarkdown } from '../../editor/asText.ts';
import type { CommandId } from '../../editor/commandRegistry.ts';
import { listOf, LISTS, rowName, type ServiceRow } from '../../lists/index.ts';
import type { ListRows } from './listRows.ts';
import type { KnownOfRow, RowLook } from './rowItems.ts';
import { goneName, type GoneRow, type GroupRow, type OwnRow, type RowOfTree } from './rows.ts';

export type KnownRows = Pick<
  ListRows,
  'arranged' | 'changesOnly' | 'shown' | 'marks' | 'problem'
> & {
  readonly list: Pick<ListRows['list'], 'state'>;
};

const TONE_ICONS: Readonly<Record<RowTone, vscode.ThemeIcon>> = {
  done: tinted('pass-filled', 'charts.green'),
  underWay: tinted('record', 'charts.blue'),
  waiting: tinted('clock', 'charts.purple'),
  failed: tinted('error', 'mintscope.failed'),
  warning: tinted('warning', 'mintscope.warning'),
  unknown: new vscode.ThemeIcon('circle-outline'),
};

/** In characters: the longest name beside which `100%` is visible in a view 286 pixels wide. */
const LONGEST_NAME = 24;

export function treeItem(row: RowOfTree, rows: KnownRows): vscode.TreeItem {
  switch (row.kind) {
    case 'loadMore':
      return loadMoreItem(row, rows);
    case 'limit':
      return limitItem(row, rows);
    case 'problem':
      return problemItem(row, rows);
    case 'gone':
      return goneItem(row, rows.marks.get(row.key));
    case 'group':
      return groupItem(row, rows);
    case 'noMatch':
      return ownItem(row, l10n.t('No project matches'), 'filter');
    case 'clearFilter': {
      const title = l10n.t('Clear Filter');
      const item = ownItem(row, title, 'clear-all');
      item.command = { command: 'mintscope.clearFilter', title };
      return item;
    }
  }
}

/**
 * The item of a row of the service: icon, name, and beside it first the change, then how far it is,
 * because a narrow view cuts the end: `→ failed · 63% · was processing · HLD`. A screen reader says
 * `Harbor Lights, needs attention: Failed 38, 63% confirmed, processing · HLD`.
 * Its tooltip is created on request (`views/tooltips.ts`).
 */
export function serviceItem(row: ServiceRow, known: KnownOfRow): vscode.TreeItem {
  const { mark, look, isStatusSaid = false } = known;
  const list = listOf(row);
  const words = look?.words ?? '';
  const state = look?.spoken ?? [];
  // What the counts say is in the middle of a change, or comes first.
  const described = list.describe(row, { mark, isStatusSaid, beside: mark ? words : '' });
  const beside = mark ? described : joinWords(words, described);
  const isSaid = saysStatus(row, look);
  const spoken = mark
    ? [...(list.spoken?.(row, mark, isSaid) ?? [described]), ...state]
    : [...state, isSaid ? list.describe(row, { isStatusSaid: true }) : described];
  const item = namedItem(row, look, beside, spoken);
  item.id = row.key;
  if (list.hasStats) item.resourceUri = decoratedAs(item.id);
  item.command = { command: list.commands.openRow, title: list.open.title() };
  return item;
}

/** Whether what is said of a look says the status too: `100% confirmed`, `Status failed`. */
function saysStatus(row: ServiceRow, look: RowLook | undefined): boolean {
  if (!look || !isProject(row)) return false;
  const tone = statusTone(row.status);
  return tone === look.tone && (tone === 'done' || row.status?.toLowerCase() === 'failed');
}

/** The item of a row of Needs Attention: its look says why it is there, and comes alone. */
export function concernedItem(row: ServiceRow, { look }: KnownOfRow): vscode.TreeItem {
  const item = namedItem(row, look, look?.words ?? '', look?.spoken ?? []);
  item.id = `attention/${row.key}`;
  item.resourceUri = decoratedAs(item.id);
  const command = 'mintscope.attention.openRow' satisfies CommandId;
  item.command = { command, title: listOf(row).open.title() };
  return item;
}

/**
 * A long name is shortened in its middle, because in a narrow view the editor would cut off the text
 * beside it. The tooltip and screen readers have the whole name.
 */
function namedItem(
  row: ServiceRow,
  look: RowLook | undefined,
  beside: string,
  spoken: readonly string[],
): vscode.TreeItem {
  const name = rowName(row);
  const item = new vscode.TreeItem(row.name === undefined ? name : shortName(name, LONGEST_NAME));
  item.description = besideName(name, beside);
  item.iconPath = look ? toneIcon(look.tone) : rowIcon(row);
  item.contextValue = [contextOf(row), ...(look?.context ?? [])].join(' ');
  const isPlain = item.label === name && spoken.join('\n') === beside;
  if (!isPlain) item.accessibilityInformation = { label: joinSpoken(name, ...spoken) };
  return item;
}

/** The address that the editor passes to the decorations of `rowsInSight.ts`. Nothing opens it. */
function decoratedAs(id: string): vscode.Uri {
  return vscode.Uri.from({ scheme: 'mintscope', path: `/${id}` });
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

/** Sets the tooltip. Not as a plain string, which a screen reader would read in place of the row. */
export function explain(item: vscode.TreeItem, words: string): void {
  item.tooltip = new vscode.MarkdownString(asMarkdown(words));
}

/** The item of a row of the tree itself. Its kind is its id and its word for conditions of menus. */
function ownItem({ kind }: OwnRow, label: string, icon: string, tooltip = ''): vscode.TreeItem {
  const item = new vscode.TreeItem(label);
  item.id = kind;
  item.contextValue = kind;
  item.iconPath = icon === 'warning' ? toneIcon('warning') : new vscode.ThemeIcon(icon);
  if (tooltip !== '') explain(item, tooltip);
  return item;
}

function loadMoreItem(row: OwnRow, rows: KnownRows): vscode.TreeItem {
  const { arranged, changesOnly, problem } = rows;
  const { state } = rows.list;
  const filtered = changesOnly || arranged?.matching !== undefined;
  const { label, description, failure } = loadMoreWords(state, problem, filtered);
  if (state.work !== undefined) {
    const loading = ownItem(row, label, 'loading~spin', l10n.t('Click to stop.'));
    loading.description = description;
    loading.contextValue = 'loading';
    loading.command = { command: LISTS[row.list].commands.openRow, title: l10n.t('Stop') };
    return loading;
  }
  const effect = failure && problem ? problem.whole : l10n.t('Loads the next page.');
  const item = ownItem(row, label, failure ? 'warning' : 'ellipsis', effect);
  item.description = description;
  item.command =
    failure?.action === 'signIn'
      ? signInCommand()
      : { command: LISTS[row.list].commands.loadMore, title: label };
  return item;
}

/**
 * `10,000 of 12,000 loaded shown, 14,300 in all`, also in its tooltip, because a narrow view cuts it.
 * Its menu has Filter, Find and Portfolio.
 */
function limitItem(row: OwnRow, { list: { state }, shown, arranged }: KnownRows): vscode.TreeItem {
  const { hasStats } = LISTS[row.list];
  const effect = hasStats
    ? l10n.t('Filter, Find and Portfolio cover all of them. Click to filter.')
    : l10n.t('Find covers all of them. Click to find.');
  const label = limitWords(shown, arranged?.matching ?? state.rows.length, state);
  const item = ownItem(row, label, hasStats ? 'filter' : 'search', `${label}. ${effect}`);
  item.command = hasStats
    ? { command: 'mintscope.filterProjects', title: l10n.t('Filter Projects…') }
    : { command: 'mintscope.find', title: l10n.t('Find Project or Collection…') };
  return item;
}

function groupItem(row: GroupRow, { list: { state }, arranged }: KnownRows): vscode.TreeItem {
  const { Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(groupTitle(row.by, row.value), Expanded);
  item.id = row.key;
  item.description = arranged ? groupCoverage(arranged.standingsOf(row.rows), state) : '';
  item.contextValue = 'group';
  return item;
}

/** The item of a row that is gone. It stands below the rows, so that none of them moves. */
function goneItem(row: GoneRow, mark: ChangeMark | undefined): vscode.TreeItem {
  const item = new vscode.TreeItem(goneName(row));
  item.id = `gone/${row.key}`;
  item.description = mark ? markWords(mark, {}) : '';
  item.accessibilityInformation = { label: joinSpoken(goneName(row), item.description) };
  item.iconPath = tinted('circle-slash', 'mintscope.changed');
  item.contextValue = 'gone';
  const { commands, open } = LISTS[row.list];
  item.command = { command: commands.openRow, title: open.title() };
  return item;
}

/**
 * With rows: what went wrong and how old they are. Without rows: only the action, because the
 * message of the view has the problem, which a row would cut off.
 */
function problemItem(row: OwnRow, { list, problem }: KnownRows): vscode.TreeItem {
  const signIn = problem?.action === 'signIn';
  const action = signIn ? l10n.t('Sign In…') : l10n.t('Retry');
  const hasRows = problem && list.state.rows.length > 0;
  const label = hasRows ? problem.title : action;
  const { whole = '', code = '' } = problem ?? {};
  const item = ownItem(row, label, 'warning', joinWords(whole, code));
  if (signIn) item.contextValue = 'signInProblem';
  item.command = signIn
    ? signInCommand()
    : { command: LISTS[row.list].commands.refresh, title: action };
  if (hasRows) item.description = problem.beside;
  if (problem) item.accessibilityInformation = { label: `${label}: ${whole}` };
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

function tinted(icon: string, color: string): vscode.ThemeIcon {
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
}
