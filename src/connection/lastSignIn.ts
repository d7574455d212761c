import type * as vscode from 'vscode';
import type { SignInScope } from './storedSignIn.ts';

const MEMORY = 'mintscope.lastSignIn';

/** The sign-in that this workspace used last, without its token. */
export interface LastSignIn {
  /** The id of the sign-in. */
  readonly id: string;
  readonly scope: SignInScope;
  /** See `ActiveConnection.account`. */
  readonly account: string;
  /** The address of the service, with its path prefix. */
  readonly base: string;
}

/** What is remembered of an `ActiveConnection`. */
interface Used {
  readonly id: string;
  readonly scope: SignInScope | 'sample';
  readonly account: string;
  readonly address: { readonly base: string };
}

/**
 * Says before the secret storage has answered which sign-in will probably count, so that rows kept
 * for it can be shown at once. Only the secret decides.
 */
export class LastSignInMemory {
  readonly #memento: vscode.Memento;

  /** @param memento the state of the workspace. */
  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  get value(): LastSignIn | undefined {
    const value = this.#memento.get<Partial<Record<keyof LastSignIn, unknown>>>(MEMORY);
    if (typeof value !== 'object') return undefined;
    const { id, scope, account, base } = value;
    const isComplete = [id, account, base].every((part) => typeof part === 'string');
    if (!isComplete || (scope !== 'workspace' && scope !== 'every')) return undefined;
    return { id, scope, account, base } as LastSignIn;
  }

  /**
   * Remembers the sign-in of a connection, for the next start.
   * @param connection the one in use; `undefined` if nobody is signed in. Sample data is passed over.
   */
  async follow(connection: Used | undefined): Promise<void> {
    if (connection?.scope === 'sample') return;
    const { id, scope, account, address } = connection ?? {};
    const value = scope && ({ id, scope, account, base: address?.base } as LastSignIn);
    if (JSON.stringify(value) === JSON.stringify(this.value)) return;
    await this.#memento.update(MEMORY, value);
  }
}
