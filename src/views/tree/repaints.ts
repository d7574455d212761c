import type * as vscode from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import type { ServiceRow } from '../../lists/index.ts';
import { OpenHover } from './openHover.ts';
import { repaintedTogether } from './repaintedTogether.ts';
import type { TreeModel } from './treeModel.ts';
import { isOfService, type Row } from './treeNodes.ts';
import type { TreeSelection } from './treeSelection.ts';
import type { ViewHeader } from './viewHeader.ts';

/**
 * The least time between repaints during a Load All. A repaint costs time for each row, so for each
 * painted row a tenth of a millisecond is added.
 */
const REPAINT_MS = 400;
const REPAINT_MS_PER_ROW = 0.1;
/**
 * The delay before a change is painted that matters only if it lasts, such as a spinner. The editor
 * paints the first change at once and delays the next by 200 ms, so new rows would have to wait.
 */
const LASTING_MS = 250;

/** To repaint more rows than this, painting the whole tree is cheaper. */
const MOST_ROWS_ONE_BY_ONE = 20;

/** Decides when the rows of a tree are repainted, and whether one by one or all. */
export class Repaints implements vscode.Disposable {
  readonly hover: OpenHover;
  /** How many paints of the whole tree wait for the list. They will show the newest rows. */
  paintsUnderWay = 0;
  readonly #changed: Pick<vscode.EventEmitter<Row[] | undefined>, 'fire'>;
  readonly #tree: TreeModel;
  readonly #selected: Pick<TreeSelection, 'rows'>;
  readonly #head: ViewHeader;
  readonly #next: Later;

  /** @param changed has the editor repaint rows, or the whole tree. */
  constructor(
    changed: Pick<vscode.EventEmitter<Row[] | undefined>, 'fire'>,
    tree: TreeModel,
    selected: Pick<TreeSelection, 'rows'>,
    head: ViewHeader,
    clock: Clock,
  ) {
    this.#changed = changed;
    this.#tree = tree;
    this.#selected = selected;
    this.#head = head;
    this.#next = new Later(clock, this.#repaint);
    this.hover = new OpenHover(clock, this.#withSelected, this.rows, this.#repaintAlone);
  }

  /** Call this after each change of the list: repaints now, or later if the list is being read. */
  follow(): void {
    if (this.paintsUnderWay > 0) return;
    const { work } = this.#tree.list.state;
    if (work === 'all' && this.#tree.wasPainted) {
      this.#next.soon(REPAINT_MS + this.#tree.paintedCount * REPAINT_MS_PER_ROW);
    } else if (work === 'more' || work === 'refresh') this.#next.soon(LASTING_MS);
    else this.#next.now();
  }

  /** Repaints now: the whole tree, or if its rows are the same, `Load more` and the problem. */
  now(): void {
    this.#next.now();
  }

  /** Repaints these rows or their ranges; the whole tree if they are many or it is outdated. */
  readonly rows = (keys: readonly string[]): void => {
    this.#head.describe();
    const rows = this.#isSame ? this.#loaded(this.#withSelected(keys)) : undefined;
    if (!rows || rows.length > MOST_ROWS_ONE_BY_ONE) this.#changed.fire(undefined);
    else if (rows.length > 0) {
      this.#changed.fire([...new Set(rows.map((row) => this.#tree.rangeOf(row) ?? row))]);
    }
  };

  /** As `rows`, for changes not made by the user: a row with an open tooltip is repainted later. */
  quietly(keys: readonly string[]): void {
    const free = this.hover.letPass(keys, MOST_ROWS_ONE_BY_ONE);
    if (free.length > 0) this.rows(free);
  }

  dispose(): void {
    this.#next.cancel();
    this.hover.dispose();
  }

  /** Whether a paint of the whole tree would show the same rows. */
  get #isSame(): boolean {
    return this.#tree.isUpToDate(this.#head.hasProblemRow);
  }

  readonly #repaint = (): void => {
    if (!this.#isSame) {
      this.#changed.fire(undefined);
      return;
    }
    const { loadMore, problem, list } = this.#tree;
    const own = [
      ...(list.state.hasMore ? [loadMore] : []),
      ...(this.#head.hasProblemRow ? [problem] : []),
    ];
    if (own.length > 0) this.#changed.fire(own);
  };

  /** Repaints rows, unless their range or the whole tree would have to be repainted for that. */
  readonly #repaintAlone = (keys: readonly string[]): void => {
    const rows = this.#loaded(keys);
    if (rows.length === 0 || rows.length > MOST_ROWS_ONE_BY_ONE || !this.#isSame) return;
    if (rows.every((row) => this.#tree.rangeOf(row) === undefined)) this.#changed.fire(rows);
  };

  readonly #withSelected = (keys: readonly string[]): readonly string[] => {
    const keysOf = (rows: readonly Row[]) => rows.filter(isOfService).map(({ key }) => key);
    const loaded = keysOf(this.#loaded(keys));
    // So many are repainted with the whole tree, which keeps the selection.
    if (loaded.length > MOST_ROWS_ONE_BY_ONE) return loaded;
    return repaintedTogether(
      loaded,
      keysOf(this.#selected.rows),
      () => keysOf(this.#tree.inOrder),
      (key) => keysOf(this.#loaded([key]).flatMap((row) => this.#tree.repaintedWith(row))),
    );
  };

  #loaded(keys: readonly string[]): ServiceRow[] {
    return keys.flatMap((key) => this.#tree.list.rowOf(key) ?? []);
  }
}
