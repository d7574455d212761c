import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { stayingWith } from './connection/activeConnection.ts';
import { createCatalog } from './connection/catalog.ts';
import { connect } from './connection/connect.ts';
import { RowsSeenLast } from './connection/rowsSeenLast.ts';
import type { Session } from './connection/session.ts';
import { Lazy } from './core/base/lazy.ts';
import { JsonFiles } from './documents/jsonFiles.ts';
import { registerCommands } from './editor/commandRegistry.ts';
import { Log } from './editor/log.ts';
import { registerPanels } from './editor/panelRegistry.ts';
import { systemClock as clock } from './editor/systemClock.ts';
import { LazyArranger } from './views/lazyArranger.ts';
import { attention } from './features/attention/register.ts';
import { autoRefresh } from './features/autoRefresh/register.ts';
import { collectionPanels } from './features/collections/register.ts';
import { hovers } from './features/hovers/register.ts';
import { progress } from './features/progress/register.ts';
import { recovery } from './features/recovery/register.ts';
import { statsPanels } from './features/stats/register.ts';
import { tools } from './features/tools/register.ts';
import { watching } from './features/watch/register.ts';
import { ListView } from './views/listView.ts';
import { onOwnTab } from './views/ownTab.ts';

let used: Session | undefined;

/** The editor waits up to five seconds for it before it closes the window. */
export async function deactivate(): Promise<void> {
  await Promise.all([...(used?.current?.beforeClose ?? [])].map((write) => write()));
}

/** Builds what is shared and registers each feature. Sends no request and loads no network code. */
export function activate(context: vscode.ExtensionContext): void {
  if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
  const { subscriptions, workspaceState, extensionUri, extension } = context;
  const log = new Log(clock);
  /** Aborts when the window closes or the extension host restarts. */
  const closing = new AbortController();
  const session = (used = connect(context, clock, log));
  const catalog = createCatalog(session);
  const seenLast = new RowsSeenLast(session, catalog, log);
  const arranger = new LazyArranger(catalog.projects, session, workspaceState, log);
  const projectsView = new ListView('projects', catalog.projects, session, seenLast, arranger);
  const collectionsView = new ListView('collections', catalog.collections, session, seenLast);
  const shown = [
    { list: catalog.projects, view: projectsView, arrangement: arranger },
    { list: catalog.collections, view: collectionsView },
  ] as const;
  const views = { projects: projectsView, collections: collectionsView };
  const files = new JsonFiles({ session, ...catalog });
  const panels = statsPanels(session, catalog.projects, extensionUri);
  const collectionTabs = collectionPanels(session, catalog.collections, extensionUri);
  const late = new Lazy(async () => {
    const { lateParts } = await import('./commands.ts');
    const parts = { session, catalog, views, arranger, panels, files, shown, log };
    return lateParts({ ...parts, collectionTabs, extensionUri, closing: closing.signal });
  });
  const handlers = async () => (await late.get()).handlers;
  const restores = async () => (await late.get()).restores;
  subscriptions.push({
    dispose: () => {
      closing.abort();
    },
  });
  // Once loaded, the late parts follow the tabs. If loading fails, the next command reports why.
  const tabs = onOwnTab(() => late.get());
  const refreshing = autoRefresh(session, shown, log);
  const others = () => [
    ...panels.surfaces(),
    ...files.surfaces(),
    ...(late.loaded?.surfaces() ?? []),
  ];
  const recovering = recovery(session, shown, others, log);
  subscriptions.push(log, tabs, arranger, projectsView, collectionsView, panels, collectionTabs);
  subscriptions.push(files, refreshing, recovering);
  subscriptions.push(progress(session, catalog.projects, projectsView, log));
  subscriptions.push(
    watching({ session, projects: catalog.projects, panels }, log),
    hovers(session, catalog, log),
  );
  subscriptions.push(
    attention(session, catalog.projects, projectsView, log),
    registerCommands(extension, handlers, () => stayingWith(session), log),
    registerPanels(extension, restores),
    ...tools(extension, { session, catalog, marks: seenLast.marks }),
    seenLast,
    catalog,
  );
}
