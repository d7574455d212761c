import type * as vscode from 'vscode';
import { openList } from '../../connection/catalog.ts';
import { UNTIL_PAINTED_MS } from '../../connection/perConnection.ts';
import type { RowsSeenLast } from '../../connection/rowsSeenLast.ts';
import type { Session } from '../../connection/session.ts';
import { Later } from '../../core/base/later.ts';
import { differs, type Marks } from '../../core/lists/changeMarks.ts';
import type { ListWork } from '../../core/lists/listState.ts';
import { withViewProgress } from '../../editor/notify.ts';
import { type ListName, type ServiceRow } from '../../lists/index.ts';
import type { ProjectsArranger } from './projectsArranger.ts';
import type { rowTooltip } from '../tooltips.ts';
import { dragRows, type WithAddresses } from './dragRows.ts';
import { type AnyList, ListRows } from './listRows.ts';
import { PaintedTree, type TreeRows } from './paintedTree.ts';
import { RowItems } from './rowItems.ts';
import { treeItem } from './treeItems.ts';
import { isOfService, type Row } from './treeNodes.ts';
import { ViewHeader } from './viewHeader.ts';

/**
 * The delay before a change is painted that matters only if it lasts, such as a spinner. The editor
 * paints the first change at once and delays the next by 200 ms, so new rows would have to wait.
 */
const LASTING_MS = 250;

/** The late code that a hover and a drag need. */
export interface WithTooltip extends WithAddresses {
  readonly rowTooltip: typeof rowTooltip;
}

/** The tree of one list. It shows the rows of its list, and reads the first page once visible. */
export class ListView implements TreeRows<Row>, vscode.Disposable {
  readonly rows: ListRows;
  readonly tree: PaintedTree<Row>;
  readonly items: RowItems;
  /** Called when the view begins or ends to show only changes. */
  onChangesOnly: () => void = () => undefined;
  readonly #list: AnyList;
  readonly #session: Session;
  readonly #seenLast: Pick<RowsSeenLast, 'restore'>;
  readonly #late: () => Promise<WithTooltip>;
  readonly #head: ViewHeader;
  readonly #lasting: Later;
  readonly #heading: Later;
  readonly #opening: Later;
  readonly #subscriptions: readonly ({ dispose(): unknown } | undefined)[];
  /** What the last paint has shown, and the rows that it was painted from. */
  #basis: readonly unknown[] = [];
  #paintedRows: readonly ServiceRow[] | undefined;
  #work: ListWork | undefined;
  /** Whether the rows on screen are those of another account. */
  #isLeftOver = false;

