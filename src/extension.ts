import type * as vscode from 'vscode';
import { createCatalog } from './connection/catalog.ts';
import { connect } from './connection/connect.ts';
import { JsonFiles } from './documents/jsonFiles.ts';
import { closingSignal } from './editor/closingSignal.ts';
import { registerCommands } from './editor/commandRegistry.ts';
import { Log } from './editor/log.ts';
import { systemClock as clock } from './editor/systemClock.ts';
import { arrangeCommands, LazyArranger } from './features/arrange/register.ts';
import { autoRefresh } from './features/autoRefresh/register.ts';
import { copyCommands } from './features/copy/register.ts';
import { exportCommands } from './features/export/register.ts';
import { findCommands } from './features/find/register.ts';
import { jsonCommands } from './features/json/register.ts';
import { linkCommands } from './features/links/register.ts';
import { listCommands } from './features/lists/register.ts';
import { sessionCommands } from './features/signIn/register.ts';
import { snapshotCommands } from './features/snapshots/register.ts';
import { statsCommands, statsPanels } from './features/stats/register.ts';
import { ListView } from './views/listView.ts';

/** Builds what is shared and registers each feature. No request is sent, nor its code loaded. */
export function activate(context: vscode.ExtensionContext): void {
  const { subscriptions, workspaceState, storageUri, globalStorageUri, extensionUri } = context;
  const log = new Log();
  const closing = closingSignal(context);
  const session = connect(context, clock, log);
  const catalog = createCatalog(session, clock);
  const arranger = new LazyArranger(catalog.projects, session, workspaceState, log);
  const projectsView = new ListView('projects', catalog.projects, session, arranger);
  const collectionsView = new ListView('collections', catalog.collections, session);
  const shown = [
    { list: catalog.projects, view: projectsView, arrangement: arranger },
    { list: catalog.collections, view: collectionsView },
  ] as const;
  const views = { projects: projectsView, collections: collectionsView };
  const files = new JsonFiles({ session, ...catalog, storage: storageUri ?? globalStorageUri });
  const panels = statsPanels(session, catalog.projects, extensionUri, (key) => {
    projectsView.marks.see([key]);
  });
  const commands = {
    ...sessionCommands(session),
    ...listCommands(session, catalog, views),
    ...findCommands(session, (ref, row) => panels.open(ref, row, 'picker'), catalog, views),
    ...arrangeCommands(session, catalog.projects, arranger),
    ...statsCommands(session, catalog.projects, panels),
    ...copyCommands(session, views, catalog),
    ...linkCommands(session, views),
    ...jsonCommands(session, views, files),
    ...snapshotCommands(session, views, files),
    ...exportCommands(session, ...shown, closing),
    'mintscope.showLog': () => {
      log.show();
    },
  };
  const refreshing = autoRefresh(session, shown, clock, log);
  subscriptions.push(log, arranger, projectsView, collectionsView, panels, files, refreshing);
  subscriptions.push(registerCommands(commands, log), catalog);
}
