import { memo } from '../base/memo.ts';
import type { Project } from '../model/model.ts';
import { projectText } from '../search/searchText.ts';
import {
  type Arrangement,
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

type Rows = readonly Project[];

/** Rows as an arrangement shows them. */
interface Arranged {
  /** The rows that match the filter, in order. */
  readonly shown: Rows;
  /** The same in groups; `undefined` while they are not grouped. */
  readonly groups: readonly ProjectGroup[] | undefined;
}

/** Arranges rows. Each step is computed again only if what it depends on has changed. */
export class ArrangedProjects {
  readonly #collator: Collator;
  /**
   * The `projectText` of rows, stored while a text is searched: it costs most of a search. No
   * `WeakMap`, which takes ten times as long.
   */
  readonly #texts = new Map<Project, string>();

  constructor(collator: Collator) {
    this.#collator = collator;
  }

  /**
   * @param standings for the filter and the groups.
   * @param shares for the order by progress.
   */
  of(
    rows: Rows,
    { filter, sort, group }: Arrangement,
    standings: Standings = NO_STANDINGS,
    shares: Standings = standings,
  ): Arranged {
    // A refresh replaces all rows.
    if (!hasText(filter) || this.#texts.size > rows.length) this.#texts.clear();
    const sorted = this.#sorted(rows, sort, sort === 'progress' ? shares : NO_STANDINGS);
    const known = filterNeedsStandings(filter) ? standings : NO_STANDINGS;
    const shown = isFiltering(filter) ? this.#matching(sorted, filter, known) : sorted;
    if (group === 'none') return { shown, groups: undefined };
    const alarms = group === 'attention' ? standings : NO_STANDINGS;
    return { shown, groups: this.#grouped(shown, group, alarms) };
  }

  readonly #sorted = memo((rows: Rows, by: SortBy, shares: Standings): Rows => {
    const order = projectOrder(by, this.#collator, shares);
    return order ? rows.toSorted(order) : rows;
  });

  readonly #matching = memo((rows: Rows, filter: ProjectFilter, standings: Standings): Rows =>
    rows.filter(matcher(filter, standings, this.#textOf)),
  );

  readonly #grouped = memo((rows: Rows, by: ProjectGroup['by'], standings: Standings) =>
    groupProjects(rows, by, this.#collator, standings),
  );

  readonly #textOf = (row: Project): string => {
    const text = this.#texts.get(row) ?? projectText(row);
    this.#texts.set(row, text);
    return text;
  };
}
