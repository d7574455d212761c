import type { PagedList } from '../../core/lists/pagedList.ts';
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
  if (refetches) {
    const stop = () => {
      list.cancel();
    };
    signal.addEventListener('abort', stop);
    await list.refresh();
    signal.removeEventListener('abort', stop);
  }
  if (!signal.aborted) await list.loadAll(signal);
  // The user may have started other work of the list, which replaced the Load All.
  while (!signal.aborted && list.state.work) await list.idle();
}
