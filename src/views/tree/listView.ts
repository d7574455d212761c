import * as vscode from 'vscode';
import type { RowsSeenLast } from '../../connection/rowsSeenLast.ts';
import type { Session } from '../../connection/session.ts';
import { besideName } from '../../core/base/displayText.ts';
import type { ListMarks } from '../../core/lists/listMarks.ts';
import { type ListName, rowName, type ServiceRow } from '../../lists/index.ts';
import { dragRows, type WithAddresses } from './dragRows.ts';
import { ListOpening } from './listOpening.ts';
import type { ProjectsArranger } from '../arranger/projectsArranger.ts';
import { PaintEnd } from './paintEnd.ts';
import { Repaints } from './repaints.ts';
import { SelectionKeeper } from './selectionKeeper.ts';
import type { rowTooltip } from '../tooltips.ts';
import { shortenLabel, treeItem } from './treeItems.ts';
import { type AnyList, TreeModel } from './treeModel.ts';
import { type GoneRow, type GroupRow, isOfService, type RangeRow, type Row } from './treeNodes.ts';
import { TreeSelection } from './treeSelection.ts';
import { ViewHeader } from './viewHeader.ts';

/** The late code that a hover and a drag need. */
export interface WithTooltip extends WithAddresses {
  readonly rowTooltip: typeof rowTooltip;
}

/** The tree of one list. It shows the rows of its list and requests the first page. */
export class ListView implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  /** The marks of the list. They are updated before this view follows a change of the list. */
  readonly marks: ListMarks;
  readonly #list: AnyList;
  readonly #session: Session;
  readonly #late: () => Promise<WithTooltip>;
  readonly #view: vscode.TreeView<Row>;
  readonly #changed = new vscode.EventEmitter<Row[] | undefined>();
  readonly #rows: TreeModel;
  readonly treeSelection: TreeSelection;
  readonly place: SelectionKeeper;
  readonly head: ViewHeader;
  readonly repaints: Repaints;
  readonly paintEnd: PaintEnd;
  /** Adds to the item of a row what a feature shows there; see `Repaints.rows`. */
  decorate: ((item: vscode.TreeItem, row: Row) => void) | undefined;
  /** Called when the view begins or ends to show only changes. */
  onChangesOnly: () => void = () => undefined;
  readonly #opening: ListOpening;
  readonly #subscriptions: readonly ({ dispose(): unknown } | undefined)[];

  readonly onDidChangeTreeData = this.#changed.event;

  /**
   * @param late loads what writes the tooltips.
   * @param arranger how to arrange the rows; left out, they are in the order of the service.
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
    this.paintEnd = new PaintEnd(session.clock);
    this.#rows = new TreeModel(name, list, this.marks, arranger);
    this.#view = vscode.window.createTreeView<Row>(`mintscope.${name}`, {
      treeDataProvider: this,
      canSelectMany: true,
      dragAndDropController: dragRows(late),
    });
    this.treeSelection = new TreeSelection(this.#view, list);
    this.place = new SelectionKeeper(this.#view, this.#rows, this.treeSelection, session.clock);
    this.head = new ViewHeader(this.#view, this.#rows, session, this.marks);
    const updateHead = () => {
      this.head.update();
    };
    const shown = { name, view: this.#view, list, updateHead };
    this.#opening = new ListOpening({ ...shown, session, seenLast });
    const { clock } = session;
    this.repaints = new Repaints(this.#changed, this.#rows, this.treeSelection, this.head, clock);
    this.marks.onSeen(this.repaints.rows);
    this.#subscriptions = [
      this.#view,
      this.#changed,
      this.treeSelection,
      this.place,
      this.head,
      this.#opening,
      this.repaints,
      this.treeSelection.onDidChange((rows) => {
        const keys = rows.flatMap((row) => ('key' in row ? [row.key] : []));
        this.repaints.hover.closed(keys);
        this.marks.select(keys);
      }),
      session.onDidChange(({ sameAccount }) => {
        if (!sameAccount) {
          if (this.#rows.paintedCount > 0) this.#opening.clearFirst();
          this.treeSelection.forget();
          this.place.forget();
          this.#rows.forget();
        }
        // Signing in can fail without the list changing.
        this.head.showMessage();
      }),
      session.onDidChangeStatus(() => {
        this.head.describe();
        // Updates the time of the next try, or the end of the wait that the service asks for.
        if (list.state.failure ?? list.state.work) this.head.showMessage();
        if (list.state.failure && !list.state.work) this.repaints.now();
      }),
      arranger?.onDidChange(() => {
        this.#rearranged();
      }),
      { dispose: list.onChange(this.#update) },
    ];
  }

  /** The selected rows of the service. */
  get selection(): readonly ServiceRow[] {
    return this.treeSelection.rows.filter(isOfService);
  }

  /** The selected row that the service no longer lists, if it is the only one. */
  get selectedGone(): GoneRow | undefined {
    const [row, ...others] = this.treeSelection.rows;
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
    if (parent) {
      this.#rowsReturned();
      return this.#rows.below(parent);
    }
    this.repaints.paintsUnderWay++;
    try {
      if (!(await this.#opening.beforePaint())) {
        setImmediate(() => {
          this.#changed.fire(undefined);
        });
        return [];
      }
    } finally {
      this.repaints.paintsUnderWay--;
    }
    this.#rowsReturned();
    return this.place.paintKeepingSelection(() => this.#rows.top(this.head.hasProblemRow));
  }

  getParent(row: Row): GroupRow | RangeRow | undefined {
    return this.#rows.parentOf(row);
  }

  get isChangesOnly(): boolean {
    return this.#rows.changesOnly.isOn;
  }

  showChangesOnly(on: boolean): void {
    const { changesOnly } = this.#rows;
    if (on === changesOnly.isOn) return;
    if (on) changesOnly.start(this.marks.marks);
    else changesOnly.end();
    this.#rearranged();
    this.onChangesOnly();
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

  /** Adds the tooltip of a row when it is hovered. Its code and counts are loaded only now. */
  async resolveTreeItem(item: vscode.TreeItem, row: Row, token: vscode.CancellationToken) {
    if (!isOfService(row)) return item;
    this.repaints.hover.open(row.key);
    const { rowTooltip } = await this.#late();
    const session = this.#list.rowOf(row.key) && this.#session;
    item.tooltip = await rowTooltip(row, this.marks.marks.get(row.key), session, token);
    return item;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription?.dispose();
  }

  readonly #update = (): void => {
    const { state } = this.#list;
    if (this.#rows.changesOnly.follow(this.marks.marks, state)) this.onChangesOnly();
    if (state.restored) {
      // The first paint shows restored rows.
      if (!this.#rows.wasPainted) return;
      this.#opening.updateHeadSoon();
    } else this.head.update();
    this.#rows.takePlaceOfLoadMore();
    this.repaints.follow();
  };

  #rowsReturned(): void {
    this.treeSelection.followPaint();
    this.paintEnd.rowsReturned();
  }

  #rearranged(): void {
    this.#update();
    // The user waits for the new arrangement, so the repaint is not delayed while the list loads.
    if (this.#list.state.work && this.repaints.paintsUnderWay === 0) this.repaints.now();
  }
}
