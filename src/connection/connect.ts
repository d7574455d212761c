import * as vscode from 'vscode';
import type { Clock } from '../core/base/clock.ts';
import { Lazy } from '../core/base/lazy.ts';
import { failureForLog } from '../core/model/serviceError.ts';
import type { Log } from '../editor/log.ts';
import { settings } from '../editor/settings.ts';
import { Accounts } from './accounts.ts';
import { ConnectionStatusItem } from './connectionStatusItem.ts';
import { LazyServiceClient } from './lazyServiceClient.ts';
import { offerNewToken } from './offerSignIn.ts';
import { SampleData } from './sampleData.ts';
import { Session } from './session.ts';
import { SignInStore } from './signInStore.ts';
import { SignOutNotices } from './signOutNotices.ts';
import { WorkspaceId } from './workspaceId.ts';

/**
 * Builds what keeps a window connected, and what shows and follows it. Nothing here sends a request
 * or loads the code that could.
 */
export function connect(context: vscode.ExtensionContext, clock: Clock, log: Log): Session {
  const { subscriptions, secrets, workspaceState, globalState, globalStorageUri } = context;
  const requests = new Lazy(async () => {
    try {
      const { ServiceClientFactory } = await import('../net/serviceClientFactory.ts');
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
    usesNotedFrom: usesNotedFrom(globalState, clock),
  });
  const notices = new SignOutNotices(globalStorageUri, log);
  const sample = new SampleData(
    async () => (await import('../sample/index.ts')).startSampleService(),
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
      // A service that was never asked has no pause that could end.
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
  subscriptions.push(
    session.onDidRefuse(({ address }) => void offerNewToken(address)),
    notices,
    sample,
    session,
    new ConnectionStatusItem(session),
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
  return session;
}

/** Since when it is noted which sign-ins are used, in milliseconds since 1970. */
function usesNotedFrom(memory: vscode.Memento, clock: Clock): number {
  const name = 'mintscope.usesNotedFrom';
  const noted = memory.get<unknown>(name);
  if (typeof noted === 'number') return noted;
  const now = clock.now();
  void memory.update(name, now);
  return now;
}
