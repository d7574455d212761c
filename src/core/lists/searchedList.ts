import { identityOf, isShared, type ListRow } from '../model/sharedKeys.ts';
import type { ListState } from './listState.ts';
import type { PagedList } from './pagedList.ts';

/**
 * The rows of a list, followed by the rows that only a search has read. A search reads a fork of
 * the list, so that the view of the list stays as it is until `adopt`. The rows read are reused by
 * the next search. They are dropped when the rows of the list are removed, once the list has loaded
 * as much, and when a refresh has replaced the rows of the list; this last not before all listeners
 * have unsubscribed, because a search would restart at each automatic refresh.
 */
export class SearchedList<Row extends ListRow> {
  readonly list: PagedList<Row>;
  readonly #listeners = new Set<() => void>();
  #fork: PagedList<Row> | undefined;
  #unfollow: (() => void) | undefined;
  /** The rows of the list and of the fork, and what they were made from. */
  #rows: Row[] = [];
  #madeFrom: readonly [own: readonly Row[], count: number, read: readonly Row[]] | undefined;
  #ownKeys = new Set<string>();
  /** How many rows of the fork were joined into `#rows`. */
  #joinedCount = 0;
  #outdated = false;

  constructor(list: PagedList<Row>) {
    this.list = list;
  }

  /** The state of the fork with the rows of both; without a fork the state of the list. */
  get state(): ListState<Row> {
    const own = this.list.state;
    const read = this.#fork?.state;
    if (!read) return own;
    return { ...read, rows: this.#joined(own.rows, read.rows), work: own.work ?? read.work };
  }

  /** How many rows were read that the list has not loaded. */
  get ahead(): number {
    return this.state.rows.length - this.list.state.rows.length;
  }

  /** Calls `listener` after each change of `state`; the returned function unsubscribes. */
  onChange(listener: () => void): () => void {
    if (this.#outdated && this.#listeners.size === 0) this.#drop();
    const unfollow = this.list.onChange(listener);
    this.#listeners.add(listener);
    return () => {
      unfollow();
      this.#listeners.delete(listener);
    };
  }

  readonly refresh = (): Promise<void> => this.list.refresh();
  readonly idle = (): Promise<void> => this.list.idle();
  readonly loadMore = (): Promise<void> => this.list.loadMore();

  /** Reads the fork to its end. After `cancel` or a failure the rows read so far stay. */
  async loadAll(): Promise<void> {
    await (this.#fork ??= this.#newFork()).loadAll();
  }

  /** Stops `loadAll`. Work of the list continues. */
  cancel(): void {
    this.#fork?.cancel();
  }

  /** Adds the rows of the fork to the list, once that is idle. @returns how many. */
  async adopt(): Promise<number> {
    await this.list.idle();
    const { ahead } = this;
    if (this.#fork && ahead > 0) this.list.adopt(this.#fork);
    return ahead;
  }

  #newFork(): PagedList<Row> {
    const fork = this.list.fork();
    let { rows: base } = this.list.state;
    const unfollowList = this.list.onChange(() => {
      const { rows, hasMore, work, asOf } = this.list.state;
      const isFollowed = this.#listeners.size > 0;
      // A refresh replaces all row objects. Reading a single row replaces only that one.
      const isReplaced = rows !== base && !rows.some((row, at) => row === base[at]);
      const holdsAll = !hasMore || rows.length > fork.state.rows.length;
      if (asOf === undefined || holdsAll || (isReplaced && !isFollowed)) this.#drop();
      else if (isReplaced) {
        this.#outdated = true;
        base = rows;
      }
      // The list's rows are about to be replaced, so stop reading the fork.
      else if (work === 'refresh' && !isFollowed) fork.cancel();
    });
    const unfollowFork = fork.onChange(() => {
      for (const listener of this.#listeners) listener();
    });
    this.#unfollow = () => {
      unfollowList();
      unfollowFork();
    };
    return fork;
  }

  #drop(): void {
    this.#unfollow?.();
    this.#fork?.cancel();
    this.#fork = undefined;
    this.#outdated = false;
    this.#rows = [];
    this.#ownKeys.clear();
    this.#madeFrom = undefined;
  }

  /** The same array until rows of the list or of the fork are replaced; it grows at its end. */
  #joined(own: readonly Row[], read: readonly Row[]): readonly Row[] {
    const from = this.#madeFrom;
    if (from?.[0] !== own || from[1] !== own.length || from[2] !== read) {
      this.#madeFrom = [own, own.length, read];
      // A row of the list may have another key in the fork, which has read one with its identity.
      const shared = new Set(read.filter(isShared).map(identityOf));
      this.#rows = own.filter(({ key }) => !shared.has(key));
      this.#ownKeys = new Set(this.#rows.map(({ key }) => key));
      this.#joinedCount = 0;
    }
    for (; this.#joinedCount < read.length; this.#joinedCount++) {
      const row = read[this.#joinedCount];
      if (row && !this.#ownKeys.has(row.key)) this.#rows.push(row);
    }
    return this.#rows;
  }
}
