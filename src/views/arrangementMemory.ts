import type * as vscode from 'vscode';

const MEMORY = 'mintscope.arrangement';

/** What a workspace remembers of how its Projects are arranged, for each account. */
export class ArrangementMemory {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /** `undefined` if nothing is remembered; else it may be anything. */
  of(account: string): unknown {
    return this.#all[account];
  }

  /** @param arrangement `undefined` to forget it. */
  async keep(account: string, arrangement: unknown): Promise<void> {
    await this.#memento.update(MEMORY, { ...this.#all, [account]: arrangement });
  }

  get #all(): Readonly<Record<string, unknown>> {
    const value = this.#memento.get<unknown>(MEMORY);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  }
}
