import {
  type Disposable,
  EventEmitter,
  type TreeItem,
  TreeItemCollapsibleState,
  type Uri,
} from './values.ts';

interface Provider {
  readonly onDidChangeTreeData: (listener: (row: unknown) => unknown) => Disposable;
  getChildren(parent?: unknown): Promise<readonly unknown[]>;
  getTreeItem(row: unknown): TreeItem;
  getParent?(row: unknown): unknown;
  resolveTreeItem?(item: TreeItem, row: unknown): Promise<TreeItem>;
}

interface Options {
  readonly treeDataProvider: Provider;
  readonly canSelectMany?: boolean;
}

interface Painted {
  readonly row: unknown;
  item: TreeItem;
}

/**
 * One tree as the editor draws it. It requests rows when it is first shown and after a change;
 * while it is hidden, only to reveal a row. It ignores a change of a row that it never received.
 */
export class FakeTree {
  readonly title: string;
  description = '';
  message = '';
  badge: { readonly value: number; readonly tooltip: string } | undefined;
  /** What the editor would report as an error, such as a rejection or two rows with one id. */
  readonly complaints: string[] = [];
  painted: readonly Painted[] = [];
  /** How many rows each paint has shown at the top level. */
  readonly shown: number[] = [];
  #selection: readonly unknown[] = [];
  #underWay = 0;
  #selectedIds: readonly (string | undefined)[] = [];
  #focusedId: string | undefined;
  readonly revealed: unknown[] = [];
  focusedRow: unknown;
  /** How often the view was focused by its command; the editor then scrolls to the selection. */
  focuses = 0;
  visible = false;
  paints = 0;
  readonly #provider: Provider;
  readonly #canSelectMany: boolean;
  readonly #selections = new EventEmitter<{ readonly selection: readonly unknown[] }>();
  readonly #visibility = new EventEmitter<{ readonly visible: boolean }>();
  readonly #subscription: Disposable;
  #stale = true;
  #disposed = false;

  readonly onDidChangeVisibility = this.#visibility.event;
  readonly onDidChangeSelection = this.#selections.event;
  readonly onDidExpandElement = new EventEmitter<unknown>().event;
  readonly onDidCollapseElement = new EventEmitter<unknown>().event;

