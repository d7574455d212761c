import * as l10n from '@vscode/l10n';
import type { ListState } from '../core/lists/listState.ts';
import { PagedList } from '../core/lists/pagedList.ts';
import { listProblem } from '../core/messages/failureMessages.ts';
import type { ListProblem } from '../core/messages/failureMessages.ts';
import { ServiceError } from '../core/model/serviceError.ts';
import { formatTime } from '../editor/locale.ts';
import { settings } from '../editor/settings.ts';
import { forEachList, type ListName, LISTS, type RowsOf } from '../lists/index.ts';
import type { Session } from './session.ts';

/** The lists of the connection in use. They stay loaded while their views are hidden. */
export type Catalog = { readonly [Name in ListName]: PagedList<RowsOf[Name]> };

/**
 * The lists are empty until they are opened or restored. After a change of connection, rows of the
 * same account are read again; those of another one are removed before the views and panels, which
 * subscribe later, follow. Dispose of the views first: they would answer the reset by requesting
 * rows again.
 */
export function createCatalog(session: Session): { readonly catalog: Catalog; dispose(): void } {
  const client = () => {
    if (!session.current) throw new ServiceError({ kind: 'aborted' });
    return session.current.client;
  };
  const paging = { limit: () => settings.pageSize, now: session.clock.now };
  const listNamed = <Name extends ListName>(name: Name) =>
    new PagedList<RowsOf[Name]>(
      (request, signal) => client().page(LISTS[name], request, signal),
      paging,
    );
  const catalog = forEachList(listNamed) as Catalog;
  const lists = Object.values(catalog);
  const following = session.onDidChange(({ sameAccount }) => {
    for (const list of lists) {
      if (sameAccount) void list.resume();
      else list.reset();
    }
  });
  return {
    catalog,
    dispose: () => {
      following.dispose();
      for (const list of lists) list.reset();
    },
  };
}

/**
 * Opens a list once there is a connection, and again if that changes or the first page is requested
 * again meanwhile. Sends no request while signed out.
 */
export async function openList(
  session: Session,
  list: { readonly state: ListState<unknown>; open(): Promise<void> },
): Promise<void> {
  let openedWith: unknown;
  for (;;) {
    await session.ready();
    const { current } = session;
    if (!current || (current === openedWith && list.state.work !== 'first')) return;
    openedWith = current;
    await list.open();
  }
}

/** Why there is no connection, or why the last operation of a list failed. */
export function problemOf(
  { failure, host, retryAt }: Pick<Session, 'failure' | 'host' | 'retryAt'>,
  state: ListState<unknown>,
): ListProblem | undefined {
  if (!failure) return listProblem(state, host, formatTime, retryAt);
  const title = failure.message;
  const hint = l10n.t('Until it works, you are signed out here. The log says more.');
  return { title, reason: title, hint, action: 'retry', whole: `${title} ${hint}`, beside: '' };
}
