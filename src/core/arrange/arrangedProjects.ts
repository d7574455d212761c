import type { Project } from '../model/model.ts';
import { projectText } from '../search/searchText.ts';
import {
  type Arrangement,
  AS_LISTED,
  type Collator,
  type Compare,
  groupProjects,
  needsStandings,
  type ProjectGroup,
  projectOrder,
} from './arrangement.ts';
import {
  hasText,
  isFiltering,
  matcher,
  narrows,
  NO_STANDINGS,
  type ProjectFilter,
  type Standings,
} from './projectFilter.ts';
import { SortedList } from './sortedList.ts';

/** A filter that is tested in slices, before it is applied. */
interface Trial {
  readonly filter: ProjectFilter;
  readonly accepts: (entry: Entry) => boolean;
  readonly candidates: readonly Entry[];
  readonly found: Entry[];
  /** Rows that were added to the list since; not tested yet. */
  added: readonly Entry[];
  /** How many candidates were tested. */
  tested: number;
}

/**
 * The rows of a list, filtered, sorted and grouped. Works incrementally: added rows are inserted at
 * their places, and a filter that only became narrower is tested on the earlier matches. Another
 * array of rows is processed from the start.
 */
export class ArrangedProjects {
  readonly #collator: Collator;
  #arrangement = AS_LISTED;
  #standings = NO_STANDINGS;
  #shares = NO_STANDINGS;
  #rows: readonly Project[] = [];
  /** How many of the rows `update` has added to the lists below, as far as these exist. */
  #processed = 0;
  #compare: Compare<Entry> = byPlace;
  #accepts: ((entry: Entry) => boolean) | undefined;
  /** All rows in order; `undefined` while no filter, trial or sort order needs them. */
  #ordered: SortedList<Entry> | undefined;
  /** The matching rows in order; `undefined` while no filter is on. */
  #matching: SortedList<Entry> | undefined;
  #trial: Trial | undefined;
  /** Changes whenever the rows shown, their order or their groups change. */
  version = 0;
  #shown: readonly Project[] | undefined;
  #groups: readonly ProjectGroup[] | undefined;

  constructor(collator: Collator) {
    this.#collator = collator;
  }

  /** How many rows match; all of them while no filter is on. */
  get count(): number {
    return this.#matching?.length ?? this.#processed;
  }

