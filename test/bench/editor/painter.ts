/** The rival for painting: rows after one request, and a panel with counts that it has already. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import * as vscode from 'vscode';
import { pageHtml, webviewOptions } from '../../../src/rows/pageHtml.ts';
import { imagePolicy } from '../../../src/core/panel/imageSource.ts';
import type { ToPage } from '../../../src/core/panel/panel.ts';
import type { StatsState } from '../../../src/features/stats/messages.ts';
import { LABELS } from './agreed.ts';
import { PAGE_SIZE } from '../rows.ts';
import { type BenchRow, paintRows } from './paintedRows.ts';

/** The length to which the command `loadAll` fills the list. */
const FILL_TO = 1_000;

export function activate(context: vscode.ExtensionContext): void {
  const rows = paintRows(context, 'painter', LABELS.Painter, page);
  const register = (name: string, run: (...args: never[]) => unknown) => {
    context.subscriptions.push(vscode.commands.registerCommand(`painter.${name}`, run));
  };
  register('projects.loadMore', () => rows.loadMore());
  register('projects.loadAll', () => {
    rows.fillTo(FILL_TO);
  });
  register('openStats', (row: BenchRow) => {
    openPanel(context.extensionUri, row);
  });
}

/** One page of the service, read with minimal code. */
async function page(number: number): Promise<BenchRow[]> {
  const base = vscode.workspace.getConfiguration('painter').get<string>('baseUrl') ?? '';
  const request = get(`${base}/v2/projects?page=${number}&limit=${PAGE_SIZE}`);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return ((await json(response)) as { results: BenchRow[] }).results;
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
    loadImages: 'onClick',
    facts: { name: String(row.name), symbol: String(row.symbol), status: String(row.status) },
    counts: { total: 5000, confirmed: 3150, processing: 850, pending: 1000 },
    asOf: Date.now(),
  };
  panel.webview.onDidReceiveMessage(() => {
    const message: ToPage<StatsState> = { type: 'state', state };
    void panel.webview.postMessage(message);
  });
  panel.webview.html = pageHtml(panel.webview, extensionUri, 'stats', imagePolicy(true).join(' '));
}
