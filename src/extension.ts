import * as vscode from 'vscode';
import { arrangeCommands } from './features/arrange/register.ts';
import { offerNewToken } from './connection/offerSignIn.ts';
import { CommandTargets } from './views/commandTargets.ts';
import { copyCommands } from './features/copy/register.ts';
import { exportCommands } from './features/export/register.ts';
import { findCommands } from './features/find/register.ts';
import { jsonCommands } from './features/json/register.ts';
import { linkCommands } from './features/links/register.ts';
import { listCommands } from './features/lists/register.ts';
import { registerCommands } from './editor/commandRegistry.ts';
import { sessionCommands } from './features/signIn/register.ts';
import { snapshotCommands } from './features/snapshots/register.ts';
import { statsCommands } from './features/stats/register.ts';
import type { Clock } from './core/base/clock.ts';
import type { Collection, Project } from './core/model/model.ts';
import { failureForLog } from './core/model/serviceError.ts';
import { LazyServiceClient } from './connection/lazyServiceClient.ts';
import { Lazy } from './core/base/lazy.ts';
import { PagedList } from './core/lists/pagedList.ts';
import { Accounts } from './connection/accounts.ts';
import { LazyArranger } from './features/arrange/lazyArranger.ts';
import { AutoRefresh } from './features/autoRefresh/register.ts';
import { JsonFiles } from './documents/jsonFiles.ts';
import { LazyStatsPanels } from './features/stats/lazyStatsPanels.ts';
import { Log } from './editor/log.ts';
import { ListView } from './views/listView.ts';
import { currentClient, Session } from './connection/session.ts';
import { SampleData } from './connection/sampleData.ts';
import { settings } from './editor/settings.ts';
import { SignOutNotices } from './connection/signOutNotices.ts';
import { ConnectionStatusItem } from './connection/connectionStatusItem.ts';
import { SignInStore } from './connection/signInStore.ts';
import { WorkspaceId } from './connection/workspaceId.ts';

const clock: Clock = {
  now: Date.now,
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** Builds and wires everything. Nothing here sends a request or loads the code that could. */
export function activate({
  subscriptions,
  secrets,
  workspaceState,
  globalState,
  storageUri,
  globalStorageUri,
  extensionUri,
}: vscode.ExtensionContext): void {
  const log = new Log();

  const requests = new Lazy(async () => {
    try {
      const { ServiceClientFactory } = await import('./net/serviceClientFactory.ts');
      return new ServiceClientFactory(clock, () => settings.network);
    } catch (error) {
      log.error(`Requests cannot be made: ${String(error)}`);
      throw error;
    }
  });

  const { workspaceFile, workspaceFolders } = vscode.workspace;
  const opened = workspaceFile ?? workspaceFolders?.[0]?.uri;
  const workspace = opened && new WorkspaceId(workspaceState, opened);
  // At once, so that every window of this workspace has the same.
  void workspace?.make();
  const store = new SignInStore({
    secrets,
    workspace,
    accounts: new Accounts(globalState),
    now: clock.now,
    usesNotedFrom: usesNotedFrom(globalState),
  });
  const notices = new SignOutNotices(globalStorageUri, log);
  const sample = new SampleData(
    async () => (await import('./sample/index.ts')).startSampleService(),
    workspaceState,
  );
  const session = new Session({
    store,
    notices,
    sample,
    createClient: (address, token, events) =>
      new LazyServiceClient(async () =>
        (await requests.get()).createClient(address, token, {
          ...events,
          onFailure: (path, error) => {
            log.warn(`GET ${path}: ${failureForLog(error)}`);
          },
        }),
      ),
    probe: ({ origin }) => {
      // Who was never asked was never left in peace.
      requests.ifAsked((all) => {
        all.probeNow(origin);
      });
    },
    prepare: () => {
      // The first request hears of it if that fails.
      requests.get().catch(() => undefined);
    },
    secrets,
    log,
  });

  const paging = { limit: () => settings.pageSize, now: clock.now };
  const projects = new PagedList<Project>(
    (request, signal) => currentClient(session).projects(request, signal, 'anew'),
    paging,
  );
  const collections = new PagedList<Collection>(
    (request, signal) => currentClient(session).collections(request, signal, 'anew'),
    paging,
  );
  const arranger = new LazyArranger(projects, session, workspaceState, log);
  const projectsView = new ListView('projects', projects, session, arranger);
  const collectionsView = new ListView('collections', collections, session);
  const shownProjects = { list: projects, view: projectsView, arrangement: arranger };
  const shownCollections = { list: collections, view: collectionsView };
  const closing = new AbortController();
  const panels = new LazyStatsPanels(session, projects, extensionUri, (key) => {
    projectsView.marks.see([key]);
  });
  const chosen = new CommandTargets({ projects: projectsView, collections: collectionsView });
  const json = new JsonFiles({
    session,
    projects,
    collections,
    storage: storageUri ?? globalStorageUri,
  });

  subscriptions.push(
    log,
    new vscode.Disposable(() => {
      closing.abort();
    }),
    session.onDidRefuse(({ address }) => void offerNewToken(address)),
    notices,
    sample,
    session,
    arranger,
    projectsView,
    collectionsView,
    panels,
    new ConnectionStatusItem(session),
    new AutoRefresh(session, [shownProjects, shownCollections], clock, log),
    chosen,
    json,
    registerCommands(
      {
        ...sessionCommands(session),
        ...listCommands(session, shownProjects, shownCollections),
        ...findCommands(session, panels, shownProjects, shownCollections),
        ...arrangeCommands(session, projects, arranger),
        ...statsCommands(session, projects, panels),
        ...copyCommands(session, chosen, { projects, collections }),
        ...linkCommands(chosen),
        ...jsonCommands(session, chosen, json),
        ...snapshotCommands(session, chosen, json),
        ...exportCommands(session, shownProjects, shownCollections, closing.signal),
        'mintscope.showLog': () => {
          log.show();
        },
      },
      log,
    ),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration('http')) return;
      requests.ifAsked((all) => {
        all.renew();
      });
    }),
    new vscode.Disposable(() => {
      requests.ifAsked((all) => void all.close());
    }),
  );
  // What is activated is about to be used, and the secret storage takes a while to answer.
  if (!sample.wanted) void session.lookUp();
}

/** Since when it is noted which sign-ins are used, in milliseconds since 1970. */
function usesNotedFrom(memory: vscode.Memento): number {
  const name = 'mintscope.usesNotedFrom';
  const noted = memory.get<unknown>(name);
  if (typeof noted === 'number') return noted;
  const now = clock.now();
  void memory.update(name, now);
  return now;
}
