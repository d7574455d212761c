import * as vscode from 'vscode';
import { benchRows } from '../rows.ts';

export type BenchRow = Readonly<Record<string, unknown>>;
interface More {
  readonly more: true;
}

export const PAGE_SIZE = 100;
const MORE: More = { more: true };

/** A minimal tree that shows the rows as Mintscope does. */
export class Rows implements vscode.TreeDataProvider<BenchRow | More> {
  readonly #name: string;
  readonly #label: (name: string) => string;
  readonly #page: (number: number) => Promise<BenchRow[]>;
  readonly #changed = new vscode.EventEmitter<undefined>();
  #rows: BenchRow[] = [];

  readonly onDidChangeTreeData = this.#changed.event;

  /**
   * @param name the beginning of its commands.
   * @param page returns a page of rows by its number, from 1.
   */
  constructor(
    name: string,
    label: (name: string) => string,
    page: (number: number) => Promise<BenchRow[]>,
  ) {
    this.#name = name;
    this.#label = label;
    this.#page = page;
  }

  get count(): number {
    return this.#rows.length;
  }

  async getChildren(parent?: unknown): Promise<(BenchRow | More)[]> {
    if (parent !== undefined) return [];
    if (this.#rows.length === 0) this.#rows = await this.#page(1);
    return [...this.#rows, MORE];
  }

  getTreeItem(row: BenchRow | More): vscode.TreeItem {
    const none = vscode.TreeItemCollapsibleState.None;
    if (isMore(row)) {
      const more = new vscode.TreeItem('Load more', none);
      more.id = 'more';
      more.command = { command: `${this.#name}.projects.loadMore`, title: 'Load more' };
      return more;
    }
    const item = new vscode.TreeItem(this.#label(String(row.name)), none);
    item.id = `project/${String(row.id)}`;
    item.description = `${String(row.symbol)} · ${String(row.status)}`;
    item.iconPath = new vscode.ThemeIcon('pass-filled', new vscode.ThemeColor('charts.green'));
    item.contextValue = 'project';
    const command = `${this.#name}.openStats`;
    item.command = { command, title: 'Open Stats', arguments: [row] };
    return item;
  }

  async loadMore(): Promise<void> {
    this.#rows.push(...(await this.#page(this.#rows.length / PAGE_SIZE + 1)));
    this.#changed.fire(undefined);
  }

  fill(count: number | undefined): void {
    if (count === undefined) return;
    this.#rows = benchRows(count);
    this.#changed.fire(undefined);
  }
}

export const emptyTree: vscode.TreeDataProvider<vscode.TreeItem> = {
  getChildren: () => [],
  getTreeItem: (item) => item,
};

function isMore(row: BenchRow | More): row is More {
  return 'more' in row;
}
