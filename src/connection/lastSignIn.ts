import type * as vscode from 'vscode';
import type { ServiceAddress } from '../core/client/serviceAddress.ts';
import type { LastSignIn, SignInScope } from './storedSignIn.ts';

const MEMORY = 'mintscope.lastSignIn';

interface Used extends Pick<LastSignIn, 'id' | 'account'> {
  readonly scope: SignInScope | 'sample';
  readonly address: ServiceAddress;
}

/**
 * Guesses which sign-in will be used before the secret storage has answered, so that its stored
 * rows can be shown at once. Only the secret decides.
 */
export class LastSignInMemory {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  get value(): LastSignIn | undefined {
    const value = this.#memento.get<Partial<Record<keyof LastSignIn, unknown>>>(MEMORY);
    if (typeof value !== 'object') return undefined;
    const { id, scope, account, base } = value;
    if (typeof id !== 'string' || typeof account !== 'string') return undefined;
    if (typeof base !== 'string' || (scope !== 'workspace' && scope !== 'every')) return undefined;
    return { id, scope, account, base };
  }

  /** Remembers the sign-in in use for the next start. Sample data is ignored. */
  async follow(connection: Used | undefined): Promise<void> {
    if (connection?.scope === 'sample') return;
    const { id, scope, account, address } = connection ?? {};
    const value = scope && { id, scope, account, base: address?.base };
    if (JSON.stringify(value) === JSON.stringify(this.value)) return;
    await this.#memento.update(MEMORY, value);
  }
}
