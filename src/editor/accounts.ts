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

  /** For a sign-in of now. */
  async nameOf(base: string, token: string): Promise<string> {
    return this.#name(base, await accountOf(base, token));
  }

  /** For a sign-in that was kept before accounts were told apart. */
  async nameOfEarlier(base: string, token: string): Promise<string> {
    const account = await accountOf(base, token);
    if (this.#first(base) === undefined) {
      await this.#memory.update(MEMORY, { ...this.#all, [base]: account });
    }
    return this.#name(base, account);
  }

  #name(base: string, account: string): string {
    return this.#first(base) === account ? base : `${base}#${account}`;
  }

  #first(base: string): unknown {
    return Object.hasOwn(this.#all, base) ? this.#all[base] : undefined;
  }

  get #all(): Readonly<Record<string, unknown>> {
    const value = this.#memory.get<unknown>(MEMORY);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  }
}
