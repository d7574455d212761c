import * as vscode from 'vscode';
import type { RowsSeenLast } from '../../connection/rowsSeenLast.ts';
import type { Session } from '../../connection/session.ts';
import { besideName } from '../../core/base/displayText.ts';
import { Later } from '../../core/base/later.ts';
import type { ListMarks } from '../../core/lists/changeMarks.ts';
import { type ListName, rowName, type ServiceRow } from '../../lists/index.ts';
import { dragRows } from './dragRows.ts';
import { ListOpening } from './listOpening.ts';
import { OpenHover } from './openHover.ts';
import type { ProjectsArranger } from '../arranger/projectsArranger.ts';
import { SelectionKeeper } from './selectionKeeper.ts';
import type { rowTooltip } from '../tooltips.ts';
import { shortenLabel, treeItem } from './treeItems.ts';
import { type AnyList, TreeModel } from './treeModel.ts';
import { type GoneRow, type GroupRow, isOfService, type RangeRow, type Row } from './treeNodes.ts';
import { ViewHeader } from './viewHeader.ts';

/**
 * The least time between repaints while all of a list is read. A repaint costs time for each row,
 * so longer lists repaint less often: plus a tenth of a millisecond per row.
 */
const REPAINT_MS = 400;
const REPAINT_MS_PER_ROW = 0.1;
/**
 * After a change that matters only if it lasts, such as a spinner. The editor paints the first
 * change at once and delays the next by 200 ms, so new rows would have to wait for it.
 */
const LASTING_MS = 250;

/** To repaint more rows than this, painting the whole tree is cheaper. */
const MOST_ROWS_ONE_BY_ONE = 20;

/** What is loaded at the first hover. */
export interface WithTooltip {
  readonly rowTooltip: typeof rowTooltip;
}

