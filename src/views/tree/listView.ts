import type * as vscode from 'vscode';
import { openList } from '../../connection/catalog.ts';
import { UNTIL_PAINTED_MS } from '../../connection/perConnection.ts';
import type { RowsSeenLast } from '../../connection/rowsSeenLast.ts';
import type { Session } from '../../connection/session.ts';
import { Later } from '../../core/base/later.ts';
import type { ListWork } from '../../core/lists/listState.ts';
import { isOutage } from '../../core/model/serviceError.ts';
import { withViewProgress } from '../../editor/notify.ts';
import type { ListName, ServiceRow } from '../../lists/index.ts';
import type { rowTooltip } from '../tooltips.ts';
import { type AnyList, ListRows } from './listRows.ts';
import { isOfService, type Row, type RowOfTree } from './rows.ts';
import type { ProjectsArranger } from './projectsArranger.ts';
import { Tree, type TreeRows } from './tree.ts';
import { serviceItem, treeItem } from './treeItems.ts';
import { ViewHeader } from './viewHeader.ts';

/**
 * The delay before a change is painted that matters only if it lasts, such as a spinner. The editor
 * paints the first change at once and delays the next by 200 ms, so new rows would have to wait.
 */
const LASTING_MS = 250;
/** How often the header counts while Load All runs: a filter looks at all rows for that. */
const COUNTING_MS = 250;

export interface LateOfRows {
  readonly rowTooltip: typeof rowTooltip;
}

/** The tree of one list. It shows the rows of its list, and reads the first page once visible. */
export class ListView implements TreeRows<RowOfTree>, vscode.Disposable {
  readonly rows: ListRows;
  readonly tree: Tree<RowOfTree>;
  readonly serviceItem = serviceItem;
  onChangesOnly: () => void = () => undefined;
  readonly #list: AnyList;
  readonly #session: Session;
  readonly #seenLast: Pick<RowsSeenLast, 'restore'>;
  readonly #late: () => Promise<LateOfRows>;
  readonly #head: ViewHeader;
  readonly #lasting: Later;
  readonly #counting: Later;
  /** What waits until stored rows are painted. */
  readonly #afterPaint: Later;
  readonly #subscriptions: readonly ({ dispose(): unknown } | undefined)[];
  #paintedRows: readonly ServiceRow[] | undefined;
  #isBlank = false;
  #work: ListWork | undefined;
  /** Whether the rows on screen are those of another account. */
  #isLeftOver = false;

