import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { Lazy } from '../core/base/lazy.ts';

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
export class SampleData implements vscode.Disposable {
  readonly #start: () => Promise<SampleService>;
  readonly #memory: vscode.Memento;
  #service: Lazy<SampleService>;

  constructor(start: () => Promise<SampleService>, memory: vscode.Memento) {
    this.#start = start;
    this.#memory = memory;
    this.#service = new Lazy(start);
  }

  get wanted(): boolean {
    return this.#memory.get<unknown>(WANTED) === true;
  }

  async want(wanted: boolean): Promise<void> {
    // `undefined` removes the entry.
    await this.#memory.update(WANTED, wanted || undefined);
    if (!wanted) this.dispose();
  }

  /** Starts the service unless it runs. Rejects with a message that can be shown. */
  async run(): Promise<SampleService> {
    try {
      return await this.#service.get();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(l10n.t('Sample data cannot be served ({0}).', message), { cause: error });
    }
  }

  /** Stops the service, also if it is being started. */
  dispose(): void {
    this.#service.ifAsked((service) => service.close());
    this.#service = new Lazy(this.#start);
  }
}
