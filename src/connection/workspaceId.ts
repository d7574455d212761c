import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';

const MEMORY = 'mintscope.workspaceId';

/**
 * What tells this workspace from every other: a random id that the workspace itself remembers. Its
 * path would not do: two containers may have the same one, and share the secrets of one editor.
 */
export class WorkspaceId {
  /** What its sign-ins were kept under before it had an id. */
  readonly earlier: string;
  readonly #memento: vscode.Memento;

  /** @param uri the folder that is open, or the file of the workspace. */
  constructor(memento: vscode.Memento, uri: vscode.Uri) {
    this.#memento = memento;
    this.earlier = uri.toString();
  }

  /** `undefined` until something is kept for the workspace. */
  get known(): string | undefined {
    const id = this.#memento.get<unknown>(MEMORY);
    return typeof id === 'string' && id !== '' ? id : undefined;
  }

  /** Makes the id unless there is one. */
  async make(): Promise<void> {
    if (this.known === undefined) await this.#memento.update(MEMORY, randomUUID());
  }
}
