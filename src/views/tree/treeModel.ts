import type { ListMarks } from '../../core/lists/listMarks.ts';
import type { Marks } from '../../core/lists/changeMarks.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { ListName, ServiceRow } from '../../lists/index.ts';
import type { ProjectsArranger } from '../arranger/projectsArranger.ts';
import { ChangesOnly } from './changesOnly.ts';
import { MOST_SIBLINGS, RowRanges } from './rowRanges.ts';
import {
  type GoneRow,
  type GroupRow,
  isOfService,
  type LoadMoreRow,
  type ProblemRow,
  type RangeRow,
  type Row,
} from './treeNodes.ts';

export type AnyList = PagedList<ServiceRow>;

export interface RangeContext {
  /** The positions of its first and last row among their siblings, from 1. */
  readonly bounds: readonly [first: number, last: number];
  readonly rows: readonly Row[];
  readonly marks: Marks;
}

/** The rows of one tree: those of its list, as arranged, and its own, such as `Load more`. */
export class TreeModel {
  readonly problem: ProblemRow;
  readonly changesOnly = new ChangesOnly();
  readonly name: ListName;
  readonly list: AnyList;
  readonly #marks: Pick<ListMarks, 'marks'>;
  readonly #arranger: ProjectsArranger | undefined;
  readonly #top = new RowRanges();
  readonly #inGroups = new WeakMap<GroupRow, RowRanges>();
  /** The row that loads the next page; a new object each time a row took its place. */
  loadMore: LoadMoreRow;
  /** How many rows were loaded when Load More began; `undefined` while it is not running. */
  beforeMore: number | undefined;
  /** The tree ids that rows took over from `Load more`, by the keys of the rows. */
  readonly #takenIds = new Map<string, string>();
  /** The number of rows in the last paint, including those of groups and ranges. */
  paintedCount = 0;
  /** The state that the tree was last painted from. */
  #painted: readonly unknown[] | undefined;

  #gone: readonly GoneRow[] = [];
  /** The marks that `#gone` was made from. */
  #goneFrom: Marks | undefined;

  constructor(
    name: ListName,
    list: AnyList,
    marks: Pick<ListMarks, 'marks'>,
    arranger: ProjectsArranger | undefined,
  ) {
    this.name = name;
    this.loadMore = loadMoreRow(name, 'loadMore');
    this.problem = { kind: 'problem', list: name };
    this.list = list;
    this.#marks = marks;
    this.#arranger = arranger;
  }

