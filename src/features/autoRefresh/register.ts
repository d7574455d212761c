import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import type { Clock } from '../../core/base/clock.ts';
import { Lazy } from '../../core/base/lazy.ts';
import type { Log } from '../../editor/log.ts';
import { settings } from '../../editor/settings.ts';
import type { KeptFresh } from './keepFresh.ts';

/** Loads what refreshes by itself once the setting asks for it; most people leave it off. */
export class AutoRefresh implements vscode.Disposable {
  readonly #log: Log;
  readonly #subscription: vscode.Disposable;
  readonly #running: Lazy<vscode.Disposable>;

  constructor(session: Session, lists: readonly KeptFresh[], clock: Clock, log: Log) {
    this.#log = log;
    this.#running = new Lazy(async () => {
      const { keepFresh } = await import('./keepFresh.ts');
      return keepFresh(session, lists, clock, log);
    });
    this.#subscription = vscode.workspace.onDidChangeConfiguration(() => {
      this.#start();
    });
    this.#start();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#running.ifAsked((running) => {
      running.dispose();
    });
  }

  #start(): void {
    if (settings.autoRefresh === 0) return;
    this.#running.get().catch((error: unknown) => {
      // The next change of a setting tries again.
      this.#log.error(`mintscope.autoRefresh does not work: ${String(error)}`);
    });
  }
}
