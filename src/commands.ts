import type * as vscode from 'vscode';
import type { Catalog } from './connection/catalog.ts';
import type { Session } from './connection/session.ts';
import { documentInFront } from './documents/documentReader.ts';
import type { JsonFiles } from './documents/jsonFiles.ts';
import { isServiceRow } from './core/model/model.ts';
import { unseenProject } from './core/model/projectRef.ts';
import type { Handlers } from './editor/commandRegistry.ts';
import type { Restore, Restores } from './editor/panelRegistry.ts';
import type { Log } from './editor/log.ts';
import { arrangeCommands } from './features/arrange/commands.ts';
import type { LazyArranger } from './views/lazyArranger.ts';
import { attentionCommands } from './features/attention/commands.ts';
import { collectionCommands } from './features/collections/commands.ts';
import type { collectionPanels } from './features/collections/register.ts';
import { copyCommands } from './features/copy/commands.ts';
import { doctorCommands } from './features/doctor/commands.ts';
import { exportCommands, type ShownRows } from './features/export/commands.ts';
import { findCommands } from './features/find/commands.ts';
import { happenedCommands } from './features/happened/commands.ts';
import { jsonCommands } from './features/json/commands.ts';
import { keptDataCommands } from './features/keptData/commands.ts';
import { linkCommands } from './features/links/commands.ts';
import { listCommands } from './features/lists/commands.ts';
import { portfolioCommands } from './features/portfolio/commands.ts';
import { sessionCommands } from './features/signIn/commands.ts';
import { snapshotCommands } from './features/snapshots/commands.ts';
import { statsCommands } from './features/stats/commands.ts';
import type { statsPanels } from './features/stats/register.ts';
import { watchCommands } from './features/watch/commands.ts';
import { RowFinder } from './views/finder/rowFinder.ts';
import type { RowInFront, Targets, Views } from './views/commandTargets.ts';
import { FrontTab } from './views/frontTab.ts';
import { focusRows } from './views/rowFocus.ts';

interface Parts {
  readonly session: Session;
  readonly catalog: Catalog;
  readonly views: Views;
  readonly arranger: LazyArranger;
  readonly panels: ReturnType<typeof statsPanels>;
  readonly collectionTabs: ReturnType<typeof collectionPanels>;
  readonly files: JsonFiles;
  /** The rows of both lists as they are shown, for exports. */
  readonly shown: readonly [ShownRows, ShownRows];
  readonly log: Log;
  /** The extension's folder, which holds the scripts and styles of panels. */
  readonly extensionUri: vscode.Uri;
  /** Aborts when the window closes. */
  readonly closing: AbortSignal;
}

/**
 * The handler of every command, and the function that restores each type of panel. Also starts to
 * select the row of the tab in front in its view (`FrontTab`).
 */
export function lateParts(parts: Parts) {
  const { session, catalog, views, arranger, panels, files, shown, log, closing } = parts;
  const { collectionTabs, extensionUri } = parts;
  const finder = new RowFinder(session, catalog, views);
  const inFront: readonly RowInFront[] = [
    () => panels.loaded()?.inFront,
    () => collectionTabs.loaded()?.inFront,
    documentInFront(session, catalog),
  ];
  const front = new FrontTab(views, catalog, inFront, closing);
  const targets: Targets = {
    session,
    views,
    front,
    inFront,
    askRow: async ({ title, kinds }, connection) => {
      const lists = kinds.map((kind) => `${kind}s` as const);
      const found = await finder.ask({ title, lists }, connection);
      return found?.ref ? unseenProject(found.ref) : found?.row;
    },
  };
  /** Restores a panel, then selects its row if the panel is in front. */
  const restored =
    (restore: Restore): Restore =>
    async (panel, state) => {
      await restore(panel, state);
      front.follow();
    };
  const portfolio = portfolioCommands(session, catalog.projects, extensionUri, closing);
  const stats = statsCommands(session, panels, targets);
  const collections = collectionCommands(targets, catalog.collections, collectionTabs);
  const handlers = {
    ...sessionCommands(session, closing),
    ...listCommands(session, catalog, views),
    ...attentionCommands(session, catalog.projects, targets),
    ...findCommands(session, panels, collectionTabs, finder),
    ...arrangeCommands(
      session,
      catalog.projects,
      () => arranger.load(),
      async () => {
        await front.selectAgain();
        // It rejects if the rows change meanwhile.
        await focusRows(views.projects.place).catch(() => undefined);
      },
    ),
    ...stats,
    ...collections,
    // The click on a row. The editor runs it also when Shift with an arrow key leaves one row
    // selected. So the keybindings of those keys set the context key `mintscope.selecting`, which
    // disables it. It is in no menu of the rows: the editor repaints all rows when a command of
    // their menus is disabled.
    'mintscope.openRow': (row) =>
      isServiceRow(row) && row.kind === 'collection'
        ? collections['mintscope.openCollection'](row, [])
        : stats['mintscope.openStats'](row),
    ...copyCommands(session, targets, catalog),
    ...linkCommands(targets),
    ...jsonCommands(session, targets, files, catalog),
    ...snapshotCommands(session, targets, files, catalog.projects),
    ...keptDataCommands(session, files),
    ...watchCommands({ session, projects: catalog.projects, panels }, targets),
    ...exportCommands(session, ...shown, targets, closing),
    ...portfolio.handlers,
    ...happenedCommands(session, catalog.projects, views.projects.marks, closing),
    ...doctorCommands(session, log, closing),
    'mintscope.showLog': () => {
      log.show();
    },
  } satisfies Handlers;
  return {
    handlers,
    restores: {
      'mintscope.stats': restored(panels.restore),
      'mintscope.collection': restored(collectionTabs.restore),
      'mintscope.portfolio': portfolio.restore,
    } satisfies Restores,
    surfaces: portfolio.surfaces,
  };
}