  /**
   * Gives the tree id of `Load more` to the first row that Load More has brought. The editor keeps
   * focus and selection by id, so they move to that row if they are still on `Load more`, and stay
   * otherwise; `reveal` with focus would move them in any case.
   * Does nothing if that row stands elsewhere: in a range, or while rows are arranged or hidden.
   */
  takePlaceOfLoadMore(): void {
    if (!this.beforeMore) return;
    const { rows } = this.list.state;
    const first = rows[this.beforeMore];
    if (!first || rows.length > MOST_SIBLINGS) return;
    if (this.arranged || this.changesOnly.isOn) return;
    if (this.#takenIds.has(first.key)) return;
    this.#takenIds.set(first.key, this.loadMore.key);
    this.loadMore = loadMoreRow(this.name, `loadMore/${first.key}`);
  }

  takenIdOf({ key }: ServiceRow): string | undefined {
    return this.#takenIds.get(key);
  }

  /** The service's rows in the order of the tree, also those in closed groups and ranges. */
  get inOrder(): readonly ServiceRow[] {
    const top = this.arranged?.topRows() ?? this.list.state.rows;
    const rows = top.flatMap((row): readonly Row[] =>
      row.kind === 'group' ? (this.arranged?.rowsOf(row) ?? []) : [row],
    );
    return rows.filter(isOfService).filter((row) => this.changesOnly.shows(row));
  }

  marked(marks: Marks): readonly ServiceRow[] {
    return marks.size === 0 ? [] : this.list.state.rows.filter(({ key }) => marks.has(key));
  }

  /** The rows that are gone, shown below all but `Load more`; another array when they change. */
  get goneRows(): readonly GoneRow[] {
    const { marks } = this.#marks;
    if (marks === this.#goneFrom) return this.#gone;
    this.#goneFrom = marks;
    const shown = new Map(this.#gone.map((row) => [row.key, row]));
    const gone = [...marks].flatMap(([key, mark]): GoneRow[] => {
      if (mark.kind !== 'gone') return [];
      return [shown.get(key) ?? { kind: 'gone', key, list: this.name, name: mark.was.name }];
    });
    const same =
      gone.length === this.#gone.length && gone.every((row, index) => row === this.#gone[index]);
    return same ? this.#gone : (this.#gone = gone);
  }

  /** The rows at the top level, before `Load more`; without groups while only changes are shown. */
  get topRows(): readonly Row[] {
    if (this.changesOnly.isOn) return this.inOrder;
    return this.arranged?.topRows() ?? this.list.state.rows;
  }

  /** Whether a row is shown, or would be if its group and range were open. */
  shows(row: ServiceRow): boolean {
    return this.changesOnly.shows(row) && (this.arranged?.shows(row) ?? true);
  }

  /** The arranger while it is on. */
  get arranged(): ProjectsArranger | undefined {
    return this.#arranger?.isOn ? this.#arranger : undefined;
  }

  get wasPainted(): boolean {
    return this.#painted !== undefined;
  }

  /** Whether a paint would show the rows of the last one. Texts may differ. False without rows. */
  isUpToDate(failed: boolean): boolean {
    const basis = this.#basis(failed);
    const same = this.#painted?.every((part, index) => part === basis[index]) ?? false;
    return same && this.list.state.rows.length > 0;
  }

  /** The top level, for a paint of the whole tree. `failed` adds the problem row. */
  top(failed: boolean): Row[] {
    const { hasMore } = this.list.state;
    const top = this.#top.over(this.topRows);
    this.#painted = this.#basis(failed);
    this.paintedCount = top.length;
    const problem = failed ? [this.problem] : [];
    return [...problem, ...top, ...this.goneRows, ...(hasMore ? [this.loadMore] : [])];
  }

  below(parent: Row): Row[] {
    let rows: readonly Row[] = [];
    if (parent.kind === 'range') rows = this.#rangesIn(parent.group).rowsOf(parent);
    else if (parent.kind === 'group') {
      rows = this.#rangesIn(parent).over(this.arranged?.rowsOf(parent) ?? []);
    }
    this.paintedCount += rows.length;
    return [...rows];
  }

  /** The parent of a row: a range, a group, or none. It need not be painted yet. */
  parentOf(row: Row): GroupRow | RangeRow | undefined {
    if (row.kind === 'range') return row.group;
    if (row.kind === 'gone') return undefined;
    const group = this.#groupOf(row);
    const ranges = this.#rangesIn(group);
    if (group) ranges.over(this.arranged?.rowsOf(group) ?? []);
    else if (isOfService(row)) ranges.over(this.topRows);
    return ranges.rangeOf(row) ?? group;
  }

  /** Whether the last paint put the siblings of this row into ranges. */
  isFoldedAround(row: Row): boolean {
    return this.#rangesIn(this.#groupOf(row)).ranges.length > 0;
  }

  /** The range of a row in the last paint, if it was in one. */
  rangeOf(row: Row): RangeRow | undefined {
    return this.#rangesIn(this.#groupOf(row)).rangeOf(row);
  }

  /** The rows that have to be repainted in order to repaint this one: all of its range, or itself. */
  repaintedWith(row: Row): readonly Row[] {
    const range = this.rangeOf(row);
    return range ? this.#rangesIn(range.group).rowsOf(range) : [row];
  }

  contextOf(range: RangeRow, marks: Marks): RangeContext {
    const ranges = this.#rangesIn(range.group);
    const rows = ranges.rowsOf(range);
    const found = rows.filter(isOfService).flatMap(({ key }) => {
      const mark = marks.get(key);
      return mark ? ([[key, mark]] as const) : [];
    });
    return { bounds: ranges.bounds(range), rows, marks: new Map(found) };
  }

  #groupOf(row: Row): GroupRow | undefined {
    return this.changesOnly.isOn ? undefined : this.arranged?.groupOf(row);
  }

  #rangesIn(group: GroupRow | undefined): RowRanges {
    if (!group) return this.#top;
    const ranges = this.#inGroups.get(group) ?? new RowRanges(group);
    this.#inGroups.set(group, ranges);
    return ranges;
  }

  /** Forgets the last paint, so that the first rows of another account are painted at once. */
  forget(): void {
    this.#painted = undefined;
    this.#takenIds.clear();
    this.loadMore = loadMoreRow(this.name, 'loadMore');
  }

  #basis(failed: boolean): readonly unknown[] {
    const { rows, hasMore } = this.list.state;
    const { arranged } = this;
    // While a filter is on, added rows that do not match need a repaint only if no row matches:
    // `Load more` then says how many were searched.
    const count = !arranged || arranged.matching === 0 ? rows.length : undefined;
    return [rows, hasMore, failed, arranged?.version, count, this.changesOnly.keys, this.goneRows];
  }
}

function loadMoreRow(list: ListName, key: string): LoadMoreRow {
  return { kind: 'loadMore', list, key };
}
