import type { Collection, Project } from '../core/domain.ts';
import type { ExportedList } from '../editor/flows/export/exportRows.ts';
import type { LoadedPart } from '../editor/flows/export/sources.ts';
import type { ListView } from '../editor/listView.ts';
import { formatNumber } from '../editor/locale.ts';
import type { ActiveConnection, Session } from '../editor/session.ts';
import type { Handler, Handlers } from './ids.ts';
import type { ShownList } from './lists.ts';
import { offerSignIn } from './offerSignIn.ts';

type Ids = 'mintscope.exportProjects' | 'mintscope.exportCollections';

/**
 * The lists as files.
 * @param closing ends when the window does, and with it what is being written.
 */
export function exportCommands(
  session: Session,
  projects: ShownList<Project>,
  collections: ShownList<Collection>,
  closing: AbortSignal,
): Handlers<Ids> {
  const run =
    (describe: (client: ActiveConnection['client']) => ExportedList): Handler =>
    async () => {
      await session.ready();
      const { current } = session;
      if (!current) return offerSignIn(session);
      session.probeNow();
      const { exportRows } = await import('../editor/flows/index.ts');
      await exportRows(session, current, describe(current.client), closing);
    };
  return {
    'mintscope.exportProjects': run((client) => ({
      name: 'projects',
      state: projects.list.state,
      parts: partsOf(projects.view),
      read: (request, signal) => client.projects(request, signal),
      readStats: (ref, signal) => client.stats(ref, signal),
    })),
    'mintscope.exportCollections': run((client) => ({
      name: 'collections',
      state: collections.list.state,
      parts: partsOf(collections.view),
      read: (request, signal) => client.collections(request, signal),
    })),
  };
}

/** The loaded rows that a person singled out. */
function partsOf({ selection }: Pick<ListView<Project>, 'selection'>): LoadedPart[] {
  if (selection.length === 0) return [];
  return [{ label: `Selected rows: ${formatNumber(selection.length)}`, rows: selection }];
}