  /** @param title the name of the view in the manifest. */
  constructor(options: Options, title: string) {
    const { treeDataProvider, canSelectMany = false } = options;
    this.title = title;
    this.#provider = treeDataProvider;
    this.#canSelectMany = canSelectMany;
    this.#subscription = treeDataProvider.onDidChangeTreeData((row) => {
      this.#changed(row);
    });
  }

  show(): void {
    this.visible = true;
    this.#visibility.fire({ visible: true });
    if (this.#stale) void this.#paint();
  }

  focus(): void {
    this.focuses++;
    this.show();
  }

  /**
   * Empty, as in the editor, until rows that changed all at once are painted, which in a hidden tree
   * is when it is shown; so is the selection of a click's event.
   */
  get selection(): readonly unknown[] {
    return this.#underWay > 0 || this.#stale ? [] : this.#selection;
  }

  /**
   * The user selects these rows, or the last of them if the tree allows only one. Keys then act on
   * the last one. There is no event if rows with these ids are selected.
   */
  select(...rows: readonly unknown[]): void {
    const before = this.#selectedIds.join('\n');
    this.#selection = this.#canSelectMany ? rows : rows.slice(-1);
    this.#selectedIds = this.#selection.map((row) => this.#provider.getTreeItem(row).id);
    this.#focusedId = this.#selectedIds.at(-1);
    if (this.#selectedIds.join('\n') === before) return;
    this.#selections.fire({ selection: this.selection });
  }

  /**
   * The user hovers over a row. The editor requests a tooltip only if the item has none, and keeps
   * it until the next paint.
   */
  async tooltipOf(label: string): Promise<string | undefined> {
    const painted = this.painted.find(({ item }) => labelOf(item) === label)!;
    const { row, item } = painted;
    if (item.tooltip) return item.tooltip.plain;
    const resolved = await this.#provider.resolveTreeItem?.(item, row);
    if (resolved) painted.item = resolved;
    return resolved?.tooltip?.plain;
  }

  /** The decoration addresses of the painted rows, by their labels. */
  get addresses(): ReadonlyMap<string, Uri> {
    return new Map(
      this.painted.flatMap(({ item }) =>
        item.resourceUri ? [[labelOf(item), item.resourceUri] as const] : [],
      ),
    );
  }

  /** The user moves to a row by an arrow key, which selects nothing. */
  moveTo(row: unknown): void {
    this.#focusedId = this.#provider.getTreeItem(row).id;
  }

  row(label: string): unknown {
    return this.painted[this.labels.indexOf(label)]!.row;
  }

  /** The row that keys act on. Like the selection, the editor remembers it by its id. */
  get focused(): unknown {
    return this.#rowOf(this.#focusedId);
  }

  hide(): void {
    this.visible = false;
    this.#visibility.fire({ visible: false });
  }

  /**
   * As in the editor, rejects if the row is not among the rows of its parent, and has no effect
   * while rows are painted, so not at once after it has shown the view.
   */
  async reveal(
    row: unknown,
    { select = true, focus = false }: { readonly select?: boolean; readonly focus?: boolean } = {},
  ): Promise<void> {
    if (!this.#provider.getParent) {
      throw new Error('TreeDataProvider must implement getParent to reveal');
    }
    const parent = this.#provider.getParent(row);
    const id = this.#provider.getTreeItem(row).id;
    const beside = this.#draw(await this.#provider.getChildren(parent));
    if (!beside.some(({ item }) => item.id === id)) {
      throw new Error(`Cannot resolve tree item for element ${String(id)}`);
    }
    this.show();
    if (this.#underWay > 0) return;
    this.revealed.push(row);
    const before = this.#focusedId;
    if (select) this.select(row);
    this.#focusedId = before;
    if (focus) {
      this.focusedRow = row;
      this.#focusedId = id;
    }
  }

  dispose(): void {
    this.#disposed = true;
    this.#subscription.dispose();
    this.painted = [];
  }

  descriptionOf(label: string): string | undefined {
    return this.painted.find(({ item }) => labelOf(item) === label)?.item.description;
  }

  get labels(): string[] {
    return this.painted.map(({ item }) => labelOf(item));
  }

  /** All text of the view in one line. Rows of the service are only counted. */
  get sees(): string {
    const own = this.painted.filter(({ item }) => isOfService(item));
    const others = this.painted.filter(({ item }) => !isOfService(item));
    return [
      ...(this.description === '' ? [] : [this.description]),
      own.length === 1 ? '1 row' : `${own.length} rows`,
      ...others.map(({ item }) => [labelOf(item), item.description ?? ''].join(' – ')),
      ...(this.message === '' ? [] : [this.message]),
    ].join(' | ');
  }

  /** A change event of single rows closes tooltips and breaks the selection. */
  #changed(row: unknown): void {
    if (row !== undefined) this.complaints.push('a single row was painted');
    this.#stale = true;
    if (this.visible) void this.#paint();
  }

  async #paint(): Promise<void> {
    const paint = ++this.paints;
    this.#stale = false;
    this.#underWay++;
    try {
      const top = this.#draw(await this.#provider.getChildren());
      const painted = top.some(isGroup) ? await this.#withBelow(top) : top;
      if (paint !== this.paints || this.#disposed) return;
      this.painted = painted;
      this.shown.push(top.length);
      const left = this.#selectedIds.filter((id) => this.#rowOf(id) !== undefined);
      const isLess = left.length < this.#selectedIds.length;
      this.#selectedIds = left;
      this.#selection = left.map((id) => this.#rowOf(id));
      if (isLess) this.#selections.fire({ selection: this.#selection });
      const ids = new Set(painted.map(({ item }) => item.id));
      if (ids.size < painted.length) this.complaints.push('two rows have one id, or none');
    } catch (error) {
      this.complaints.push(String(error));
    } finally {
      this.#underWay--;
    }
  }

  #rowOf(id: string | undefined): unknown {
    return this.painted.find(({ item }) => item.id === id)?.row;
  }

  #draw(rows: readonly unknown[]): Painted[] {
    return rows.map((row) => ({ row, item: this.#provider.getTreeItem(row) }));
  }

  async #withBelow(top: readonly Painted[]): Promise<Painted[]> {
    const painted: Painted[] = [];
    for (const one of top) {
      painted.push(one);
      if (!isGroup(one)) continue;
      const below = this.#draw(await this.#provider.getChildren(one.row));
      if (below.some(({ row }) => this.#provider.getParent?.(row) !== one.row)) {
        this.complaints.push('a row does not know its group');
      }
      painted.push(...below);
    }
    return painted;
  }
}

function isGroup({ item }: Painted): boolean {
  return item.collapsibleState === TreeItemCollapsibleState.Expanded;
}

function labelOf({ label }: TreeItem): string {
  return typeof label === 'string' ? label : label.label;
}

function isOfService({ contextValue = '' }: TreeItem): boolean {
  return /^(project|collection)\b/.test(contextValue);
}
