/** The rival for stored rows: it paints rows without a request. */
import * as vscode from 'vscode';
import { benchRows } from '../rows.ts';
import { LABELS } from './agreed.ts';
import { emptyTree, PAGE_SIZE, Rows } from './paintedRows.ts';

export function activate({ subscriptions }: vscode.ExtensionContext): void {
  const page = () => Promise.resolve(benchRows(PAGE_SIZE));
  const rows = new Rows('constant', LABELS.Constant, page);
  subscriptions.push(
    vscode.window.createTreeView('constant.projects', { treeDataProvider: rows }),
    vscode.window.createTreeView('constant.collections', { treeDataProvider: emptyTree }),
  );
}
