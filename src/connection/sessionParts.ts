import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Clock } from '../core/base/clock.ts';
import { formatNumber } from '../core/base/format.ts';
import { Lazy } from '../core/base/lazy.ts';
import { memoByKey } from '../core/base/memo.ts';
import { AccessToken } from '../core/client/accessToken.ts';
import { OriginPause } from '../core/client/originPause.ts';
import { type ServiceAddress, readAddress } from '../core/client/serviceAddress.ts';
import type { ClientEvents, ServiceCalls } from '../core/client/serviceClient.ts';
import { failureForLog, ServiceError } from '../core/model/serviceError.ts';
import type { Log } from '../editor/log.ts';
import { settings } from '../editor/settings.ts';
import { KeptData } from '../kept/keptData.ts';
import { SignOuts } from '../kept/signOuts.ts';
import { isStored, type ConnectionSource, SAMPLE } from './activeConnection.ts';
import { Secrets } from './secrets.ts';
import { SignIns } from './signIns.ts';
import * as l10n from '@vscode/l10n';

/** Enough time for the request to be sent. */
const AFTER_REQUEST_MS = 20;
const WORKSPACE_ID = 'mintscope.workspaceId';

export type SessionParts = ReturnType<typeof sessionParts>;

/** Sends no request and loads no code that could. */
export function sessionParts(context: vscode.ExtensionContext, clock: Clock, log: Log) {
  const { workspaceState: memento, globalStorageUri } = context;
  const warn = (line: string) => {
    log.warn(line);
  };
  const pauseOf = memoByKey(() => new OriginPause(clock));
  /** The code that sends all requests. */
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
      return serviceClientFactory(clock, pauseOf, () => settings.network, say, version);
    } catch (error) {
      log.error(`Requests cannot be made: ${String(error)}`);
      throw new ServiceError({ kind: 'internal' }, { cause: error });
    }
  });
  /** It is loaded by its first call. If that fails, the next call tries again. */
  const createClient = (
    address: ServiceAddress,
    token: AccessToken | undefined,
    events?: ClientEvents,
  ): ServiceCalls => {
    const onFailure = (path: string, error: unknown) => {
      log.warn(`GET ${path}: ${failureForLog(error)}`);
      events?.onFailure?.(path, error);
    };
    const client = new Lazy(async () =>
      (await requests.get()).createClient(address, token, { ...events, onFailure }),
    );
    return {
      page: async (...args) => (await client.get()).page(...args),
      stats: async (...args) => (await client.get()).stats(...args),
    };
  };
  const data: KeptData = new KeptData({
    storage: globalStorageUri.fsPath,
    clock,
    isOnDisk: (signIn) => isStored(signIn) && settings.keepRows,
    mayStore: (signIn) => !signOuts.has(signIn),
    warn,
  });
  const signOuts = new SignOuts(data.file, clock);
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  const hasFolder = workspaceFile !== undefined || workspaceFolders?.[0] !== undefined;
  // A path would not be unique: two containers may have the same one, and share the secrets of one
  // editor.
  const id = memento.get<string>(WORKSPACE_ID) ?? randomUUID();
  // Stored now, so that all windows of this workspace share it.
  if (hasFolder) void memento.update(WORKSPACE_ID, id);
  const workspace = hasFolder ? id : undefined;
  const isEnded = (id: string) => signOuts.has(id);
  const secrets = new Secrets(context.secrets, clock);
  const signIns = new SignIns({ secrets, workspace, now: clock.now, isEnded });
  const sample = sampleData(
    async () => (await import('../sample/index.ts')).startSampleService(),
    memento,
  );
  return {
    clock,
    log,
    pauseOf,
    requests,
    createClient,
    data,
    signOuts,
    secrets,
    signIns,
    sample,
    memento,
  };
}

/** The bundled sample service; its code is loaded on first use. */
export interface SampleService {
  readonly address: string;
  readonly token: string;
  close(): Promise<void>;
}

const WANTED = 'mintscope.sampleData';

/**
 * The sample service of this window. The workspace remembers that sample data is in use, so that it
 * comes back after a reload. Its token is new at each start and never stored.
 */
export function sampleData(start: () => Promise<SampleService>, memory: vscode.Memento) {
  let service = new Lazy(start);
  const sample = {
    get wanted(): boolean {
      return memory.get<unknown>(WANTED) === true;
    },

    setWanted: async (wanted: boolean): Promise<void> => {
      // `undefined` removes the entry.
      await memory.update(WANTED, wanted || undefined);
      if (!wanted) sample.dispose();
    },

    /** Starts the service unless it runs. Rejects with a message that can be shown. */
    run: async (): Promise<ConnectionSource> => {
      try {
        const { address: text, token } = await service.get();
        const address = readAddress(text);
        if (typeof address === 'string') throw new Error(address);
        // Its address changes at each start, but the data is the same.
        const names = { id: SAMPLE, scope: SAMPLE, account: SAMPLE } as const;
        return { ...names, address, token: new AccessToken(token, address.origin) };
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        throw new Error(l10n.t('Sample data cannot be served ({0}).', message), { cause: error });
      }
    },

    /** Also if it is being started. */
    dispose: (): void => {
      service.ifAsked((running) => running.close());
      service = new Lazy(start);
    },
  };
  return sample;
}