/** The tree of one list. It shows the rows of its list and requests the first page. */
export class ListView implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  /** Changes that were not viewed yet. They follow the list before this view does. */
  readonly marks: ListMarks;
  readonly #list: AnyList;
  readonly #session: Session;
  readonly #late: () => Promise<WithTooltip>;
  readonly #view: vscode.TreeView<Row>;
  readonly #changed = new vscode.EventEmitter<Row | undefined>();
  readonly #rows: TreeModel;
  readonly place: SelectionKeeper;
  readonly head: ViewHeader;
  readonly hover: OpenHover;
  /** Adds to the item of a row what a feature shows there; see `repaintRows`. */
  decorate: ((item: vscode.TreeItem, row: Row) => void) | undefined;
  readonly #opening: ListOpening;
  readonly #repaints: Later;
  readonly #subscriptions: readonly ({ dispose(): unknown } | undefined)[];
  #paintsUnderWay = 0;

  readonly onDidChangeTreeData = this.#changed.event;

  /**
   * @param late loads what writes the tooltips.
   * @param arranger how to arrange the rows; left out, they stand as the service lists them.
   */
  constructor(
    name: ListName,
    list: AnyList,
    session: Session,
    seenLast: Pick<RowsSeenLast, 'restore' | 'marks'>,
    late: () => Promise<WithTooltip>,
    arranger?: ProjectsArranger,
  ) {
    this.#list = list;
    this.#session = session;
    this.#late = late;
    this.marks = seenLast.marks[name];
    this.#rows = new TreeModel(name, list, this.marks, arranger);
    this.#view = vscode.window.createTreeView<Row>(`mintscope.${name}`, {
      treeDataProvider: this,
      canSelectMany: true,
      dragAndDropController: dragRows,
    });
    this.#repaints = new Later(session.clock, this.#repaint);
    this.place = new SelectionKeeper(this.#view, this.#rows, this.marks, session.clock);
    this.head = new ViewHeader(this.#view, this.#rows, session, this.marks);
    const updateHead = () => {
      this.head.update();
    };
    const shown = { name, view: this.#view, list, updateHead };
    this.#opening = new ListOpening({ ...shown, session, seenLast });
    this.hover = new OpenHover(session.clock, this.repaintRows, this.#repaintAlone);
    this.marks.onSeen(this.repaintRows);
    this.#subscriptions = [
      this.#view,
      this.#changed,
      this.place,
      this.head,
      this.#opening,
      { dispose: this.#repaints.cancel },
      this.hover,
      session.onDidChange(({ sameAccount }) => {
        if (!sameAccount) {
          if (this.#rows.handed > 0) this.#opening.clearFirst();
          this.place.forget();
          this.#rows.forget();
        }
        // Signing in can fail without the list changing.
        this.head.showMessage();
      }),
      session.onDidChangeStatus(() => {
        this.head.describe();
        // The time of the next try.
        if (!list.state.failure || list.state.work) return;
        this.head.showMessage();
        this.#repaints.now();
      }),
      arranger?.onDidChange(() => {
        this.#rearranged();
      }),
      { dispose: list.onChange(this.#update) },
    ];
  }

  /**
   * The selected rows as they are loaded now, in the order of the selection. The editor may still
   * report rows that are gone, such as those of the account before.
   */
  get selection(): readonly ServiceRow[] {
    const selected = this.#view.selection.filter(isOfService);
    if (selected.length === 0) return [];
    const loaded = new Map(this.#list.state.rows.map((row) => [row.key, row]));
    return selected.flatMap(({ key }) => loaded.get(key) ?? []);
  }

  /** The selected row that the service no longer lists, if it is the only one. */
  get selectedGone(): GoneRow | undefined {
    const [row, ...others] = this.#view.selection;
    return row?.kind === 'gone' && others.length === 0 ? row : undefined;
  }

  get visible(): boolean {
    return this.#view.visible;
  }

  get onDidChangeVisibility(): vscode.Event<unknown> {
    return this.#view.onDidChangeVisibility;
  }

  /** Returns the loaded rows. Waits for the first page only, and not if rows were stored. */
  async getChildren(parent?: Row): Promise<Row[]> {
    if (parent) return this.#rows.below(parent);
    this.#paintsUnderWay++;
    try {
      if (!(await this.#opening.beforePaint())) {
        setImmediate(() => {
          this.#changed.fire(undefined);
        });
        return [];
      }
    } finally {
      this.#paintsUnderWay--;
    }
    return this.place.keptBy(() => this.#rows.top(this.head.hasProblemRow));
  }

  getParent(row: Row): GroupRow | RangeRow | undefined {
    return this.#rows.parentOf(row);
  }

  showChangesOnly(on: boolean): void {
    const { changesOnly } = this.#rows;
    if (on === changesOnly.isOn) return;
    if (on) changesOnly.start(this.marks.marks);
    else changesOnly.end();
    this.#rearranged();
  }

  /** For rows that a throttled repaint has not shown yet. */
  paintNow(): void {
    this.#repaints.now();
  }

  getTreeItem(row: Row): vscode.TreeItem {
    const { marks } = this.marks;
    const item = treeItem(row, {
      state: this.#list.state,
      problem: this.head.problem,
      mark: 'key' in row ? marks.get(row.key) : undefined,
      arranger: this.#rows.arranged,
      changesOnly: this.#rows.changesOnly.isOn,
      range: row.kind === 'range' ? this.#rows.contextOf(row, marks) : undefined,
    });
    if (isOfService(row)) item.id = this.#rows.takenIdOf(row) ?? row.key;
    this.decorate?.(item, row);
    if (isOfService(row) && typeof item.description === 'string') {
      const name = rowName(row);
      if (row.kind === 'project') shortenLabel(item, name, item.description);
      item.description = besideName(name, item.description);
    }
    return item;
  }

  /** Adds the tooltip. Its code is loaded, and its counts are requested, when it is wanted. */
  async resolveTreeItem(item: vscode.TreeItem, row: Row, token: vscode.CancellationToken) {
    if (!isOfService(row)) return item;
    this.hover.open(row.key);
    const { rowTooltip } = await this.#late();
    const session = this.#rows.rowOf(row.key) && this.#session;
    item.tooltip = await rowTooltip(row, this.marks.marks.get(row.key), session, token);
    return item;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription?.dispose();
  }

  readonly #update = (): void => {
    const { state } = this.#list;
    this.#rows.changesOnly.follow(this.marks.marks, state);
    if (state.restored) {
      // The first paint shows restored rows.
      if (!this.#rows.wasPainted) return;
      this.#opening.updateHeadSoon();
    } else this.head.update();
    this.#rows.takePlaceOfLoadMore();
    // A paint that is waiting for the list will show the new rows.
    if (this.#paintsUnderWay > 0) return;
    if (state.work === 'all' && this.#rows.wasPainted) {
      this.#repaints.soon(REPAINT_MS + this.#rows.handed * REPAINT_MS_PER_ROW);
    } else if (state.work === 'more' || state.work === 'refresh') this.#repaints.soon(LASTING_MS);
    else this.#repaints.now();
  };

  readonly #repaint = (): void => {
    const { hasProblemRow } = this.head;
    if (!this.#rows.isUpToDate(hasProblemRow)) {
      this.#changed.fire(undefined);
      return;
    }
    if (this.#list.state.hasMore) this.#changed.fire(this.#rows.loadMore);
    if (hasProblemRow) this.#changed.fire(this.#rows.problem);
  };

  /** Repaints rows by their keys, or their ranges: one by one, or the whole tree for many. */
  readonly repaintRows = (keys: readonly string[]): void => {
    this.head.describe();
    const seen = new Set(keys);
    const rows = this.#list.state.rows.filter(({ key }) => seen.has(key));
    const isSame = this.#rows.isUpToDate(this.head.hasProblemRow);
    if (!isSame || rows.length > MOST_ROWS_ONE_BY_ONE) this.#changed.fire(undefined);
    else {
      const changed = rows.map((row) => this.#rows.rangeOf(row) ?? row);
      for (const row of new Set(changed)) this.#changed.fire(row);
    }
  };

  /** Repaints a row if no other row needs to be painted with it. */
  readonly #repaintAlone = (key: string): void => {
    const row = this.#rows.rowOf(key);
    if (!row || !this.#rows.isUpToDate(this.head.hasProblemRow)) return;
    if (this.#rows.rangeOf(row) === undefined) this.#changed.fire(row);
  };

  /** As `repaintRows`, for what arrives without the user: the row under the pointer waits. */
  repaintQuietly(keys: readonly string[]): void {
    const free = this.hover.letPass(keys, MOST_ROWS_ONE_BY_ONE);
    if (free.length > 0) this.repaintRows(free);
  }

  #rearranged(): void {
    this.#update();
    // The user waits for it, also while a list loads.
    if (this.#list.state.work && this.#paintsUnderWay === 0) this.#repaints.now();
  }
}
