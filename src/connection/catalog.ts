import type { Clock } from '../core/base/clock.ts';
import { Lazy } from '../core/base/lazy.ts';
import type { ListState } from '../core/lists/listState.ts';
import { PagedList } from '../core/lists/pagedList.ts';
import type { FailureWords } from '../core/messages/failureMessages.ts';
import type { Collection, Project } from '../core/model/model.ts';
import { failureCode } from '../core/model/serviceError.ts';
import { settings } from '../editor/settings.ts';
import { type ConnectionChange, currentClient } from './activeConnection.ts';
import type { Session } from './session.ts';

/** What a window holds of the service in use, whether a view shows it or not. */
export interface Catalog {
  readonly projects: PagedList<Project>;
  readonly collections: PagedList<Collection>;
}

/**
 * The two lists, empty until somebody opens them. They follow the connection: rows that may be old
 * are read anew, and rows of one account are gone before anybody hears of the next one. Disposing
 * of the catalog ends what is being read; those who follow its lists are disposed of first, because
 * they would take that for a change and ask for rows again.
 */
export function createCatalog(session: Session, clock: Clock): Catalog & { dispose(): void } {
  const paging = { limit: () => settings.pageSize, now: clock.now };
  const projects = new PagedList<Project>(
    (request, signal) => explained(() => currentClient(session).projects(request, signal, 'anew')),
    paging,
  );
  const collections = new PagedList<Collection>(
    (request, signal) =>
      explained(() => currentClient(session).collections(request, signal, 'anew')),
    paging,
  );
  const lists = [projects, collections];
  const following = session.onDidChange((change) => {
    for (const list of lists) follow(list, change);
  });
  return {
    projects,
    collections,
    dispose: () => {
      following.dispose();
      for (const list of lists) list.reset();
    },
  };
}

function follow(
  list: PagedList<Project> | PagedList<Collection>,
  { sameAccount, sameService }: ConnectionChange,
): void {
  if (sameAccount) {
    void list.resume();
    return;
  }
  const { failure } = list.state;
  list.reset();
  // After a refused token, the new sign-in continues the interrupted work.
  if (sameService && failure?.during === 'all' && failure.failure.kind === 'auth') {
    void list.loadAll();
  }
}

/**
 * Opens a list for whoever is signed in, once more if the connection changed meanwhile or if the
 * first page is asked for anew. Resolves when that page has come or has failed, and at once where
 * nobody is signed in.
 */
export async function openList(
  session: Session,
  list: { readonly state: ListState<unknown>; open(): Promise<void> },
): Promise<void> {
  let asked: unknown;
  while (session.current && (session.current !== asked || list.state.work === 'first')) {
    asked = session.current;
    await list.open();
  }
}

/** Most windows never need the words for a failure, so they are loaded when the first one comes. */
const words = new Lazy(async () => {
  const { listFailureWords } = await import('../core/messages/failureMessages.ts');
  return listFailureWords;
});

/** Call it before `PagedList.cancel`, which makes a first page fail without asking the service. */
export async function loadFailureWords(): Promise<void> {
  // Where they cannot be loaded, `listFailureWords` does without them.
  await words.get().catch(() => undefined);
}

/** Passes a failure on once there are words for it, so that views need not wait for them. */
async function explained<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    await loadFailureWords();
    throw error;
  }
}

/** Why the last piece of work of a list failed, in a person's terms, at `now` (ms since 1970). */
export function listFailureWords(
  state: ListState<unknown>,
  host: string,
  now: number,
): FailureWords | undefined {
  if (words.loaded) return words.loaded(state, host, now);
  return (
    state.failure && {
      reason: `The service could not be read (${failureCode(state.failure.failure)}).`,
      hint: 'Try again; the log says more.',
      action: 'retry',
    }
  );
}
