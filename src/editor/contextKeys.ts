import * as vscode from 'vscode';
import type { ListName } from '../core/messages/listMessages.ts';

/** What passes sooner would only make buttons flicker. */
const LASTING_MS = 150;

/**
 * What the menus and welcome texts of a view depend on: `mintscope.projects.hasMore` and so on. The
 * editor works its menus out anew for each change, so it is told a moment after the first one, when
 * rows that come are painted, and only how things are by then.
 */
export class ContextKeys implements vscode.Disposable {
  readonly #name: ListName;
  readonly #values = new Map<string, boolean>();
  readonly #told = new Map<string, boolean>();
  #due: NodeJS.Timeout | undefined;

  constructor(name: ListName) {
    this.#name = name;
  }

  set(name: string, value: boolean): void {
    this.#values.set(name, value);
    if (this.#isNews(name, value)) this.#due ??= setTimeout(this.#tell, LASTING_MS);
  }

  dispose(): void {
    clearTimeout(this.#due);
  }

  readonly #tell = (): void => {
    this.#due = undefined;
    for (const [name, value] of this.#values) {
      if (!this.#isNews(name, value)) continue;
      this.#told.set(name, value);
      void vscode.commands.executeCommand('setContext', `mintscope.${this.#name}.${name}`, value);
    }
  };

  #isNews(name: string, value: boolean): boolean {
    // The first value is, whichever it is: a window outlives its extension host, and what it was told.
    return value !== this.#told.get(name);
  }
}
