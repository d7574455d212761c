import type { Collection, Project } from '../core/domain.ts';
import type { ListState } from '../core/listState.ts';
import type { ListName } from '../core/listWords.ts';
import type { LazyArranger } from './lazyArranger.ts';
import type { RowArranger } from './rowArranger.ts';
import type { LoadMoreRow, ProblemRow, RemedyRow, Row } from './rows.ts';

/** What stands in one tree: the rows of its list, arranged if wanted, and what stands around them. */
export class TreeRows {
  readonly loadMore: LoadMoreRow;
  readonly #problem: ProblemRow;
  readonly #remedy: RemedyRow;
  readonly #list: { readonly state: ListState<Project | Collection> };
  readonly #arranger: LazyArranger | undefined;
  /** What the tree was last painted from. */
  #painted: readonly unknown[] | undefined;

  constructor(
    name: ListName,
    list: { readonly state: ListState<Project | Collection> },
    arranger: LazyArranger | undefined,
  ) {
    this.loadMore = { kind: 'loadMore', list: name };
    this.#problem = { kind: 'problem', list: name };
    this.#remedy = { kind: 'remedy', list: name };
    this.#list = list;
    this.#arranger = arranger;
  }

  /** `undefined` while the rows stand as the service lists them. */
  get arranged(): RowArranger | undefined {
    return this.#arranger?.loaded;
  }

  get wasPainted(): boolean {
    return this.#painted !== undefined;
  }

  /** Whether a paint would show the same rows, if perhaps with other words. */
  get isUpToDate(): boolean {
    const basis = this.#basis;
    const same = this.#painted?.every((part, at) => part === basis[at]) ?? false;
    return same && this.#list.state.rows.length > 0;
  }

  /** The row whose words change while nothing else does, if one does. */
  counting(): Row {
    return this.#list.state.hasMore ? this.loadMore : this.#remedy;
  }

  /**
   * For a paint of the whole tree.
   * @param failed whether there is a reason for having no rows.
   */
  top(failed: boolean): Row[] {
    const { rows, hasMore } = this.#list.state;
    const top = this.arranged?.topRows() ?? rows;
    this.#painted = this.#basis;
    if (rows.length > 0 || hasMore) return hasMore ? [...top, this.loadMore] : [...top];
    return failed ? [this.#problem, this.#remedy] : [];
  }

  below(parent: Row): Row[] {
    return parent.kind === 'group' ? [...(this.arranged?.rowsOf(parent) ?? [])] : [];
  }

  /** The next paint is due also where there was and is nothing: other words may stand there. */
  forget(): void {
    this.#painted = undefined;
  }

  get #basis(): readonly unknown[] {
    const { rows, hasMore } = this.#list.state;
    const { arranged } = this;
    // Of rows that came and do not match, only the words for no match at all tell.
    const counts = !arranged || arranged.matching === 0;
    return [rows, hasMore, arranged?.version, counts ? rows.length : undefined];
  }
}
