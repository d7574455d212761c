import * as vscode from 'vscode';
import { benchRows, PAGE_SIZE } from '../rows.ts';

export type BenchRow = Readonly<Record<string, unknown>>;

/**
 * Shows rows as Mintscope does, with minimal code, and no Collections.
 * @param name the beginning of its views and commands.
 * @param page returns a page of rows by its number, from 1.
 */
export function paintRows(
  { subscriptions }: vscode.ExtensionContext,
  name: string,
  label: (name: string) => string,
  page: (number: number) => Promise<BenchRow[]>,
) {
  const changed = new vscode.EventEmitter<undefined>();
  let rows: BenchRow[] = [];
  const projects: vscode.TreeDataProvider<BenchRow | 'more'> = {
    onDidChangeTreeData: changed.event,
    async getChildren(parent) {
      if (parent !== undefined) return [];
      if (rows.length === 0) rows = await page(1);
      return [...rows, 'more'];
    },
    getTreeItem(row) {
      const none = vscode.TreeItemCollapsibleState.None;
      if (row === 'more') {
        const more = new vscode.TreeItem('Load more', none);
        more.id = 'more';
        more.command = { command: `${name}.projects.loadMore`, title: 'Load more' };
        return more;
      }
      const item = new vscode.TreeItem(label(String(row.name)), none);
      item.id = `project/${String(row.id)}`;
      item.description = `${String(row.symbol)} · ${String(row.status)}`;
      item.iconPath = new vscode.ThemeIcon('pass-filled', new vscode.ThemeColor('charts.green'));
      item.contextValue = 'project';
      item.command = { command: `${name}.openStats`, title: 'Open Stats', arguments: [row] };
      return item;
    },
  };
  const collections: vscode.TreeDataProvider<vscode.TreeItem> = {
    getChildren: () => [],
    getTreeItem: (item) => item,
  };
  subscriptions.push(
    vscode.window.createTreeView(`${name}.projects`, { treeDataProvider: projects }),
    vscode.window.createTreeView(`${name}.collections`, { treeDataProvider: collections }),
  );
  return {
    async loadMore(): Promise<void> {
      rows.push(...(await page(rows.length / PAGE_SIZE + 1)));
      changed.fire(undefined);
    },
    fillTo(count: number): void {
      rows = benchRows(count);
      changed.fire(undefined);
    },
  };
}
