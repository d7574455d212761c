/** The rival for painting: rows after one request, and a panel with counts that it has already. */
import { get } from 'node:http';
import * as vscode from 'vscode';
import { pageHtml, webviewOptions } from '../../../src/editor/statePanel.ts';
import { imagePolicy } from '../../../src/protocol/imageSource.ts';
import type { StatsState, ToStatsPanel } from '../../../src/protocol/stats.ts';
import { LABELS } from './agreed.ts';
import { type BenchRow, emptyTree, PAGE_SIZE, Rows } from './paintedRows.ts';

/** The lengths to which the command `loadAll` fills the list. */
const FILL_TO = [1_000, 10_000, 50_000];

export function activate({ extensionUri, subscriptions }: vscode.ExtensionContext): void {
  const rows = new Rows('painter', LABELS.Painter, page);
  const register = (name: string, run: (...args: never[]) => unknown) => {
    subscriptions.push(vscode.commands.registerCommand(`painter.${name}`, run));
  };
  subscriptions.push(
    vscode.window.createTreeView('painter.projects', { treeDataProvider: rows }),
    vscode.window.createTreeView('painter.collections', { treeDataProvider: emptyTree }),
  );
  register('projects.loadMore', () => rows.loadMore());
  register('projects.loadAll', () => {
    rows.fill(FILL_TO.find((count) => count > rows.count));
  });
  register('openStats', (row: BenchRow) => {
    openPanel(extensionUri, row);
  });
}

/** One page of the service, read with minimal code. */
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
    tone: 'underWay',
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
