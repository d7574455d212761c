import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';

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
  #running: Promise<SampleService> | undefined;

  constructor(start: () => Promise<SampleService>, memory: vscode.Memento) {
    this.#start = start;
    this.#memory = memory;
  }

  get wanted(): boolean {
    return this.#memory.get<unknown>(WANTED) === true;
  }

  async want(wanted: boolean): Promise<void> {
    // `undefined` removes the entry.
    await this.#memory.update(WANTED, wanted || undefined);
    if (!wanted) await this.#stop();
  }

  /** Starts the service unless it runs. Rejects with a message that can be shown. */
  run(): Promise<SampleService> {
    const running = (this.#running ??= this.#start().catch((error: unknown) => {
      if (this.#running === running) this.#running = undefined;
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(l10n.t('Sample data cannot be served ({0}).', message), { cause: error });
    }));
    return running;
  }

  dispose(): void {
    void this.#stop();
  }

  async #stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    // A service that did not start needs no closing.
    const service = await running?.catch(() => undefined);
    await service?.close();
  }
}
