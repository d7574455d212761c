import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { createCatalog } from './connection/catalog.ts';
import { onceSignedIn } from './connection/perConnection.ts';
import { rowsSeenLast } from './connection/rowsSeenLast.ts';
import { Session, stayingWith } from './connection/session.ts';
import { sessionParts } from './connection/sessionParts.ts';
import { Lazy } from './core/base/lazy.ts';
import { registerCommands } from './editor/commandRegistry.ts';
import { registerLate } from './editor/lateRegistry.ts';
import { Log } from './editor/log.ts';
import { systemClock as clock } from './editor/systemClock.ts';
import type { Late } from './late.ts';
import { registerResources } from './rows/resources.ts';
import { forEachList } from './lists/index.ts';
import { ListView } from './views/tree/listView.ts';
import { ProjectsArranger } from './views/tree/projectsArranger.ts';

let sessionOfWindow: Session | undefined;

/** Writes what is pending. The editor waits up to five seconds for it, then closes the window. */
export async function deactivate(): Promise<void> {
  await Promise.all([...(sessionOfWindow?.current?.beforeClose ?? [])].map((write) => write()));
}

/** Builds what shows the stored rows, and registers the rest (`late.ts`). Sends no request. */
export function activate(context: vscode.ExtensionContext): void {
  if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
  const { subscriptions, workspaceState, globalState: memory, extensionUri, extension } = context;
  const log = new Log(clock);
  const session = (sessionOfWindow = new Session(sessionParts(context, clock, log)));
  session.prepare();
  const lists = createCatalog(session);
  const { catalog } = lists;
  const seenLast = rowsSeenLast(session, catalog, log);
  const arranger = new ProjectsArranger(catalog.projects, session, workspaceState);
  const late = new Lazy(async (): Promise<Late> => {
    const { startLate } = await import('./late.ts');
    const stored = { workspaceState, memory, extensionUri };
    return startLate({ session, catalog, arranger, views, resources, log, ...stored });
  });
  const load = () => late.get();
  const views = forEachList((name) => {
    const arranged = name === 'projects' ? arranger : undefined;
    return new ListView(name, catalog[name], session, seenLast, load, arranged);
  });
  const resources = registerResources(load);
  subscriptions.push(
    session,
    onceSignedIn(session, late, log),
    log,
    arranger,
    ...Object.values(views),
    resources,
    registerCommands(load, () => stayingWith(session), log),
    registerLate(extension, load, log),
    seenLast,
    lists,
  );
}
