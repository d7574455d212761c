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
  #running: AbortController | undefined;
  #stopped = false;

  constructor(lists: readonly ReadableList[]) {
    this.#lists = lists;
  }

  /** `reading` while something is read here, `stopped` after `stop`. */
  get work(): 'reading' | 'stopped' | undefined {
    if (this.#running) return 'reading';
    return this.#stopped ? 'stopped' : undefined;
  }

  /**
   * Resolves when all is read, or when it failed or was stopped; the lists' states say which. Does
   * nothing if an earlier call is still reading.
   */
  async read(): Promise<void> {
    if (this.#running) return;
    const running = new AbortController();
    this.#running = running;
    this.#stopped = false;
    try {
      await Promise.all(this.#lists.map((list) => readToEnd(list, running.signal)));
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
  }

  stop(): void {
    const running = this.#running;
    this.#running = undefined;
    this.#stopped = true;
    running?.abort();
  }
}

async function readToEnd(list: ReadableList, signal: AbortSignal): Promise<void> {
  const isStopped = () => signal.aborted;
  const cancel = () => {
    list.cancel();
  };
  do {
    while (isOther(list.state.work) && !isStopped()) await list.idle();
    if (isStopped()) return;
    if (list.state.asOf === undefined) await list.loadMore();
    // Pages after stored rows may not fit them any more, so refresh first.
    else if (list.state.restored) await list.refresh();
    const { restored, hasMore, work } = list.state;
    if (isStopped() || restored || !hasMore || work === 'all') return;
    signal.addEventListener('abort', cancel);
    await list.loadAll();
    signal.removeEventListener('abort', cancel);
    // A refresh replaced the Load All: continue after it.
  } while (isOther(list.state.work));
}

function isOther(work: ListState<unknown>['work']): boolean {
  return work !== undefined && work !== 'all';
}
