import { problemOf } from '../../connection/catalog.ts';
import type { Session } from '../../connection/session.ts';
import type { Marks } from '../../core/lists/changeMarks.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { hasProblemRow, type ListProblem } from '../../core/messages/failureMessages.ts';
import type { ListName, ServiceRow } from '../../lists/index.ts';
import type { ProjectsArranger } from './projectsArranger.ts';
import { type GoneRow, type GroupRow, isOfService, type OwnRow, type Row } from './rows.ts';

export type AnyList = PagedList<ServiceRow>;

/**
 * The most rows of the service that a tree shows, those of open groups included. The editor receives
 * all of them at each paint, which takes a third of a second for ten thousand (`npm run bench`).
 */
export const MOST_ROWS = 10_000;

/** The rows of one tree: those of its list, as arranged, and its own, such as `Load more`. */
export class ListRows {
  readonly name: ListName;
  readonly list: AnyList;
  readonly #session: Pick<Session, 'failure' | 'host' | 'retryAt'>;
  readonly #arranger: ProjectsArranger | undefined;
  readonly #closed = new Set<string>();
  readonly #inGroups = new Map<string, readonly Row[]>();
  changesOnly = false;
  /** How many rows of the service the last paint has shown, those in closed groups not counted. */
  shown = 0;

  constructor(
    name: ListName,
    list: AnyList,
    session: Pick<Session, 'failure' | 'host' | 'retryAt'>,
    arranger: ProjectsArranger | undefined,
  ) {
    this.name = name;
    this.list = list;
    this.#session = session;
    this.#arranger = arranger;
  }

  /** Why the last operation of the list failed, or why there is no connection. */
  get problem(): ListProblem | undefined {
    return problemOf(this.#session, this.list.state);
  }

  /** Whether a row says why the list could not be read, or why there is no connection. */
  get hasProblemRow(): boolean {
    return this.#session.failure !== undefined || hasProblemRow(this.list.state);
  }

  get arranged(): ProjectsArranger | undefined {
    return this.#arranger?.isOn ? this.#arranger : undefined;
  }

  /**
   * Shows all rows again if no change is left. Call this after each change of the list.
   * @returns whether it did that.
   */
  endChangesOnly(): boolean {
    // Before the list is read, it is not known which changes there are.
    const isOver = this.changesOnly && this.list.state.asOf !== undefined && this.marks.size === 0;
    if (isOver) this.changesOnly = false;
    return isOver;
  }

  top(): readonly Row[] {
    const rows = this.#topRows;
    const { hasMore, work } = this.list.state;
    const own = (kind: OwnRow['kind']): OwnRow => ({ kind, list: this.name });
    let loaded = rows.filter(isOfService).length;
    this.shown = Math.min(loaded, MOST_ROWS);
    this.#inGroups.clear();
    for (const row of rows) {
      if (row.kind !== 'group' || this.#closed.has(row.key)) continue;
      const below = row.rows.slice(0, MOST_ROWS - this.shown);
      this.#inGroups.set(row.key, below);
      loaded += row.rows.length;
      this.shown += below.length;
    }
    return [
      ...(this.hasProblemRow ? [own('problem')] : []),
      ...rows.slice(0, MOST_ROWS),
      ...this.goneRows,
      // Load All may read the list a second time after its last page.
      ...(hasMore || work === 'all' ? [own('loadMore')] : []),
      ...(loaded > this.shown ? [own('limit')] : []),
    ];
  }

  /** The rows of a group, as of the last `top`. */
  below(group: GroupRow): readonly Row[] {
    return this.#inGroups.get(group.key) ?? group.rows.slice(0, MOST_ROWS - this.shown);
  }

  /** @returns whether other groups may show more or fewer rows because of that. */
  setOpen(group: GroupRow, isOpen: boolean): boolean {
    if (isOpen) this.#closed.delete(group.key);
    else this.#closed.add(group.key);
    return this.list.state.rows.length > MOST_ROWS;
  }

  parentOf(row: Row): GroupRow | undefined {
    return isOfService(row) && !this.changesOnly ? this.arranged?.groupOf(row) : undefined;
  }

  /** Whether a row is shown, or would be if its group were open and the tree had no limit. */
  shows(row: ServiceRow): boolean {
    return this.isAmongChanges(row) && (this.arranged?.shows(row) ?? true);
  }

  isAmongChanges({ key }: ServiceRow): boolean {
    return !this.changesOnly || this.marks.has(key);
  }

  /** Whether a row that `shows` accepts is beyond the limit, as of the last `top`. */
  isBeyondLimit(row: ServiceRow): boolean {
    const group = this.parentOf(row);
    if (group) return !this.below(group).includes(row);
    return this.#topRows.indexOf(row) >= MOST_ROWS;
  }

  /** The service's rows in the order of the tree, those in closed groups and beyond the limit too. */
  get inOrder(): readonly ServiceRow[] {
    const top = this.arranged?.topRows() ?? this.list.state.rows;
    const rows = top.flatMap((row): readonly Row[] => (row.kind === 'group' ? row.rows : [row]));
    return rows.filter(isOfService).filter((row) => this.isAmongChanges(row));
  }

  /** The first row of the service, or its group if it is in one. */
  get first(): Row | undefined {
    return this.#topRows[0] ?? this.goneRows[0];
  }

  /** What refreshes have found changed, and the user has not seen yet, by key. */
  get marks(): Marks {
    return this.list.changes.marks;
  }

  get marked(): readonly ServiceRow[] {
    return [...this.marks.keys()].flatMap((key) => this.list.rowOf(key) ?? []);
  }

  /** The rows that are gone, shown below all but the last rows unless the filter hides them. */
  get goneRows(): readonly GoneRow[] {
    return [...this.marks].flatMap(([key, mark]): GoneRow[] => {
      if (mark.kind !== 'gone' || this.arranged?.showsGone(key, mark.was) === false) return [];
      return [{ kind: 'gone', key, list: this.name, name: mark.was.name }];
    });
  }

  /** Without groups while only changes are shown. */
  get #topRows(): readonly Row[] {
    if (this.changesOnly) return this.inOrder;
    return this.arranged?.topRows() ?? this.list.state.rows;
  }
}
