import type { PagedList } from '../../core/lists/pagedList.ts';
import { RemainingPages } from '../../core/lists/remainingPages.ts';
import type { Project } from '../../core/model/model.ts';

/**
 * Reads all pages of the list of projects, which the portfolio shares with the view. Resolves when
 * nothing of the list is under way; its state says whether all was read.
 * @param refetches whether to read the loaded pages again first.
 * @param signal cancels a refresh or a Load All that was started here, not one of the user.
 */
export async function readWholeList(
  list: PagedList<Project>,
  refetches: boolean,
  signal: AbortSignal,
): Promise<void> {
  const pages = new RemainingPages([list]);
  let isRefreshing = refetches;
  const stop = () => {
    if (isRefreshing) list.cancel();
    pages.stop();
  };
  signal.addEventListener('abort', stop);
  try {
    if (refetches) await list.refresh();
    isRefreshing = false;
    if (!signal.aborted) await pages.read();
    // The user may have started other work of the list.
    while (!signal.aborted && list.state.work) await list.idle();
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
