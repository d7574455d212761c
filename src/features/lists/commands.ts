import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Catalog } from '../../connection/catalog.ts';
import { offerSignIn } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import type { Project } from '../../core/model/model.ts';
import { parseProjectRef, refOfKey, unseenProject } from '../../core/model/projectRef.ts';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import type { FirstSteps } from '../../editor/firstSteps.ts';
import { showInformation, showStatus, withViewProgress } from '../../editor/notify.ts';
import type { OpenedFrom } from '../../editor/previewTabs.ts';
import { forAllLists, type ListName, LISTS } from '../../lists/index.ts';
import type { Views } from '../../views/commandTargets.ts';
import type { ListView } from '../../views/tree/listView.ts';
import { focusRows, loadMoreRows } from '../../views/tree/rowFocus.ts';
import { goneName, type GoneRow } from '../../views/tree/treeNodes.ts';
import { goToChange, noChangeWords } from './goToChange.ts';

/** Commands that load and refresh the lists, go through their changes, and remove marks. */
export function listCommands(
  session: Session,
  catalog: Catalog,
  views: Views,
  steps: Pick<FirstSteps, 'reached'>,
) {
  const on = (name: ListName): Handlers => {
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
        if (isAll || rows.length > before) steps.reached('browse');
      });
    return {
      [`mintscope.${name}.refresh`]: work(() => list.refresh()),
      [`mintscope.${name}.loadMore`]: further(() => loadMoreRows(view.place)),
      [`mintscope.${name}.loadAll`]: further(() => list.loadAll()),
      [`mintscope.${name}.stopLoading`]: () => {
        list.cancel();
      },
      [`mintscope.${name}.showChangesOnly`]: async () => {
        if (view.marks.marks.size > 0) await showOnly(view, true);
        else showStatus(noChangeWords());
      },
      [`mintscope.${name}.showAllRows`]: () => showOnly(view, false),
      [`mintscope.${name}.nextChange`]: (row?: unknown) =>
        goToChange(view, 1, row, session.current?.ended),
      [`mintscope.${name}.previousChange`]: (row?: unknown) =>
        goToChange(view, -1, row, session.current?.ended),
    };
  };
  return {
    ...forAllLists(on),
    'mintscope.markAllSeen': () => {
      for (const view of Object.values(views)) {
        view.marks.see(view.marks.marks.keys());
        view.showChangesOnly(false);
      }
    },
  } satisfies Handlers;
}

/** Shows changes only or all rows, in the view, with the focus on a row that is shown. */
async function showOnly(view: ListView, on: boolean): Promise<void> {
  await vscode.commands.executeCommand(`mintscope.${view.place.rows.name}.focus`);
  view.showChangesOnly(on);
  // It rejects if the rows change meanwhile.
  await focusRows(view.place).catch(() => undefined);
}

/**
 * Opens what is known of a row that the service no longer lists: its name, and the counts that were
 * read of it. Says why nothing opens if nothing else is known.
 */
export async function openGone(
  { key, list, name }: GoneRow,
  openProject: (project: Project, from: OpenedFrom) => Promise<void>,
): Promise<void> {
  const ref = LISTS[list].hasStats ? parseProjectRef(refOfKey(key)) : undefined;
  if (ref) {
    await openProject(unseenProject(ref, { name }), 'row');
    return;
  }
  void showInformation(
    l10n.t(
      'The service no longer lists “{0}”. Only its name is known, so there is nothing to open.',
      goneName({ list, name }),
    ),
  );
}
