import * as vscode from 'vscode';
import type { Clock } from '../core/clock.ts';
import type { KeptFresh } from './flows/keepFresh.ts';
import type { Session } from './session.ts';
import { settings } from './settings.ts';
import type { Log } from './log.ts';

/** Loads what refreshes by itself once the setting asks for it; most people leave it off. */
export class AutoRefresh implements vscode.Disposable {
  readonly #load: () => Promise<vscode.Disposable>;
  readonly #log: Log;
  readonly #subscription: vscode.Disposable;
  #running: Promise<vscode.Disposable | undefined> | undefined;

  constructor(session: Session, lists: readonly KeptFresh[], clock: Clock, log: Log) {
    this.#log = log;
    this.#load = async () =>
      (await import('./flows/index.ts')).keepFresh(session, lists, clock, log);
    this.#subscription = vscode.workspace.onDidChangeConfiguration(() => {
      this.#start();
    });
    this.#start();
  }

  dispose(): void {
    this.#subscription.dispose();
    void this.#running?.then((running) => {
      running?.dispose();
    });
  }

  #start(): void {
    if (settings.autoRefresh === 0) return;
    this.#running ??= this.#load().catch((error: unknown) => {
      this.#log.error(`mintscope.autoRefresh does not work: ${String(error)}`);
      return undefined;
    });
  }
}
