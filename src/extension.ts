import type * as vscode from 'vscode';
import { connect } from './connection/connect.ts';
import { createLists } from './connection/lists.ts';
import { JsonFiles } from './documents/jsonFiles.ts';
import { closingSignal } from './editor/closingSignal.ts';
import { registerCommands } from './editor/commandRegistry.ts';
import { Log } from './editor/log.ts';
import { systemClock as clock } from './editor/systemClock.ts';
import { arrangeCommands, LazyArranger } from './features/arrange/register.ts';
import { AutoRefresh } from './features/autoRefresh/register.ts';
import { copyCommands } from './features/copy/register.ts';
import { exportCommands } from './features/export/register.ts';
import { findCommands } from './features/find/register.ts';
import { jsonCommands } from './features/json/register.ts';
import { linkCommands } from './features/links/register.ts';
import { listCommands } from './features/lists/register.ts';
import { sessionCommands } from './features/signIn/register.ts';
import { snapshotCommands } from './features/snapshots/register.ts';
import { statsCommands, statsPanels } from './features/stats/register.ts';
import { CommandTargets } from './views/commandTargets.ts';
import { ListView } from './views/listView.ts';

/** Builds what is shared and registers each feature. No request is sent, nor its code loaded. */
export function activate(context: vscode.ExtensionContext): void {
  const { subscriptions, workspaceState, storageUri, globalStorageUri, extensionUri } = context;
  const log = new Log();
  const closing = closingSignal(context);
  const session = connect(context, clock, log);
  const lists = createLists(session, clock);
  const { projects, collections } = lists;
  const arranger = new LazyArranger(projects, session, workspaceState, log);
  const projectsView = new ListView('projects', projects, session, arranger);
  const collectionsView = new ListView('collections', collections, session);
  const shown = [
    { list: projects, view: projectsView, arrangement: arranger },
    { list: collections, view: collectionsView },
  ] as const;
  const targets = new CommandTargets({ projects: projectsView, collections: collectionsView });
  const files = new JsonFiles({ session, ...lists, storage: storageUri ?? globalStorageUri });
  const panels = statsPanels(session, projects, extensionUri, (key) => {
    projectsView.marks.see([key]);
  });
  const commands = {
    ...sessionCommands(session),
    ...listCommands(session, ...shown),
    ...findCommands(session, (ref, row) => panels.open(ref, row, 'picker'), ...shown),
    ...arrangeCommands(session, projects, arranger),
    ...statsCommands(session, projects, panels),
    ...copyCommands(session, targets, lists),
    ...linkCommands(session, targets),
    ...jsonCommands(session, targets, files),
    ...snapshotCommands(session, targets, files),
    ...exportCommands(session, ...shown, closing),
    'mintscope.showLog': () => {
      log.show();
    },
  };
  subscriptions.push(log, arranger, projectsView, collectionsView, panels, targets, files);
  subscriptions.push(new AutoRefresh(session, shown, clock, log), registerCommands(commands, log));
}
