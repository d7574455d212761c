/** The floor of painting: rows after one bare request, and a panel with numbers it knows already. */
import { get } from 'node:http';
import * as vscode from 'vscode';
import { pageHtml, webviewOptions } from '../../../src/editor/statePanel.ts';
import { imagePolicy } from '../../../src/protocol/imageSource.ts';
import type { StatsState, ToStatsPanel } from '../../../src/protocol/stats.ts';
import { benchRows } from '../rows.ts';
import { paintedLabel } from './agreed.ts';

type BenchRow = Readonly<Record<string, unknown>>;
interface More {
  readonly more: true;
}

const PAGE_SIZE = 100;
/** What the `loadAll` command fills the list to. */
const FILL_TO = [1_000, 10_000, 50_000];
const MORE: More = { more: true };

export function activate({ extensionUri, subscriptions }: vscode.ExtensionContext): void {
  const rows = new Rows();
  const register = (name: string, run: (...args: never[]) => unknown) => {
    subscriptions.push(vscode.commands.registerCommand(`painter.${name}`, run));
  };
  subscriptions.push(
    vscode.window.createTreeView('painter.projects', { treeDataProvider: rows }),
    vscode.window.createTreeView('painter.collections', {
      treeDataProvider: { getChildren: () => [], getTreeItem: (item: vscode.TreeItem) => item },
    }),
  );
  register('projects.loadMore', () => rows.loadMore());
  register('projects.loadAll', () => {
    rows.fill();
  });
  register('openStats', (row: BenchRow) => {
    openPanel(extensionUri, row);
  });
}

class Rows implements vscode.TreeDataProvider<BenchRow | More> {
  readonly #changed = new vscode.EventEmitter<undefined>();
  #rows: BenchRow[] = [];

  readonly onDidChangeTreeData = this.#changed.event;

  async getChildren(parent?: unknown): Promise<(BenchRow | More)[]> {
    if (parent !== undefined) return [];
    if (this.#rows.length === 0) this.#rows = await page(1);
    return [...this.#rows, MORE];
  }

  getTreeItem(row: BenchRow | More): vscode.TreeItem {
    const none = vscode.TreeItemCollapsibleState.None;
    if (isMore(row)) {
      const more = new vscode.TreeItem('Load more', none);
      more.id = 'more';
      more.command = { command: 'painter.projects.loadMore', title: 'Load more' };
      return more;
    }
    const item = new vscode.TreeItem(paintedLabel(String(row.name)), none);
    item.id = `project/${String(row.id)}`;
    item.description = `${String(row.symbol)} · ${String(row.status)}`;
    item.iconPath = new vscode.ThemeIcon('pass-filled', new vscode.ThemeColor('charts.green'));
    item.contextValue = 'project';
    item.command = { command: 'painter.openStats', title: 'Open Stats', arguments: [row] };
    return item;
  }

  async loadMore(): Promise<void> {
    this.#rows.push(...(await page(this.#rows.length / PAGE_SIZE + 1)));
    this.#changed.fire(undefined);
  }

  fill(): void {
    const next = FILL_TO.find((count) => count > this.#rows.length);
    if (next === undefined) return;
    this.#rows = benchRows(next);
    this.#changed.fire(undefined);
  }
}

function isMore(row: BenchRow | More): row is More {
  return 'more' in row;
}

/** One page of the service, with the least code that reads one. */
function page(number: number): Promise<BenchRow[]> {
  const base = vscode.workspace.getConfiguration('painter').get<string>('baseUrl') ?? '';
  const url = `${base}/v2/projects?page=${number}&limit=${PAGE_SIZE}`;
  return new Promise((resolve, reject) => {
    get(url, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve((JSON.parse(text) as { results: BenchRow[] }).results);
      });
    }).on('error', reject);
  });
}

function openPanel(extensionUri: vscode.Uri, row: BenchRow): void {
  const panel = vscode.window.createWebviewPanel(
    'painter.stats',
    String(row.name),
    vscode.ViewColumn.Active,
    webviewOptions(extensionUri),
  );
  const state: StatsState = {
    ref: `t/${String(row.id)}`,
    loading: false,
    sample: false,
    preview: false,
    loadImages: 'onClick',
    facts: { name: String(row.name), symbol: String(row.symbol), status: String(row.status) },
    counts: { total: 5000, confirmed: 3150, processing: 850, pending: 1000, further: [] },
    asOf: Date.now(),
  };
  panel.webview.onDidReceiveMessage(() => {
    const message: ToStatsPanel = { type: 'state', state };
    void panel.webview.postMessage(message);
  });
  panel.webview.html = pageHtml(
    panel.webview,
    { viewType: 'painter.stats', extensionUri, stylesheet: 'panels.css' },
    imagePolicy(true).join(' '),
  );
}
