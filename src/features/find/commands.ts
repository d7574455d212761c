import type { Catalog } from '../../connection/catalog.ts';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import type { Collection, Project, ProjectRef } from '../../core/model/model.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { showInformation } from '../../editor/notify.ts';
import type { Views } from '../../views/commandTargets.ts';
import { projectRefOf } from '../../views/projectRefOf.ts';
import { find } from './find.ts';

/** The part of `statsPanels` that is used here: opens the stats of a project. */
interface StatsPanels {
  open(ref: ProjectRef, project: Project, from: 'picker'): Promise<void>;
}

/** As much of `collectionPanels`. */
interface CollectionPanels {
  open(row: Collection, from: 'picker'): Promise<void>;
}

/** The command that finds a row of either list, loaded or not. */
export function findCommands(
  session: Session,
  panels: StatsPanels,
  collectionPanels: CollectionPanels,
  { projects, collections }: Catalog,
  views: Views,
) {
  const reveal = async (row: Project | Collection) => {
    const there = await (row.kind === 'project'
      ? views.projects.reveal(row)
      : views.collections.reveal(row));
    if (there) return;
    void showInformation('That row is no longer in the list.');
  };
  return {
    'mintscope.find': () =>
      connected(session, async ({ ended }) => {
        const found = await find(session, projects, collections, ended);
        if (!found) return;
        const { row, to } = found;
        if (to === 'reveal') await reveal(row);
        else if (row.kind === 'collection') {
          if (!ended.aborted) await collectionPanels.open(row, 'picker');
        } else {
          const ref = await projectRefOf(row, ended);
          if (ref && !ended.aborted) await panels.open(ref, row, 'picker');
        }
      }),
  } satisfies Handlers;
}
