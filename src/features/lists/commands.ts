import * as vscode from 'vscode';
import { offerSignIn } from '../../connection/offerSignIn.ts';
import type { Session } from '../../connection/session.ts';
import type { ListName } from '../../core/messages/listMessages.ts';
import type { Collection, Project } from '../../core/model/model.ts';
import type { Handler, Handlers } from '../../editor/commandIds.ts';
import { withViewProgress } from '../../editor/notify.ts';
import type { ShownList } from '../../views/shownList.ts';

type Action = 'refresh' | 'loadMore' | 'loadAll' | 'stopLoading';
type Ids = `mintscope.${ListName}.${Action}` | 'mintscope.markAllSeen';

/** Moving through the two lists, and being done with what is new in them. */
export function listCommands(
  session: Session,
  projects: ShownList<Project>,
  collections: ShownList<Collection>,
): Handlers<Ids> {
  const on = (name: ListName, { list, view }: ShownList<Project> | ShownList<Collection>) => {
    /** Work on the list, with its view in sight and its progress there. */
    const work =
      (run: () => Promise<void>): Handler =>
      async () => {
        await session.ready();
        if (session.failure) await session.reload();
        if (!session.current) return offerSignIn(session);
        session.probeNow();
        // Focusing a view in sight would scroll it to the row selected.
        if (!view.visible) await vscode.commands.executeCommand(`mintscope.${name}.focus`);
        await withViewProgress(`mintscope.${name}`, run);
      };
    return {
      refresh: work(() => list.refresh()),
      loadMore: work(() => view.loadMore()),
      loadAll: work(() => list.loadAll()),
      stopLoading: () => {
        list.cancel();
      },
    };
  };
  const forProjects = on('projects', projects);
  const forCollections = on('collections', collections);
  return {
    'mintscope.markAllSeen': () => {
      for (const { view } of [projects, collections]) view.marks.see(view.marks.marks.keys());
    },
    'mintscope.projects.refresh': forProjects.refresh,
    'mintscope.projects.loadMore': forProjects.loadMore,
    'mintscope.projects.loadAll': forProjects.loadAll,
    'mintscope.projects.stopLoading': forProjects.stopLoading,
    'mintscope.collections.refresh': forCollections.refresh,
    'mintscope.collections.loadMore': forCollections.loadMore,
    'mintscope.collections.loadAll': forCollections.loadAll,
    'mintscope.collections.stopLoading': forCollections.stopLoading,
  };
}
