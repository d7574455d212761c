import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { Lazy } from '../core/base/lazy.ts';
import { AccessToken } from '../core/client/accessToken.ts';
import { readAddress } from '../core/client/serviceAddress.ts';
import { type ConnectionSource, SAMPLE } from './activeConnection.ts';

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

    /** Stops the service, also if it is being started. */
    dispose: (): void => {
      service.ifAsked((running) => running.close());
      service = new Lazy(start);
    },
  };
  return sample;
}
