import { memo } from '../base/memo.ts';
import type { Project } from '../model/model.ts';
import { projectText } from '../search/searchText.ts';
import {
  type Arrangement,
  AS_LISTED,
  type Collator,
  groupProjects,
  type ProjectGroup,
  projectOrder,
  type SortBy,
} from './arrangement.ts';
import {
  filterNeedsStandings,
  hasText,
  isFiltering,
  matcher,
  NO_STANDINGS,
  type ProjectFilter,
  type Standings,
} from './projectFilter.ts';

/** Another array when any of the rows has changed. */
type Rows = readonly Project[];

/** The last result of a filter, and what it was computed from. */
interface Filtered {
  readonly from: Rows;
  readonly filter: ProjectFilter;
  readonly standings: Standings;
  readonly matching: Rows;
}

/**
 * The rows of a list as an arrangement shows them. Each step is computed when its result is read, and
 * again only if what it depends on has changed: then its result is another array.
 */
export class ArrangedProjects {
  readonly #collator: Collator;
  #rows: Rows = [];
  #arrangement = AS_LISTED;
  #standings = NO_STANDINGS;
  #shares = NO_STANDINGS;
  /**
   * The `projectText` of rows, stored while a text is searched: it costs most of a search. No
   * `WeakMap`, which takes ten times as long.
   */
  readonly #texts = new Map<Project, string>();
  #filtered: Filtered | undefined;

  constructor(collator: Collator) {
    this.#collator = collator;
  }

  /**
   * Says what to arrange, and how. Computes nothing yet.
   * @param standings for the filter and the groups.
   * @param shares for the order by progress.
   */
  update(
    rows: Rows,
    arrangement: Arrangement,
    standings: Standings = NO_STANDINGS,
    shares: Standings = standings,
  ): void {
    this.#rows = rows;
    this.#arrangement = arrangement;
    this.#standings = standings;
    this.#shares = shares;
    // A refresh replaces all rows.
    if (!hasText(arrangement.filter) || this.#texts.size > rows.length) this.#texts.clear();
  }

  /** The rows that match the filter, in the order of the list. */
  get matching(): Rows {
    const { filter } = this.#arrangement;
    if (!isFiltering(filter)) return this.#rows;
    const rows = this.#rows;
    const standings = filterNeedsStandings(filter) ? this.#standings : NO_STANDINGS;
    const before = this.#filtered;
    const isSame = before?.filter === filter && before.standings === standings;
    if (isSame && before.from === rows) return before.matching;
    // Pages are added one by one, so only their rows are tested.
    const isLonger = isSame && before.from.every((row, at) => row === rows[at]);
    const added = rows
      .slice(isLonger ? before.from.length : 0)
      .filter(matcher(filter, standings, this.#textOf));
    const known = isLonger ? before.matching : [];
    const matching = added.length === 0 && isLonger ? known : [...known, ...added];
    this.#filtered = { from: rows, filter, standings, matching };
    return matching;
  }

  /** The rows that match the filter, in order. */
  get shown(): Rows {
    const { sort, filter } = this.#arrangement;
    if (sort === 'service') return this.matching;
    const shares = sort === 'progress' ? this.#shares : NO_STANDINGS;
    const sorted = this.#sorted(this.#rows, sort, shares);
    return isFiltering(filter) ? this.#sortedMatching(sorted, this.matching) : sorted;
  }

  /** The rows of `shown` in groups; `undefined` while they are not grouped. */
  get groups(): readonly ProjectGroup[] | undefined {
    const { group } = this.#arrangement;
    const standings = group === 'attention' ? this.#standings : NO_STANDINGS;
    return group === 'none' ? undefined : this.#grouped(this.shown, group, standings);
  }

  readonly #sorted = memo((rows: Rows, by: SortBy, shares: Standings): Rows => {
    const order = projectOrder(by, this.#collator, shares);
    return order ? rows.toSorted(order) : rows;
  });

  readonly #sortedMatching = memo((sorted: Rows, matching: Rows): Rows => {
    const wanted = new Set(matching);
    return sorted.filter((row) => wanted.has(row));
  });

  readonly #grouped = memo((rows: Rows, by: ProjectGroup['by'], standings: Standings) =>
    groupProjects(rows, by, this.#collator, standings),
  );

  readonly #textOf = (row: Project): string => {
    const text = this.#texts.get(row) ?? projectText(row);
    this.#texts.set(row, text);
    return text;
  };
}
