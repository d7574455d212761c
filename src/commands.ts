import type * as vscode from 'vscode';
import type { Catalog } from './connection/catalog.ts';
import type { Session } from './connection/session.ts';
import { documentInFront } from './documents/documentInFront.ts';
import type { JsonFiles } from './documents/jsonFiles.ts';
import type { Handlers } from './editor/commandRegistry.ts';
import type { Restore, Restores } from './editor/panelRegistry.ts';
import type { Log } from './editor/log.ts';
import { arrangeCommands } from './features/arrange/commands.ts';
import type { LazyArranger } from './features/arrange/register.ts';
import { copyCommands } from './features/copy/commands.ts';
import { exportCommands, type ShownRows } from './features/export/commands.ts';
import { findCommands, finderFor } from './features/find/commands.ts';
import { jsonCommands } from './features/json/commands.ts';
import { linkCommands } from './features/links/commands.ts';
import { listCommands } from './features/lists/commands.ts';
import { sessionCommands } from './features/signIn/commands.ts';
import { snapshotCommands } from './features/snapshots/commands.ts';
import { statsCommands } from './features/stats/commands.ts';
import type { statsPanels } from './features/stats/register.ts';
import type { RowInFront, Targets, Views } from './views/commandTargets.ts';
import { FrontTab } from './views/frontTab.ts';

/** What the commands and panels of a window share. */
interface Parts {
  readonly session: Session;
  readonly catalog: Catalog;
  readonly views: Views;
  readonly arranger: LazyArranger;
  readonly panels: ReturnType<typeof statsPanels>;
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
 * The handler of every command, and the function that restores each type of panel. From now on the
 * row in front is selected in its view.
 */
export function lateParts(parts: Parts) {
  const { session, catalog, views, arranger, panels, files, shown, log, closing } = parts;
  const inFront: readonly RowInFront[] = [
    () => panels.loaded()?.inFront,
    documentInFront(session, catalog),
  ];
  const front = new FrontTab(views, catalog, inFront, closing);
  const targets: Targets = {
    session,
    views,
    front,
    inFront,
    askRow: finderFor(session, catalog, views),
  };
  /** A restored panel may be the one in front. */
  const restored =
    (restore: Restore): Restore =>
    async (panel, state) => {
      await restore(panel, state);
      front.follow();
    };
  const handlers = {
    ...sessionCommands(session),
    ...listCommands(session, catalog, views),
    ...findCommands(session, panels, catalog, views),
    ...arrangeCommands(session, catalog.projects, () => arranger.load()),
    ...statsCommands(session, catalog.projects, panels, targets),
    ...copyCommands(session, targets, catalog),
    ...linkCommands(targets),
    ...jsonCommands(session, targets, files),
    ...snapshotCommands(session, targets, files),
    ...exportCommands(session, ...shown, closing),
    'mintscope.showLog': () => {
      log.show();
    },
  } satisfies Handlers;
  return {
    handlers,
    restores: { 'mintscope.stats': restored(panels.restore) } satisfies Restores,
  };
}