  /**
   * @param late loads what writes the tooltips.
   * @param arranger how to arrange the rows; left out, they are in the order of the service.
   */
  constructor(
    name: ListName,
    list: AnyList,
    session: Session,
    seenLast: Pick<RowsSeenLast, 'restore'>,
    late: () => Promise<WithTooltip>,
    arranger?: ProjectsArranger,
  ) {
    const { clock } = session;
    this.#list = list;
    this.#session = session;
    this.#seenLast = seenLast;
    this.#late = late;
    this.rows = new ListRows(name, list, arranger);
    this.tree = new PaintedTree(`mintscope.${name}`, this, clock, dragRows(late));
    const { view, paint } = this.tree;
    this.items = new RowItems(
      clock,
      (key) => list.rowOf(key),
      this.#knownOf,
      () => {
        paint.later();
      },
    );
    this.#head = new ViewHeader(view, this.rows, session);
    this.#lasting = new Later(clock, () => {
      paint.now();
    });
    this.#heading = new Later(clock, () => {
      this.#head.update();
    });
    this.#opening = new Later(clock, () => void this.#open());
    list.onSeen(() => {
      this.#head.update();
      paint.later();
    });
    const setOpen =
      (isOpen: boolean) =>
      ({ element }: vscode.TreeViewExpansionEvent<Row>) => {
        if (element.kind === 'group' && this.rows.setOpen(element, isOpen)) paint.now();
      };
    this.#subscriptions = [
      this.tree,
      this.#head,
      { dispose: this.#lasting.cancel },
      { dispose: this.#heading.cancel },
      { dispose: this.#opening.cancel },
      view.onDidExpandElement(setOpen(true)),
      view.onDidCollapseElement(setOpen(false)),
      view.onDidChangeVisibility(this.#openIfVisible),
      session.onDidChange(({ sameAccount }) => {
        if (!sameAccount) {
          this.#isLeftOver = this.#paintedRows !== undefined && this.#paintedRows.length > 0;
          this.#paintedRows = undefined;
          this.tree.forgetSelection();
          this.items.clear();
        }
        // Signing in can fail without the list changing.
        this.#head.showMessage();
        this.#update();
        this.#openIfVisible();
      }),
      session.onDidChangeStatus(() => {
        // Updates the time of the next try, or the end of the wait that the service asks for.
        this.#head.update();
        if (list.state.failure && !list.state.work) paint.later();
      }),
      arranger?.onDidChange((isOfUser) => {
        this.#head.update();
        // The user waits for a new arrangement, also while the list loads.
        if (isOfUser) paint.now();
        else paint.later();
      }),
      { dispose: list.onChange(this.#update) },
    ];
  }

  /** The selected rows of the service, as they are loaded now. */
  get selection(): readonly ServiceRow[] {
    return this.#withNewest(this.tree.selection).filter(isOfService);
  }

  get visible(): boolean {
    return this.tree.view.visible;
  }

  get onDidChangeVisibility(): vscode.Event<unknown> {
    return this.tree.view.onDidChangeVisibility;
  }

  /** Resolves with the clicked row, as it is loaded now; see `PaintedTree.clickedRow`. */
  async clickedRow(): Promise<Row | undefined> {
    const row = await this.tree.clickedRow();
    return row && this.#withNewest([row])[0];
  }

  get isChangesOnly(): boolean {
    return this.rows.changesOnly !== undefined;
  }

  showChangesOnly(on: boolean): void {
    if (on === this.isChangesOnly) return;
    this.rows.showChangesOnly(on);
    this.onChangesOnly();
    this.#head.update();
    this.tree.paint.now();
  }

  /** Returns the loaded rows. Never waits, and requests none. */
  childrenOf(parent: Row | undefined): readonly Row[] {
    if (parent) return parent.kind === 'group' ? this.rows.below(parent) : [];
    // The first paint shows the stored rows.
    this.#seenLast.restore(this.rows.name);
    this.items.begin();
    if (this.#isLeftOver) {
      // Without an empty paint, the rows of the new account would get the scroll position, the
      // selection and the focus that belong to the other.
      this.#isLeftOver = false;
      setImmediate(() => {
        this.tree.paint.now();
      });
      return [];
    }
    this.#paintedRows = this.#list.state.rows;
    this.#basis = this.#newBasis;
    return this.rows.top(this.#head.hasProblemRow);
  }

  parentOf(row: Row): Row | undefined {
    return this.rows.parentOf(row);
  }

  keyOf(row: Row): string {
    return 'key' in row ? row.key : row.kind;
  }

  itemOf(row: Row): vscode.TreeItem {
    if (isOfService(row)) return this.items.itemOf(row);
    return treeItem(
      row,
      { mark: 'key' in row ? this.marks.get(row.key) : undefined },
      {
        state: this.#list.state,
        problem: this.#head.problem,
        arranger: this.rows.arranged,
        changesOnly: this.isChangesOnly,
        shown: this.rows.shown,
      },
    );
  }

  /** What refreshes have found changed, and the user has not seen yet, by key. */
  get marks(): Marks {
    return this.#list.changes.marks;
  }

  prepare(rows: readonly Row[]): Promise<void> | undefined {
    return this.items.prepare(rows.filter(isOfService));
  }

  /** The tooltip of a row. Its code and counts are loaded only now. */
  tooltipOf(row: Row, token: vscode.CancellationToken) {
    if (!isOfService(row)) return undefined;
    const session = this.#list.rowOf(row.key) && this.#session;
    const mark = this.marks.get(row.key);
    return this.#late().then((late) => late.rowTooltip(row, mark, session, token));
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription?.dispose();
  }

  #withNewest(rows: readonly Row[]): readonly Row[] {
    return rows.flatMap((row): Row | readonly Row[] =>
      isOfService(row) ? (this.#list.rowOf(row.key) ?? []) : row,
    );
  }

  readonly #knownOf = ({ key }: ServiceRow) => {
    const isStatusSaid = !this.isChangesOnly && this.rows.arranged?.groupedBy === 'status';
    return { mark: this.marks.get(key), isStatusSaid };
  };

  readonly #openIfVisible = (): void => {
    if (!this.visible) return;
    const { name } = this.rows;
    // Stored rows are painted before anything else is done, also those of the other view: loading
    // the code for requests takes 20 ms and delays the painting.
    if (this.#seenLast.restore(name)) this.#opening.restart(UNTIL_PAINTED_MS);
    else void this.#open();
  };

  async #open(): Promise<void> {
    const open = () => openList(this.#session, this.#list);
    if (this.#list.state.rows.length > 0) await open();
    else await withViewProgress(this.tree.id, open);
  }

  readonly #update = (): void => {
    const { state } = this.#list;
    const { paint } = this.tree;
    const { work } = state;
    const isAllUnderWay = work === 'all' && this.#work === 'all';
    this.#work = work;
    if (this.rows.followChanges()) this.onChangesOnly();
    // Creating the formats of numbers and times takes 20 to 50 ms.
    if (state.restored) this.#heading.restart(UNTIL_PAINTED_MS);
    else this.#head.update();
    // The first paint shows what is loaded or restored by then.
    const isFirst = this.#paintedRows === undefined && !this.#isLeftOver;
    if (isFirst && (state.restored || !this.visible)) return;
    if (isAllUnderWay) paint.later();
    else if (work === 'first') return;
    else if (work) this.#lasting.soon(LASTING_MS);
    else {
      this.#lasting.cancel();
      if (this.#isOutdated) paint.now();
      // The rows may be other objects, with other links.
      else paint.later();
    }
  };

  /** Whether the user would see another list in a new paint. */
  get #isOutdated(): boolean {
    const basis = this.#newBasis;
    if (this.#basis.some((part, index) => part !== basis[index])) return true;
    const { rows } = this.#list.state;
    const painted = this.#paintedRows ?? [];
    return rows.some((row, at) => {
      const before = painted[at];
      return before?.key !== row.key || differs(before, row);
    });
  }

  /** What decides which rows a paint shows, besides their own texts. */
  get #newBasis(): readonly unknown[] {
    const { rows, hasMore, work, failure } = this.#list.state;
    const { arranged, changesOnly } = this.rows;
    const marks = [...this.marks].map(([key, { kind }]) => `${key} ${kind}`);
    return [
      ...[rows.length, hasMore, work, failure?.during, failure?.failure.kind],
      ...[this.#head.hasProblemRow, arranged?.topRows(), changesOnly, marks.join('\n')],
    ];
  }
}