  /** @param arranger left out, the rows are in the order of the service. */
  constructor(
    name: ListName,
    list: AnyList,
    session: Session,
    seenLast: Pick<RowsSeenLast, 'restore'>,
    late: () => Promise<LateOfRows>,
    arranger?: ProjectsArranger,
  ) {
    const { clock } = session;
    this.#list = list;
    this.#session = session;
    this.#seenLast = seenLast;
    this.#late = late;
    this.rows = new ListRows(name, list, session, arranger);
    const tree = new Tree(`mintscope.${name}`, this, clock);
    this.tree = tree;
    this.#head = new ViewHeader(tree, this.rows, session);
    this.#lasting = new Later(clock, () => {
      tree.paintSoon();
    });
    this.#counting = new Later(clock, () => {
      this.#head.update();
    });
    this.#afterPaint = new Later(clock, () => {
      this.#head.update();
      if (this.visible) void this.#open();
    });
    list.onSeen(() => {
      this.#head.update();
      tree.paintLater();
    });
    const setOpen =
      (isOpen: boolean) =>
      ({ element }: vscode.TreeViewExpansionEvent<Row>) => {
        if (element.kind === 'group' && this.rows.setOpen(element, isOpen)) tree.paintNow();
      };
    this.#subscriptions = [
      tree,
      this.#head,
      { dispose: this.#lasting.cancel },
      { dispose: this.#counting.cancel },
      { dispose: this.#afterPaint.cancel },
      tree.view.onDidExpandElement(setOpen(true)),
      tree.view.onDidCollapseElement(setOpen(false)),
      tree.view.onDidChangeVisibility(this.#openIfVisible),
      session.onDidChange(({ sameAccount }) => {
        if (!sameAccount) {
          this.#isLeftOver = this.#paintedRows !== undefined && this.#paintedRows.length > 0;
          this.#paintedRows = undefined;
          tree.forgetSelection();
          // The paint shows the stored rows of the other account.
          tree.paintNow();
        }
        tree.userActed();
        // Signing in can fail without the list changing.
        this.#head.showMessage();
        this.#update();
        this.#openIfVisible();
      }),
      session.onDidChangeStatus(() => {
        // Updates the time of the next try, or the end of the wait that the service asks for.
        this.#head.update();
        if (list.state.failure && !list.state.work) tree.paintLater();
      }),
      arranger?.onDidChange((isOfUser) => {
        this.#head.update();
        // The user waits for a new arrangement, also while the list loads.
        if (isOfUser) tree.paintNow();
        else tree.paintLater();
      }),
      { dispose: list.onChange(this.#update) },
    ];
  }

  get selection(): readonly ServiceRow[] {
    return this.tree.selection.flatMap((row) => this.#newest(row) ?? []).filter(isOfService);
  }

  get visible(): boolean {
    return this.tree.view.visible;
  }

  /** Whether the list could not be read because the service does not work. */
  get failed(): boolean {
    const { failure } = this.#list.state;
    return failure !== undefined && isOutage(failure.failure);
  }

  get busy(): boolean {
    return this.#list.state.work !== undefined;
  }

  retry(): Promise<void> {
    const during = this.#list.state.failure?.during;
    if (during === 'more') return this.#list.loadMore();
    return during === 'all' ? this.#list.loadAll() : this.#list.refresh();
  }

  get onDidChangeVisibility(): vscode.Event<unknown> {
    return this.tree.view.onDidChangeVisibility;
  }

  /** Resolves with the clicked row, as it is loaded now; see `Tree.clickedRow`. */
  async clickedRow(): Promise<Row | undefined> {
    return this.#newest(await this.tree.clickedRow());
  }

  showChangesOnly(on: boolean): void {
    if (on === this.rows.changesOnly) return;
    this.rows.changesOnly = on;
    this.onChangesOnly();
    this.#head.update();
    this.tree.paintNow();
  }

  /** Paints at once, unless the last paint has shown the rows that are loaded. */
  paintIfOutdated(): void {
    if (this.#paintedRows !== this.#list.state.rows) this.tree.paintNow();
  }

  /** Returns the loaded rows. Never waits, and requests none. */
  childrenOf(parent: Row | undefined): readonly Row[] {
    if (parent) return parent.kind === 'group' ? this.rows.below(parent) : [];
    // The first paint shows the stored rows.
    this.#seenLast.restore(this.rows.name);
    if (this.#isLeftOver) {
      // Without an empty paint, the rows of the new account would get the scroll position, the
      // selection and the focus that belong to the other.
      this.#isLeftOver = false;
      setImmediate(this.tree.paintNow);
      return [];
    }
    this.#paintedRows = this.#list.state.rows;
    const top = this.rows.top();
    this.#isBlank = top.length === 0;
    return top;
  }

  parentOf(row: Row): RowOfTree | undefined {
    return this.rows.parentOf(row);
  }

  itemOf(row: RowOfTree): vscode.TreeItem {
    return treeItem(row, this.rows);
  }

  knownOf(row: ServiceRow) {
    const isStatusSaid = !this.rows.changesOnly && this.rows.arranged?.groupedBy === 'status';
    return { mark: this.rows.marks.get(row.key), isStatusSaid };
  }

  /** The tooltip of a row. Its code is loaded only now. */
  async tooltipOf(row: ServiceRow) {
    const session = this.#list.rowOf(row.key) && this.#session;
    const mark = this.rows.marks.get(row.key);
    const late = await this.#late();
    return late.rowTooltip(row, mark, session);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription?.dispose();
  }

  #newest(row: Row | undefined): Row | undefined {
    return row && isOfService(row) ? this.#list.rowOf(row.key) : row;
  }

  readonly #openIfVisible = (): void => {
    if (!this.visible) return;
    // Stored rows are painted before anything else is done, also those of the other view: loading
    // the code for requests takes 20 ms and delays the painting.
    if (this.#seenLast.restore(this.rows.name)) this.#afterPaint.restart(UNTIL_PAINTED_MS);
    else void this.#open();
  };

  async #open(): Promise<void> {
    const open = () => openList(this.#session, this.#list);
    if (this.#list.state.rows.length > 0) await open();
    else await withViewProgress(this.tree.id, open);
  }

  readonly #update = (): void => {
    const { work, restored } = this.#list.state;
    const { tree } = this;
    const isAllUnderWay = work === 'all' && this.#work === 'all';
    this.#work = work;
    if (this.rows.endChangesOnly()) this.onChangesOnly();
    // Creating the formats of numbers and times takes 20 to 50 ms.
    if (restored) this.#afterPaint.restart(UNTIL_PAINTED_MS);
    else if (isAllUnderWay) this.#counting.soon(COUNTING_MS);
    else this.#head.update();
    // The first paint shows what is loaded or restored by then.
    const isFirst = this.#paintedRows === undefined && !this.#isLeftOver;
    if (isFirst && (restored || !this.visible)) return;
    // A paint without rows would delay the first rows: the editor paints once in 200 ms.
    if (this.#isBlank && this.rows.top().length === 0) return;
    if (isAllUnderWay) tree.paintLater();
    else if (work === 'first') return;
    else if (work) this.#lasting.soon(LASTING_MS);
    else {
      this.#lasting.cancel();
      tree.paintSoon();
    }
  };
}
