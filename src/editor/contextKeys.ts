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
  readonly #values = new Map<string, boolean>();
  readonly #sending: Later;

  constructor(name: string, clock: Clock) {
    const setContext = contextSetter();
    this.#sending = new Later(clock, () => {
      for (const [key, value] of this.#values) setContext(`mintscope.${name}.${key}`, value);
    });
  }

  set(name: string, value: boolean): void {
    this.#values.set(name, value);
    this.#sending.soon(LASTING_MS);
  }

  dispose(): void {
    this.#sending.cancel();
  }
}

type ContextValue = boolean | readonly string[];

/**
 * By their full names. Only changes are sent, because the editor updates menus for each, and the
 * first value, because an earlier extension host may have left another.
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
