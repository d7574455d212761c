import * as vscode from 'vscode';
import { type Catalog, loadFailureWords } from '../../connection/catalog.ts';
import { offerSignIn } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import type { ListName } from '../../core/messages/listMessages.ts';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import { tickStep } from '../../editor/firstSteps.ts';
import { showStatus, withViewProgress } from '../../editor/notify.ts';
import type { Views } from '../../views/commandTargets.ts';
import type { ListView } from '../../views/listView.ts';
import { focusRows, loadMoreRows } from '../../views/rowFocus.ts';
import { goToChange, noChangeWords } from './goToChange.ts';

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
    /** Work that reads further. Ticks a first step if more rows came, or there are no more. */
    const further = (read: () => Promise<void>): Handler =>
      work(async () => {
        const before = list.state.rows.length;
        await read();
        const { rows, hasMore } = list.state;
        const isAll = rows.length > 0 && !hasMore;
        if (isAll || rows.length > before) tickStep('mintscope.browsed');
      });
    return {
      refresh: work(() => list.refresh()),
      loadMore: further(() => loadMoreRows(view.place)),
      loadAll: further(() => list.loadAll()),
      stopLoading: async () => {
        // A first page that is stopped is shown as a failure.
        await loadFailureWords();
        list.cancel();
      },
      showChangesOnly: async () => {
        if (view.marks.marks.size > 0) await showOnly(view, name, true);
        else showStatus(noChangeWords());
      },
      showAllRows: () => showOnly(view, name, false),
      nextChange: (row?: unknown) => goToChange(view, 1, row, session.current?.ended),
      previousChange: (row?: unknown) => goToChange(view, -1, row, session.current?.ended),
    };
  };
  const projects = on('projects');
  const collections = on('collections');
  return {
    'mintscope.markAllSeen': () => {
      for (const view of [views.projects, views.collections]) {
        view.marks.see(view.marks.marks.keys());
        view.showChangesOnly(false);
      }
    },
    'mintscope.projects.refresh': projects.refresh,
    'mintscope.projects.loadMore': projects.loadMore,
    'mintscope.projects.loadAll': projects.loadAll,
    'mintscope.projects.stopLoading': projects.stopLoading,
    'mintscope.projects.showChangesOnly': projects.showChangesOnly,
    'mintscope.projects.showAllRows': projects.showAllRows,
    'mintscope.projects.nextChange': projects.nextChange,
    'mintscope.projects.previousChange': projects.previousChange,
    'mintscope.collections.refresh': collections.refresh,
    'mintscope.collections.loadMore': collections.loadMore,
    'mintscope.collections.loadAll': collections.loadAll,
    'mintscope.collections.stopLoading': collections.stopLoading,
    'mintscope.collections.showChangesOnly': collections.showChangesOnly,
    'mintscope.collections.showAllRows': collections.showAllRows,
    'mintscope.collections.nextChange': collections.nextChange,
    'mintscope.collections.previousChange': collections.previousChange,
  } satisfies Handlers;
}

/** Shows changes only or all rows, in the view, with the focus on a row that is shown. */
async function showOnly(
  view: Pick<ListView, 'showChangesOnly' | 'place'>,
  name: ListName,
  on: boolean,
): Promise<void> {
  await vscode.commands.executeCommand(`mintscope.${name}.focus`);
  view.showChangesOnly(on);
  // It rejects if the rows change meanwhile.
  await focusRows(view.place).catch(() => undefined);
}
