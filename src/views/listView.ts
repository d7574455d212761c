import * as vscode from 'vscode';
import { openList } from '../connection/catalog.ts';
import type { Session } from '../connection/session.ts';
import { ListMarks } from '../core/lists/changeMarks.ts';
import type { PagedList } from '../core/lists/pagedList.ts';
import type { ListName } from '../core/messages/listMessages.ts';
import type { Collection, Project } from '../core/model/model.ts';
import { numberFormat } from '../editor/locale.ts';
import { RepaintScheduler } from './repaintScheduler.ts';
import { SelectionKeeper } from './selectionKeeper.ts';
import { dragRows, treeItem } from './treeItems.ts';
import { type LazyRowArranger, TreeModel } from './treeModel.ts';
import { type GroupRow, isOfService, type RangeRow, type Row } from './treeNodes.ts';
import { ViewHeader } from './viewHeader.ts';

/** Long enough for the request to be sent. */
const AFTER_REQUEST_MS = 20;
/** To repaint more rows than this, painting the whole tree is cheaper. */
const MOST_ROWS_ONE_BY_ONE = 20;

/** One of the two trees. It shows the rows of its list and requests the first page. */
export class ListView<Item extends Project | Collection>
  implements vscode.TreeDataProvider<Row>, vscode.Disposable
{
  /** Changes found by refreshes that were not viewed yet. */
  readonly marks: ListMarks;
  readonly #name: ListName;
  readonly #list: PagedList<Item>;
  readonly #session: Session;
  readonly #arranger: LazyRowArranger | undefined;
  readonly #view: vscode.TreeView<Row>;
  readonly #changed = new vscode.EventEmitter<Row | undefined>();
  readonly #rows: TreeModel;
  readonly place: SelectionKeeper;
  readonly #head: ViewHeader;
  readonly #repaints = new RepaintScheduler(() => {
    this.#repaint();
  });
  readonly #subscriptions: readonly ({ dispose(): unknown } | undefined)[];
  #selectedAt = 0;
  #paintsUnderWay = 0;
  /** The number of rows when the person chose Load More, until that has ended. */
  #heldBeforeMore: number | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  /** @param arranger how to arrange the rows; left out, they stand as the service lists them. */
  constructor(name: ListName, list: PagedList<Item>, session: Session, arranger?: LazyRowArranger) {
    this.#arranger = arranger;
    this.#name = name;
    this.#list = list;
    this.#session = session;
    this.#rows = new TreeModel(name, list, arranger);
    this.#view = vscode.window.createTreeView<Row>(`mintscope.${name}`, {
      treeDataProvider: this,
      canSelectMany: true,
      dragAndDropController: dragRows,
    });
    this.place = new SelectionKeeper(name, this.#view, this.#rows);
    // Subscribes to the list before this view does, so that rows are painted with their marks.
    this.marks = new ListMarks(list);
    this.#head = new ViewHeader(name, this.#view, list, session, this.#rows, this.marks);
    this.marks.onSeen((keys) => {
      this.#unmark(keys);
    });
    this.#subscriptions = [
      this.marks,
      this.#view,
      this.#view.onDidChangeSelection(({ selection }) => {
        if (selection.length > 0) this.#selectedAt = performance.now();
        this.marks.select(selection.flatMap((row) => ('key' in row ? [row.key] : [])));
      }),
      this.#changed,
      this.place,
      this.#head,
      this.#repaints,
      session.onDidChange(({ sameAccount }) => {
        if (!sameAccount) {
          this.place.forget();
          this.#rows.forget();
        }
        // Signing in can fail without the list changing.
        this.#head.showMessage();
      }),
      session.onDidChangeStatus(() => {
        // The time of the next try.
        if (!list.state.failure || list.state.work) return;
        this.#head.showMessage();
        this.#repaints.now();
      }),
      arranger?.onDidChange(() => {
        this.#rearranged();
      }),
      { dispose: list.onChange(this.#update) },
    ];
  }

  /**
   * The selected rows as the list holds them now, in the order of the selection. The editor may
   * still report rows that are gone, such as those of the account before.
   */
  get selection(): readonly (Project | Collection)[] {
    const selected = this.#view.selection.filter(isOfService);
    if (selected.length === 0) return [];
    const held = new Map(this.#list.state.rows.map((row) => [row.key, row]));
    return selected.flatMap(({ key }) => held.get(key) ?? []);
  }

  /** When rows were last selected, in milliseconds of `performance.now()`; 0 if never. */
  get selectedAt(): number {
    return this.#selectedAt;
  }

  /** See `TreeModel.inOrder`. */
  get inOrder(): readonly (Project | Collection)[] {
    return this.#rows.inOrder;
  }

  get visible(): boolean {
    return this.#view.visible;
  }

  get onDidChangeVisibility(): vscode.Event<unknown> {
    return this.#view.onDidChangeVisibility;
  }

  /** Returns the rows held. Waits for the first page only. */
  async getChildren(parent?: Row): Promise<Row[]> {
    if (parent) return this.#rows.below(parent);
    this.#paintsUnderWay++;
    try {
      await this.#session.ready();
      const remembered = this.#arranger?.remembered();
      if (remembered) await remembered;
      await openList(this.#session, this.#list);
    } finally {
      this.#paintsUnderWay--;
    }
    return this.place.keptBy(() => this.#rows.top(this.#head.hasProblemRow));
  }

  /** Used by `reveal`. Groups and ranges contain rows. */
  getParent(row: Row): GroupRow | RangeRow | undefined {
    return this.#rows.parentOf(row);
  }

  /**
   * Loads the next page. If `Load more` still has the focus when the page arrives, selects the
   * first new row; else the selection stays.
   */
  async loadMore(): Promise<void> {
    const before = this.#list.state.rows.length;
    const fromRow = this.#view.selection[0] === this.#rows.loadMore;
    this.#heldBeforeMore = before;
    try {
      await this.#list.loadMore();
    } finally {
      this.#heldBeforeMore = undefined;
    }
    const came = this.#list.state.rows.slice(before);
    const first = came.find((row) => this.#rows.arranged?.shows(row) ?? true);
    if (!fromRow || before === 0 || !first || this.#rows.takenIdOf(first)) return;
    // The new row is not at the place of `Load more`, so the editor does not focus it by itself.
    await this.place.goOn(this.#rows.loadMore, first);
  }

  /**
   * Selects and focuses a row; a filter that hides it is cleared first. Resolves with false if the
   * list no longer holds it.
   */
  async reveal({ key }: { readonly key: string }): Promise<boolean> {
    const row = this.#rows.rowOf(key);
    if (!row) return false;
    if (this.#rows.arranged?.shows(row) === false) await this.#rows.arranged.uncover(row);
    // During a Load All the tree may not show the newest rows yet.
    this.#repaints.now();
    await vscode.commands.executeCommand(`mintscope.${this.#name}.focus`);
    await this.#view.reveal(row, { select: true, focus: true });
    return true;
  }

  getTreeItem(row: Row): vscode.TreeItem {
    const item = treeItem(row, {
      state: this.#list.state,
      problem: this.#head.problem,
      mark: 'key' in row ? this.marks.marks.get(row.key) : undefined,
      arranger: this.#rows.arranged,
      range: row.kind === 'range' ? this.#rows.contextOf(row, this.marks.marks) : undefined,
    });
    const takenId = isOfService(row) ? this.#rows.takenIdOf(row) : undefined;
    if (takenId !== undefined) item.id = takenId;
    return item;
  }

  async resolveTreeItem(item: vscode.TreeItem, row: Row): Promise<vscode.TreeItem> {
    if (!isOfService(row)) return item;
    const { tooltipFor } = await import('./tooltips.ts');
    item.tooltip = tooltipFor(row, this.marks.marks.get(row.key));
    return item;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription?.dispose();
  }

  /** Updates the header, and schedules a repaint of the rows if they need one. */
  readonly #update = (): void => {
    const { state } = this.#list;
    // Prepare the number formatter while the request is open.
    if (state.work === 'first') setTimeout(numberFormat, AFTER_REQUEST_MS);
    if (this.#heldBeforeMore !== undefined) this.#rows.takePlaceOfLoadMore(this.#heldBeforeMore);
    this.#head.update();
    // A paint that is waiting for the list will show the new rows.
    if (this.#paintsUnderWay > 0) return;
    if (state.work === 'all' && this.#rows.wasPainted) {
      this.#repaints.soon(this.#rows.handed);
    } else if (state.work === 'more' || state.work === 'refresh') this.#repaints.ifItLasts();
    else this.#repaints.now();
  };

  #repaint(): void {
    const { hasProblemRow } = this.#head;
    if (!this.#rows.isUpToDate(hasProblemRow)) {
      this.#changed.fire(undefined);
      return;
    }
    if (this.#list.state.hasMore) this.#changed.fire(this.#rows.loadMore);
    if (hasProblemRow) this.#changed.fire(this.#rows.problem);
  }

  /** Repaints rows that were viewed, or their ranges: one by one, or the whole tree for many. */
  #unmark(keys: readonly string[]): void {
    this.#head.describe();
    const seen = new Set(keys);
    const rows = this.#list.state.rows.filter(({ key }) => seen.has(key));
    if (rows.length > MOST_ROWS_ONE_BY_ONE) this.#changed.fire(undefined);
    else {
      const changed = rows.map((row) => this.#rows.rangeOf(row) ?? row);
      for (const row of new Set(changed)) this.#changed.fire(row);
    }
  }

  #rearranged(): void {
    this.#update();
    // The person waits for it, also while a list loads.
    if (this.#list.state.work && this.#paintsUnderWay === 0) this.#repaints.now();
  }
}
