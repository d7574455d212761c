import * as vscode from 'vscode';
import type { Clock } from '../core/base/clock.ts';
import { Later } from '../core/base/later.ts';

/** A state that lasts fewer milliseconds is not sent, because buttons would flicker. */
const LASTING_MS = 150;

/**
 * The context keys of a view: `mintscope.projects.hasMore` and so on. The editor updates its menus
 * for each change, so changes are sent together after a short delay, with the state at that time.
 */
export class ContextKeys implements vscode.Disposable {
  readonly #name: string;
  readonly #values = new Map<string, boolean>();
  readonly #sent = new Map<string, boolean>();
  readonly #sending: Later;

  constructor(name: string, clock: Clock) {
    this.#name = name;
    this.#sending = new Later(clock, this.#send);
  }

  set(name: string, value: boolean): void {
    this.#values.set(name, value);
    if (this.#isNews(name, value)) this.#sending.soon(LASTING_MS);
  }

  dispose(): void {
    this.#sending.cancel();
  }

  readonly #send = (): void => {
    for (const [name, value] of this.#values) {
      if (!this.#isNews(name, value)) continue;
      this.#sent.set(name, value);
      void vscode.commands.executeCommand('setContext', `mintscope.${this.#name}.${name}`, value);
    }
  };

  #isNews(name: string, value: boolean): boolean {
    // Always send the first value: an earlier extension host may have left another one.
    return value !== this.#sent.get(name);
  }
}

type ContextValue = boolean | readonly string[];

/**
 * Returns a function that sets context keys by their full names. The editor updates menus for each,
 * so only changes are sent.
 */
export function contextSetter(): (key: string, value: ContextValue) => void {
  const sent = new Map<string, string>();
  return (key, value) => {
    const text = JSON.stringify(value);
    if (sent.get(key) === text) return;
    sent.set(key, text);
    void vscode.commands.executeCommand('setContext', key, value);
  };
}
