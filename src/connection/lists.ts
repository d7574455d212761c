import type { Clock } from '../core/base/clock.ts';
import { PagedList } from '../core/lists/pagedList.ts';
import type { Collection, Project } from '../core/model/model.ts';
import { settings } from '../editor/settings.ts';
import { currentClient, type Session } from './session.ts';

/** What a window holds of the service in use. */
export interface Lists {
  readonly projects: PagedList<Project>;
  readonly collections: PagedList<Collection>;
}

/** The two lists, empty until a view or a command opens them. */
export function createLists(session: Session, clock: Clock): Lists {
  const paging = { limit: () => settings.pageSize, now: clock.now };
  return {
    projects: new PagedList<Project>(
      (request, signal) => currentClient(session).projects(request, signal, 'anew'),
      paging,
    ),
    collections: new PagedList<Collection>(
      (request, signal) => currentClient(session).collections(request, signal, 'anew'),
      paging,
    ),
  };
}
