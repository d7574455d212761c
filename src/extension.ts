import type * as vscode from 'vscode';
import { connect } from './connection/connect.ts';
import { createLists } from './connection/lists.ts';
import { JsonFiles } from './documents/jsonFiles.ts';
import { registerCommands } from './editor/commandRegistry.ts';
import { Log } from './editor/log.ts';
import { systemClock as clock } from './editor/systemClock.ts';
import { LazyArranger } from './features/arrange/register.ts';
import { AutoRefresh } from './features/autoRefresh/register.ts';
import { LazyStatsPanels } from './features/stats/register.ts';
import { CommandTargets } from './views/commandTargets.ts';
import { ListView } from './views/listView.ts';

/** Builds what is shared and registers each feature. No request is sent, nor its code loaded. */
export function activate(context: vscode.ExtensionContext): void {
  const { subscriptions, workspaceState, storageUri, globalStorageUri, extensionUri } = context;
  const log = new Log();
  /** The window closes, or the extension host restarts. */
  const closing = new AbortController();
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
  const panels = new LazyStatsPanels(session, projects, extensionUri, (key) => {
    projectsView.marks.see([key]);
  });
  const load = async () => {
    const { commands } = await import('./commands.ts');
    return commands({
      session,
      lists,
      shown,
      panels,
      targets,
      files,
      log,
      closing: closing.signal,
    });
  };
  subscriptions.push({
    dispose: () => {
      closing.abort();
    },
  });
  subscriptions.push(log, arranger, projectsView, collectionsView, panels, targets, files);
  subscriptions.push(new AutoRefresh(session, shown, clock, log));
  subscriptions.push(registerCommands(load, () => session.current?.ended, log));
}
