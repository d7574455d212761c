import * as vscode from 'vscode';
import type { Clock } from '../core/base/clock.ts';
import { Lazy } from '../core/base/lazy.ts';
import { OriginPauses } from '../core/client/originPause.ts';
import type { ServiceCalls } from '../core/client/serviceClient.ts';
import { failureForLog, ServiceError } from '../core/model/serviceError.ts';
import { KeptData } from '../kept/keptData.ts';
import { SignOuts } from '../kept/signOuts.ts';
import { formatNumber } from '../core/base/format.ts';
import type { Log } from '../editor/log.ts';
import { settings } from '../editor/settings.ts';
import { isStored } from './activeConnection.ts';
import { offerNewToken } from './connected.ts';
import { SampleData } from './sampleData.ts';
import { Secrets } from './secrets.ts';
import { Session } from './session.ts';
import { LastSignInMemory, workspaceId } from './storedSignIn.ts';

/** Enough time for the request to be sent. */
const AFTER_REQUEST_MS = 20;

/**
 * Creates the session of a window with its listeners, and starts the lookup of the sign-in. Sends no
 * request and loads no code that could.
 */
export function connect(context: vscode.ExtensionContext, clock: Clock, log: Log): Session {
  const { subscriptions, secrets, workspaceState, globalStorageUri } = context;
  const waits = new OriginPauses(clock);
  const requests = new Lazy(async () => {
    try {
      const { serviceClientFactory } = await import('../net/serviceClientFactory.ts');
      // Creating the format takes 20 to 50 ms: do it while the first request is open.
      clock.after(AFTER_REQUEST_MS, () => {
        formatNumber(0);
      });
      const say = (line: string) => {
        log.info(line);
      };
      const { version } = context.extension.packageJSON as { readonly version: string };
      return serviceClientFactory(clock, waits, () => settings.network, say, version);
    } catch (error) {
      log.error(`Requests cannot be made: ${String(error)}`);
      throw error;
    }
  });

  const { workspaceFile, workspaceFolders } = vscode.workspace;
  const opened = workspaceFile ?? workspaceFolders?.[0]?.uri;
  // Made now, so that all windows of this workspace share it.
  const workspace = opened && workspaceId(workspaceState);
  const sample = new SampleData(
    async () => (await import('../sample/index.ts')).startSampleService(),
    workspaceState,
  );
  const data: KeptData = new KeptData({
    storage: globalStorageUri.fsPath,
    clock,
    isOnDisk: (signIn) => isStored(signIn) && settings.keepRows,
    mayStore: (signIn) => !signOuts.has(signIn),
    warn: (line) => {
      log.warn(line);
    },
  });
  const signOuts = new SignOuts(data.file, clock);
  const said = new Set<string>();
  const session = new Session({
    clock,
    storage: {
      secrets: new Secrets(secrets, clock),
      workspace,
      now: clock.now,
      isEnded: (id) => signOuts.has(id),
      warn: (line) => {
        if (!said.has(line)) log.warn(line);
        said.add(line);
      },
    },
    signOuts,
    sample,
    last: new LastSignInMemory(workspaceState),
    data,
    createClient: (address, token, events) =>
      lazyServiceClient(async () =>
        (await requests.get()).createClient(address, token, {
          ...events,
          onFailure: (path, error) => {
            log.warn(`GET ${path}: ${failureForLog(error)}`);
            events?.onFailure?.(path, error);
          },
        }),
      ),
    waits,
    requests,
    log,
  });
  subscriptions.push(
    session.onDidRefuse((connection) => void offerNewToken(connection)),
    sample,
    session,
    data,
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('http')) requests.ifAsked((all) => all.close());
    }),
    new vscode.Disposable(() => {
      requests.ifAsked((all) => all.close());
    }),
  );
  // Start the lookup now: the first view needs it, and it takes about 12 ms.
  if (!sample.wanted) void session.lookUp();
  return session;
}

/** A client whose code is loaded by its first call. If that fails, the next call tries again. */
export function lazyServiceClient(load: () => Promise<ServiceCalls>): ServiceCalls {
  const client = new Lazy(load);
  const loaded = async () => {
    try {
      return await client.get();
    } catch (error) {
      throw new ServiceError({ kind: 'internal' }, { cause: error });
    }
  };
  return {
    page: async (...asked) => (await loaded()).page(...asked),
    stats: async (...asked) => (await loaded()).stats(...asked),
  };
}
