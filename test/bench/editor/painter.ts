/**
 * The rival in the editor, with minimal code: rows as Mintscope shows them, a page for each request,
 * and a panel with counts that it has already.
 */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import * as vscode from 'vscode';
import { pageHtml, webviewOptions } from '../../../src/rows/pageHtml.ts';
import { imagePolicy } from '../../../src/core/panel/imageSource.ts';
import type { ToPage } from '../../../src/core/panel/panel.ts';
import type { StatsState } from '../../../src/features/stats/messages.ts';
import { PAGE_SIZE, painterLabel } from '../rows.ts';

type BenchRow = Readonly<Record<string, unknown>>;

export function activate({ subscriptions, extensionUri }: vscode.ExtensionContext): void {
  const changed = new vscode.EventEmitter<undefined>();
  const rows: BenchRow[] = [];
  const readPage = async () => {
    rows.push(...(await page(rows.length / PAGE_SIZE + 1)));
  };
  const projects: vscode.TreeDataProvider<BenchRow | 'more'> = {
    onDidChangeTreeData: changed.event,
    async getChildren(parent) {
      if (parent !== undefined) return [];
      if (rows.length === 0) await readPage();
      return [...rows, 'more'];
    },
    getTreeItem: (row) => (row === 'more' ? loadMoreItem() : itemOf(row)),
  };
  const collections: vscode.TreeDataProvider<vscode.TreeItem> = {
    getChildren: () => [],
    getTreeItem: (item) => item,
  };
  const { registerCommand } = vscode.commands;
  subscriptions.push(
    vscode.window.createTreeView('painter.projects', { treeDataProvider: projects }),
    vscode.window.createTreeView('painter.collections', { treeDataProvider: collections }),
    registerCommand('painter.projects.loadMore', async () => {
      await readPage();
      changed.fire(undefined);
    }),
    registerCommand('painter.openStats', (row: BenchRow) => {
      openPanel(extensionUri, row);
    }),
  );
}

function loadMoreItem(): vscode.TreeItem {
  const more = new vscode.TreeItem('Load more');
  more.id = 'more';
  more.command = { command: 'painter.projects.loadMore', title: 'Load more' };
  return more;
}

function itemOf(row: BenchRow): vscode.TreeItem {
  const item = new vscode.TreeItem(painterLabel(String(row.name)));
  item.id = `project/${String(row.id)}`;
  item.description = `${String(row.symbol)} · ${String(row.status)}`;
  item.iconPath = new vscode.ThemeIcon('pass-filled', new vscode.ThemeColor('charts.green'));
  item.contextValue = 'project';
  item.command = { command: 'painter.openStats', title: 'Open Stats', arguments: [row] };
  return item;
}

async function page(number: number): Promise<BenchRow[]> {
  const base = vscode.workspace.getConfiguration('painter').get<string>('baseUrl') ?? '';
  const request = get(`${base}/v2/projects?page=${number}&limit=${PAGE_SIZE}`);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return ((await json(response)) as { results: BenchRow[] }).results;
}

function openPanel(extensionUri: vscode.Uri, row: BenchRow): void {
  const { webview } = vscode.window.createWebviewPanel(
    'painter.stats',
    String(row.name),
    vscode.ViewColumn.Active,
    webviewOptions(extensionUri),
  );
  const state: StatsState = {
    ref: `t/${String(row.id)}`,
    tone: 'underWay',
    loading: false,
    sample: false,
    loadImages: 'onClick',
    facts: { name: String(row.name), symbol: String(row.symbol), status: String(row.status) },
    counts: { total: 5000, confirmed: 3150, processing: 850, pending: 1000 },
    asOf: Date.now(),
  };
  webview.onDidReceiveMessage(() => {
    const message: ToPage<StatsState> = { type: 'state', state };
    void webview.postMessage(message);
  });
  webview.html = pageHtml(webview, extensionUri, 'stats', imagePolicy(true).join(' '));
}
