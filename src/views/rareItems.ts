import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { markCounts } from '../core/messages/listMessages.ts';
import { asMarkdown } from '../editor/asText.ts';
import { formatNumber } from '../editor/locale.ts';
import {
  collectionTitle,
  joinWords,
  projectTitle,
  type RowContext,
  signInCommand,
  tinted,
} from './treeItems.ts';
import type { ProblemRow, RangeRow, Row } from './treeNodes.ts';

/** The item of a row that most lists never have. */
export function rareItem(row: ProblemRow | RangeRow, context: RowContext): vscode.TreeItem {
  return row.kind === 'problem' ? problemItem(row, context) : rangeItem(row, context);
}

/** `1–1,000`, then what a refresh found there, and the names of its first and last row. */
function rangeItem({ key }: RangeRow, { range }: RowContext): vscode.TreeItem {
  const [first = '', last = ''] = (range?.bounds ?? []).map((at) => formatNumber(at));
  const item = new vscode.TreeItem(`${first}–${last}`, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = key;
  const ends = [range?.rows[0], range?.rows.at(-1)].flatMap((row) => (row ? titleOf(row) : []));
  const found = markCounts(range?.marks ?? new Map(), formatNumber);
  item.description = joinWords(...found, ends.join(' … '));
  item.contextValue = 'range';
  item.accessibilityInformation = {
    label: l10n.t('Rows {0} to {1}, {2}', first, last, item.description),
  };
  return item;
}

function titleOf(row: Row): string[] {
  if (row.kind === 'project') return [projectTitle(row)];
  return row.kind === 'collection' ? [collectionTitle(row)] : [];
}

/**
 * Says what went wrong and how old the rows are. Without rows, the view's message says so, because
 * a message wraps and a row would be cut off; this row is then only the action. A screen reader
 * reads all of it with this row.
 */
function problemItem({ list }: ProblemRow, { problem, state }: RowContext): vscode.TreeItem {
  const signIn = problem?.action === 'signIn';
  const action = signIn ? l10n.t('Sign In…') : l10n.t('Retry');
  const held = problem && state.rows.length > 0;
  const label = held ? problem.title : action;
  const item = new vscode.TreeItem(label);
  item.id = 'problem';
  item.contextValue = signIn ? 'signInProblem' : 'problem';
  item.iconPath = tinted('warning', 'charts.yellow');
  item.command = signIn ? signInCommand() : { command: `mintscope.${list}.refresh`, title: action };
  if (held) item.description = problem.beside;
  if (!problem) return item;
  const { whole, code = '' } = problem;
  item.tooltip = new vscode.MarkdownString(asMarkdown(joinWords(whole, code)));
  item.accessibilityInformation = { label: `${label}: ${whole}` };
  return item;
}
