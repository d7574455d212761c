import type { ListRow } from '../model/sharedKeys.ts';
import type { ListState } from './listState.ts';
import type { PagedList } from './pagedList.ts';

type ReadableList = Pick<
  PagedList<ListRow>,
  'state' | 'idle' | 'loadMore' | 'refresh' | 'loadAll' | 'cancel'
>;

/** Whether a list has, or may have, rows that are not loaded. */
export function isUnfinished({ asOf, hasMore }: ListState<unknown>): boolean {
  return asOf === undefined || hasMore;
}

/** Whether rows are left to read: further ones, or stored ones that are not up to date. */
export function isUnread(state: ListState<unknown>): boolean {
  return isUnfinished(state) || state.restored;
}

/**
 * Reads some lists to their end until it is stopped. `stop` cancels only a Load All that was started
 * here. A first page continues, because the views would show it as failed, and so does a refresh.
 */
export class RemainingPages {
  readonly #lists: readonly ReadableList[];
  /** Lists whose Load All was started here. */
  readonly #own = new Set<ReadableList>();
  /** Identifies the running call of `read`; `undefined` while there is none. */
  #run: symbol | undefined;
  #stopped = false;

  constructor(lists: readonly ReadableList[]) {
    this.#lists = lists;
  }

  /** `reading` while something is read here, `stopped` after `stop`. */
  get work(): 'reading' | 'stopped' | undefined {
    if (this.#run) return 'reading';
    return this.#stopped ? 'stopped' : undefined;
  }

  /**
   * Resolves when all is read, or when it failed or was stopped; the lists' states say which. Does
   * nothing if an earlier call is still reading.
   */
  async read(): Promise<void> {
    if (this.#run) return;
    const run = Symbol();
    this.#run = run;
    this.#stopped = false;
    try {
      await Promise.all(this.#lists.map((list) => this.#readOne(list, () => this.#run !== run)));
    } finally {
      if (this.#run === run) this.#run = undefined;
    }
  }

  stop(): void {
    this.#run = undefined;
    this.#stopped = true;
    for (const list of this.#own) list.cancel();
    this.#own.clear();
  }

  async #readOne(list: ReadableList, stopped: () => boolean): Promise<void> {
    do {
      while (isOther(list.state.work)) {
        await list.idle();
        if (stopped()) return;
      }
      if (list.state.asOf === undefined) await list.loadMore();
      // Pages after stored rows may not fit them any more, so refresh first.
      else if (list.state.restored) await list.refresh();
      if (stopped() || list.state.restored || !list.state.hasMore || list.state.work === 'all')
        return;
      this.#own.add(list);
      await list.loadAll();
      if (stopped()) return;
      this.#own.delete(list);
      // A refresh replaced the Load All: continue after it.
    } while (isOther(list.state.work));
  }
}

function isOther(work: ListState<unknown>['work']): boolean {
  return work !== undefined && work !== 'all';
}
