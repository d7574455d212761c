import * as vscode from 'vscode';
import type { ListName } from '../core/listWords.ts';

/** What the menus and welcome texts of a view depend on: `mintscope.projects.hasMore` and so on. */
export class ViewContexts {
  readonly #name: ListName;
  readonly #values = new Map<string, boolean>();

  constructor(name: ListName) {
    this.#name = name;
  }

  /** Tells the editor, if it does not know. */
  set(name: string, value: boolean): void {
    // What was never set counts as false there.
    if ((this.#values.get(name) ?? false) === value) return;
    this.#values.set(name, value);
    void vscode.commands.executeCommand('setContext', `mintscope.${this.#name}.${name}`, value);
  }
}