  get shown(): readonly Project[] {
    const entries = (this.#matching ?? this.#ordered)?.items;
    return (this.#shown ??= entries ? entries.map(({ row }) => row) : this.#rows);
  }

  /** The matching rows in groups; `undefined` while they are not grouped. */
  get groups(): readonly ProjectGroup[] | undefined {
    const { group } = this.#arrangement;
    if (group === 'none') return undefined;
    return (this.#groups ??= groupProjects(this.shown, group, this.#collator, this.#standings));
  }

  /**
   * Updates `shown`, `groups`, `count` and `version`.
   * @param rows the same array as before, with rows added at its end, or another one.
   * @param standings for the filter and the groups. Another map ends the trial of a filter.
   * @param shares for the order by progress.
   */
  update(
    rows: readonly Project[],
    arrangement: Arrangement,
    standings: Standings = NO_STANDINGS,
    shares: Standings = standings,
  ): void {
    const before = this.#arrangement;
    const hasOtherStandings = standings !== this.#standings;
    const usesNewStandings = hasOtherStandings && needsStandings(arrangement);
    const usesNewShares = shares !== this.#shares && arrangement.sort === 'progress';
    this.#arrangement = arrangement;
    this.#standings = standings;
    this.#shares = shares;
    if (rows !== this.#rows) this.#startAnew(rows);
    if (arrangement.sort !== before.sort || usesNewShares) this.#sort();
    if (hasOtherStandings) this.#trial = undefined;
    if (usesNewStandings) this.#matching = undefined;
    if (arrangement.filter !== before.filter || usesNewStandings) {
      this.#filter(usesNewStandings ? {} : before.filter);
    }
    if (arrangement.group !== before.group || usesNewStandings) this.#change();
    this.#processAdded();
  }

  /**
   * Tests a filter on at most `most` more rows, so that a keystroke does not block for all of them.
   * `update` with the same filter object then uses the results.
   * @returns whether rows are left to test.
   */
  prepare(filter: ProjectFilter, most: number): boolean {
    if (!isFiltering(filter)) return false;
    if (this.#trial?.filter !== filter) {
      this.#trial = this.#newTrial(filter, this.#arrangement.filter);
    }
    return testMore(this.#trial, most);
  }

  /** Ends the trial, and frees the search texts and the order that only the trial has needed. */
  endTrial(): void {
    this.#trial = undefined;
    if (hasText(this.#arrangement.filter)) return;
    if (!this.#matching && this.#compare === byPlace) {
      this.#ordered = undefined;
      this.#shown = undefined;
    } else for (const entry of this.#ordered?.items ?? []) entry.forget();
  }

  #startAnew(rows: readonly Project[]): void {
    this.#rows = rows;
    this.#processed = 0;
    this.#ordered &&= new SortedList(this.#compare);
    this.#matching &&= new SortedList(this.#compare);
    this.#trial = undefined;
    this.#change();
  }

  #sort(): void {
    const order = projectOrder(this.#arrangement.sort, this.#collator, this.#shares);
    this.#compare = order
      ? (one, other) => order(one.row, other.row) || byPlace(one, other)
      : byPlace;
    if (order) this.#entries();
    this.#ordered?.sort(this.#compare);
    this.#matching?.sort(this.#compare);
    this.#trial = undefined;
    this.#change();
  }

  #filter(before: ProjectFilter): void {
    const { filter } = this.#arrangement;
    const isSame = narrows(filter, before) && narrows(before, filter);
    if (isSame) return;
    const prepared = this.#trial;
    this.#trial = undefined;
    if (isFiltering(filter)) {
      const trial = prepared?.filter === filter ? prepared : this.#newTrial(filter, before);
      testMore(trial, Infinity);
      this.#accepts = trial.accepts;
      this.#matching = new SortedList(this.#compare, trial.found);
      this.#matching.add(trial.added.filter(trial.accepts));
    } else {
      this.#accepts = undefined;
      this.#matching = undefined;
    }
    this.#change();
  }

  #newTrial(filter: ProjectFilter, before: ProjectFilter): Trial {
    const ordered = this.#entries();
    const within = this.#matching && narrows(filter, before) ? this.#matching : ordered;
    const accepts = matcher(filter, this.#standings);
    // A copy, because the list keeps growing.
    return { filter, accepts, candidates: [...within.items], found: [], added: [], tested: 0 };
  }

  #processAdded(): void {
    const from = this.#processed;
    if (from === this.#rows.length) return;
    this.#processed = this.#rows.length;
    const added = this.#ordered ? entriesFrom(this.#rows, from) : [];
    this.#ordered?.add(added);
    if (this.#trial) this.#trial.added = [...this.#trial.added, ...added];
    if (this.#matching && this.#accepts) {
      const found = added.filter(this.#accepts);
      this.#matching.add(found);
      if (found.length === 0) return;
    }
    this.#change();
  }

  #entries(): SortedList<Entry> {
    const entries = () => entriesFrom(this.#rows.slice(0, this.#processed), 0);
    return (this.#ordered ??= new SortedList(byPlace, entries()));
  }

  #change(): void {
    this.version++;
    this.#shown = undefined;
    this.#groups = undefined;
  }
}

class Entry {
  readonly row: Project;
  readonly place: number;
  #text: string | undefined;

  constructor(row: Project, place: number) {
    this.row = row;
    this.place = place;
  }

  text(): string {
    return (this.#text ??= projectText(this.row));
  }

  forget(): void {
    this.#text = undefined;
  }
}

function entriesFrom(rows: readonly Project[], from: number): Entry[] {
  return rows.slice(from).map((row, at) => new Entry(row, from + at));
}

function byPlace(one: Entry, other: Entry): number {
  return one.place - other.place;
}

/** Tests at most `most` more rows. @returns whether rows are left to test. */
function testMore(trial: Trial, most: number): boolean {
  const { accepts, candidates, found } = trial;
  const end = Math.min(trial.tested + most, candidates.length);
  for (const entry of candidates.slice(trial.tested, end)) if (accepts(entry)) found.push(entry);
  trial.tested = end;
  return end < candidates.length;
}
