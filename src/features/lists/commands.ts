import * as vscode from 'vscode';
import { type Catalog, loadFailureWords } from '../../connection/catalog.ts';
import { offerSignIn } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import type { ListName } from '../../core/messages/listMessages.ts';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import { withViewProgress } from '../../editor/notify.ts';
import type { Views } from '../../views/commandTargets.ts';
import { goToChange } from './goToChange.ts';

/** Commands that load and refresh the lists, go through their changes, and remove marks. */
export function listCommands(session: Session, catalog: Catalog, views: Views) {
  const on = (name: ListName) => {
    const list = catalog[name];
    const view = views[name];
    /** Runs work on a list, with its view visible and progress shown there. */
    const work =
      (run: () => Promise<void>): Handler =>
      async () => {
        await session.ready();
        if (session.failure) await session.reload();
        if (!session.current) return offerSignIn(session);
        session.probeNow();
        // Not if it is visible: focusing a view scrolls it to its selection.
        if (!view.visible) await vscode.commands.executeCommand(`mintscope.${name}.focus`);
        await withViewProgress(`mintscope.${name}`, run);
      };
    return {
      refresh: work(() => list.refresh()),
      loadMore: work(() => view.loadMore()),
      loadAll: work(() => list.loadAll()),
      stopLoading: async () => {
        // A first page that is stopped is shown as a failure.
        await loadFailureWords();
        list.cancel();
      },
      nextChange: (row?: unknown) => goToChange(view, 1, row, session.current?.ended),
      previousChange: (row?: unknown) => goToChange(view, -1, row, session.current?.ended),
    };
  };
  const projects = on('projects');
  const collections = on('collections');
  return {
    'mintscope.markAllSeen': () => {
      for (const { marks } of [views.projects, views.collections]) marks.see(marks.marks.keys());
    },
    'mintscope.projects.refresh': projects.refresh,
    'mintscope.projects.loadMore': projects.loadMore,
    'mintscope.projects.loadAll': projects.loadAll,
    'mintscope.projects.stopLoading': projects.stopLoading,
    'mintscope.projects.nextChange': projects.nextChange,
    'mintscope.projects.previousChange': projects.previousChange,
    'mintscope.collections.refresh': collections.refresh,
    'mintscope.collections.loadMore': collections.loadMore,
    'mintscope.collections.loadAll': collections.loadAll,
    'mintscope.collections.stopLoading': collections.stopLoading,
    'mintscope.collections.nextChange': collections.nextChange,
    'mintscope.collections.previousChange': collections.previousChange,
  } satisfies Handlers;
}
