import type * as vscode from 'vscode';
import { accountOf } from './accountOf.ts';

const MEMORY = 'mintscope.firstAccounts';

/**
 * Names whose data is shown and kept: `https://api.example.com#3f…`. What was kept before accounts
 * were told apart goes by the address alone; it belongs to the first account of that address that a
 * sign-in of that time opens.
 */
export class Accounts {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  /** @param isEarlier whether the sign-in was kept before accounts were told apart. */
  async nameOf(base: string, token: string, isEarlier = false): Promise<string> {
    const account = await accountOf(base, token);
    if (isEarlier && this.#all[base] === undefined) {
      await this.#memory.update(MEMORY, { ...this.#all, [base]: account });
    }
    return this.#all[base] === account ? base : `${base}#${account}`;
  }

  get #all(): Readonly<Record<string, unknown>> {
    const value = this.#memory.get<unknown>(MEMORY);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  }
}
